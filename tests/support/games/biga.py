"""A Big A table for tests: most rules show in a few actions after a declaration."""

from collections.abc import Sequence

from daifu.replay.deal import DealReport
from daifu.replay.options import Options, Value
from tests.support.reports import judge_deals

FaultPlace = tuple[int | None, int | None, str]

HIDDEN = ["?*22", "?*22", "?*22", "?*21", "?*21"]
"""Unknown cards only: each card that is shown or played was among these."""

EXITS = ("6", "7", "8", "9", "T")
"""The rank of the pair with which the first player goes out, the second, and so on."""


LEFT = ("SQ SK", "HQ HK", "DQ DK", "CQ CK", "SQ HK")
"""What the players hold to the end who do not go out."""


def report_of(
    *actions: str, hands: Sequence[str] = HIDDEN, options: Options | None = None, **deal: object
) -> DealReport:
    """The report on the first deal of a sitting; it may break off without a notice."""
    raw = {"hands": list(hands), "actions": list(actions), "abandoned": True, **deal}
    return judge_deals("biga", [raw], 5, options).deals[0]


def fault_places(report: DealReport) -> list[FaultPlace]:
    """Action, player and code of every fault."""
    return [(fault.action, fault.player, fault.code) for fault in report.faults]


def player_faults(report: DealReport) -> list[str]:
    """Every fault as `player code`."""
    return [f"{fault.player} {fault.code}" for fault in report.faults]


def trick_faults(*actions: str, **options: Value) -> list[str]:
    """What is wrong with actions where hearts are Big, player 1 leads and all hands are hidden, as `player code`."""
    return player_faults(report_of("1 show HA", *actions, options=options))


def broken_off_deal(hands: Sequence[str], *actions: str, **options: Value) -> DealReport:
    """The report on a deal with these small hands that may break off; that they are short goes unsaid."""
    return _short_deal(hands, actions, options, abandoned=True)


def whole_deal(hands: Sequence[str], *actions: str, **options: Value) -> DealReport:
    """The same of a deal that is meant to be played to its end."""
    return _short_deal(hands, actions, options, abandoned=False)


def _short_deal(hands: Sequence[str], actions: Sequence[str], options: Options, *, abandoned: bool) -> DealReport:
    report = report_of(*actions, hands=hands, options=options, abandoned=abandoned)
    report.faults = [fault for fault in report.faults if fault.code != "bad_deal"]
    return report


def finished_deal(order: Sequence[int], *words: str, partner: int | None, **options: Value) -> DealReport:
    """The report on a deal in which these players go out in this order; player 1 is declarer and says `words` first."""
    hands, actions = hands_and_exits(order, *words, partner=partner)
    return whole_deal(hands, *actions, **options)


def hands_and_exits(order: Sequence[int], *words: str, partner: int | None) -> tuple[list[str], list[str]]:
    """The hands and the actions of such a deal.

    The declarer and the partner play their Big As first; then all go out with pairs, each higher than the one before.
    """
    last = {player: f"S{rank} H{rank}" for player, rank in zip(order, EXITS, strict=False)}
    first = {1: "HA S4", partner: "HA S5 H5"} if partner else {1: "HA HA S4 S5 H5"}
    dealt = [f"{first.get(player, '')} {last.get(player, left)}" for player, left in enumerate(LEFT, 1)]
    actions = ["1 show HA", *words, *_big_ace_tricks(partner), *_exits(partner or 1, order)]
    return dealt, actions


def _big_ace_tricks(partner: int | None) -> list[str]:
    """The declarer and the partner play their Big As, and one of them leads a pair of fives."""
    if not partner:
        return ["1 HA HA", *passes_of(2, 3, 4, 5), "1 S4", *passes_of(2, 3, 4, 5), "1 S5 H5"]
    before, behind = range(2, partner), range(partner + 1, 6)
    answered = [*passes_of(*before), f"{partner} HA", *passes_of(*behind, 1, *before)]
    return ["1 HA", *passes_of(2, 3, 4, 5), "1 S4", *answered, f"{partner} S5 H5"]


def _exits(leader: int, order: Sequence[int]) -> list[str]:
    """In turn from the leader, all players pass until the next of `order` goes out."""
    actions, out, turn = [], set[int](), leader % 5 + 1
    for player, rank in zip(order, EXITS, strict=False):
        while turn != player:
            actions += [] if turn in out else passes_of(turn)
            turn = turn % 5 + 1
        actions.append(f"{player} S{rank} H{rank}")
        out.add(player)
    return actions


def passes_of(*players: int) -> list[str]:
    """These players pass."""
    return [f"{player} -" for player in players]
