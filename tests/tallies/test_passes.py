"""Passes with a legal set in hand, as trying every set tells it."""

from collections import Counter

import pytest
from hypothesis import given

from replay.actions import DRAW, PASS, PLAY, Action
from replay.engine import settle
from replay.games.floor13.drawing import wait_for_draw
from replay.games.floor13.table import Floor13Table
from replay.legal import legal_actions
from replay.table import Table
from replay.tallies import tallied
from schemas.raw import RawRecord
from schemas.record import read_record
from tests.support.garbage import careless
from tests.support.strategies import sittings
from tests.support.tallies import counted, of_player, total
from tests.support.walk import steps


@given(sittings(choose=careless))
def test_passes_tell_whether_something_could_have_been_laid(raw: RawRecord) -> None:
    tallies = tallied(read_record(raw))[1]
    found = Counter(passes(raw))
    assert {kind: total(tallies, f"passes.{kind}") for kind in ("able", "unable", "unseen")} == {
        kind: found[kind] for kind in ("able", "unable", "unseen")
    }


@pytest.mark.parametrize(("hand", "able"), [("D9 X", 1), ("H9 X", 1), ("S9 X", 0), ("D9 S9", 0), ("D9 H9", 1)])
def test_the_joker_completes_a_pair_of_the_suits_that_the_trick_is_locked_to(hand: str, able: int) -> None:
    """U-LOCK-1."""
    hands = ["H5 D5 SK", "H6 D6 SQ", hand, "S3", "S4"]
    deal = {"hands": hands, "actions": ["1 H5 D5", "2 H6 D6", "3 -"], "abandoned": True}
    assert of_player(counted("uecda", [deal], 5), 3).get("passes.able", 0) == able


def passes(raw: RawRecord) -> list[str]:
    """What each pass of a record was, asked of the list of legal actions."""
    players = len(raw["players"])
    return [
        kind(before, action, players)
        for action, before, after in steps(raw)
        if is_pass(before, action) and not refused(after, action)
    ]


def is_pass(before: Table, action: Action) -> bool:
    """Whether an action is a pass; on the thirteenth floor that is the draw, or the word before it, in a trick."""
    if action.void or action.verb not in (PASS, DRAW):
        return False
    if not isinstance(before, Floor13Table):
        return action.verb == PASS
    if before.pending is wait_for_draw or action.player == before.drawer:
        return False
    return settled(before, action).top is not None


def refused(after: Table, action: Action) -> bool:
    """Whether the pass had no effect."""
    return any(
        fault.action == after.index and fault.player == action.player and fault.resolution != "stands"
        for fault in after.faults
    )


def kind(before: Table, action: Action, players: int) -> str:
    """What kind of pass it was."""
    if before.unknown[action.player]:
        return "unseen"
    table = settled(before, action)
    legal = legal_actions(table, table.rules.notation(players))
    return "able" if any(one.verb == PLAY and one.player == action.player for one in legal) else "unable"


def settled(before: Table, action: Action) -> Table:
    """The position once what has to happen before the action has happened."""
    table = before.copy()
    settle(table, action)
    return table
