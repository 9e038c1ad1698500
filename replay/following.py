"""What may be laid on what, for games whose sets are groups and runs."""

from replay.combination import GROUP, Combination
from replay.table import Table


def kind_and_count(top: Combination, new: Combination) -> str:
    """A set is answered by its own kind (`wrong_kind`), with as many cards (`wrong_count`)."""
    if new.kind != top.kind:
        return "wrong_kind"
    return "" if new.count == top.count else "wrong_count"


def stronger(table: Table, top: Combination, new: Combination) -> str:
    """A set of the same kind and count answers if its weakest card is stronger (D-FOLLOW-1, A-FOLLOW-1 to 4)."""
    down = table.down
    if new.shape == top.shape and new.floor[down] > top.floor[down]:
        return ""
    return kind_and_count(top, new) or "not_stronger"


def beyond(table: Table, top: Combination, new: Combination) -> str:
    """A set of the same kind and count that lies wholly beyond the old one (T-FOLLOW-1, T-RUN-2, U-FOLLOW-1)."""
    down = table.down
    if new.shape == top.shape and new.floor[down] > top.ceiling[down]:
        return ""
    return kind_and_count(top, new) or ("not_stronger" if new.kind == GROUP else "run_overlap")
