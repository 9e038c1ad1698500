"""What people say happened, such as 8切り: held against the table, or turned into the word that the rules ask for."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from daifu.replay.actions import Action
from daifu.replay.table import Table


class Before(NamedTuple):
    """What the table was before the set of which something is said."""

    order: int
    down: int
    locked: bool

    @classmethod
    def of(cls, table: Table) -> "Before":
        """The table as it is."""
        return cls(table.next_order(), table.down, table.lock != 0)


def claim_word(table: Table, claim: str) -> str:
    """The word of a record that a claim is under these rules, after the last set; empty if none is needed."""
    rights = table.rights
    if claim in {"revolution", "no-revolution", "up", "down"}:
        return claim if rights.get(claim) else ""
    if claim != "flip":
        return ""
    if rights.get("flip"):
        return "flip"
    turned = "up" if table.down else "down"
    return turned if rights.get(turned) else ""


Test = Callable[[Table, Before, Action], bool]


_TESTS: Final[Mapping[str, Test]] = {
    "revolution": lambda table, before, _action: table.next_order() != before.order,
    "no-revolution": lambda table, before, _action: table.next_order() == before.order,
    "cut": lambda table, _before, action: _ends_trick(table) and _has_rank(action, "8"),
    "lock": lambda table, _before, _action: table.lock != 0,
    "flip": lambda table, before, _action: table.down != before.down,
    "up": lambda table, _before, _action: not table.down,
    "down": lambda table, _before, _action: table.down == 1,
    "spade3": lambda table, _before, action: _ends_trick(table) and "S3" in action.meld.names,
    "out": lambda table, _before, action: action.player in table.out or action.player in table.sunk,
    "fallen": lambda table, _before, _action: bool(table.sunk),
}


def _ends_trick(table: Table) -> bool:
    return table.over or table.top is None


def _has_rank(action: Action, rank: str) -> bool:
    return any(name.endswith(rank) for name in (*action.meld.names, *action.meld.stand_ins))


def is_true(claim: str, table: Table, before: Before, action: Action) -> bool:
    """Whether the table did what is said of the action that was taken last."""
    return _TESTS[claim](table, before, action)
