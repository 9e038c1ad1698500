"""What answers what (F-FOLLOW-1, F-RUN-2, F-S3-1, F-SAND-1)."""

from replay.combination import GROUP, Combination
from replay.games.floor13.melds import RUNS, SANDSTORM, SPADE_3
from replay.games.floor13.table import Floor13Table
from replay.suited import is_lone_joker, is_single


def next_run_only(table: Floor13Table, top: Combination, new: Combination) -> str:
    """A run is answered by the one that starts a rank above its weakest card (`run_follow` exact, F-RUN-2)."""
    if new.kind not in RUNS or differs(top, new):
        return any_higher(table, top, new)
    down = table.down
    return "" if new.floor[down] == top.floor[down] + 1 else "run_not_next"


def any_higher(table: Floor13Table, top: Combination, new: Combination) -> str:
    """A set is answered by its like if that is stronger; sandstorms are free, and the spade 3 on a lone joker."""
    if new.kind == SANDSTORM or takes_joker(top, new):
        return ""
    down = table.down
    return differs(top, new) or ("" if new.floor[down] > top.floor[down] else "not_stronger")


def takes_joker(top: Combination | None, new: Combination) -> bool:
    """Whether a spade 3 is laid on a joker alone (F-S3-1)."""
    return is_lone_joker(top) and is_single(new, SPADE_3)


def differs(top: Combination, new: Combination) -> str:
    """Groups and runs are of different kinds; another number of cards, or of layers, is another count."""
    if new.kind == top.kind:
        return "" if new.count == top.count else "wrong_count"
    return "wrong_kind" if GROUP in (new.kind, top.kind) else "wrong_count"


def storms(_table: Floor13Table, _player: int, new: Combination) -> bool:
    """A sandstorm may be laid at any moment (F-SAND-1, F-Q-8)."""
    return new.kind == SANDSTORM
