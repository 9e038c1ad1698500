"""The actions that are possible with unknown cards: those of any hand that the player may have."""

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.position import Position, legal_action_texts, position_after, possible_action_texts
from daifu.schemas.record.decode import load_raw_record

MANY = 100_000


def reached(rules: str, hands: list[str | None], actions: list[str]) -> Position:
    """The position after these actions of a single deal."""
    raw = {
        "format": "daifu/1",
        "rules": rules,
        "players": [f"P{number}" for number in range(len(hands))],
        "deals": [{"hands": hands, "actions": actions}],
    }
    return position_after(load_raw_record(raw), 0, len(actions))


KNOWN = ["D3 S5 H5", "S4 H6 D6", "H7 C7 X", "D8 C9 S9"]


@pytest.mark.parametrize("actions", [[], ["1 D3"], ["1 S5 H5"], ["1 D3", "2 H6", "3 X"]])
def test_with_known_hands_they_are_the_legal_actions(actions: list[str]) -> None:
    found = reached("theater", list(KNOWN), actions)
    legal = legal_action_texts(found.table, found.record.rules.notation(4))
    assert possible_action_texts(found, MANY) == legal


def test_of_an_unknown_hand_every_card_is_possible_that_nobody_has_shown() -> None:
    found = possible_action_texts(reached("theater", ["?*2", "?*2", "S2", "?*2"], ["1 CA"]), MANY)
    assert found == ["2 X", "2 H2", "2 D2", "2 C2", "2 -"]


def test_no_set_is_larger_than_the_hand() -> None:
    found = possible_action_texts(reached("theater", ["?*4", "?*2", "?*4", "?*4"], ["1 S3 H3 D3"]), MANY)
    assert found == ["2 -"]


def test_a_play_that_was_taken_back_has_shown_its_cards_only_to_its_player() -> None:
    found = possible_action_texts(reached("uecda", ["?*11"] * 5, ["1 D3", "2 S4 void"]), MANY)
    assert found is not None
    assert "2 S4" in found


def test_more_than_are_wanted_are_not_listed() -> None:
    assert possible_action_texts(reached("theater", ["?*13"] * 4, []), 100) is None


@pytest.mark.parametrize("rules", PROFILES)
def test_each_possible_action_is_without_a_fault(rules: str) -> None:
    players = max(4, PROFILES[rules].players[0])
    hands: list[str | None] = ["?*3"] * players
    start = {"dalmuti": ["1 5"], "biga": ["1 show SA", "1 S5"]}.get(rules, ["1 D5"])
    for text in (possible_action_texts(reached(rules, hands, start), MANY) or [])[:40]:
        position = reached(rules, hands, [*start, text])
        assert not [fault for fault in position.table.faults if fault.action == len(start)], text
