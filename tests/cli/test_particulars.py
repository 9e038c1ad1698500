"""What only some games have on their tables is drawn with the rest."""

from typing import Any

import pytest

from tests.support.command_line import daifu, text


def facts(rules: str, players: int, *options: str, **deal: object) -> dict[str, str]:
    """The facts that are drawn of a deal, by their headings."""
    record: dict[str, Any] = {
        "format": "daifu/1",
        "rules": rules,
        "players": [f"P{number}" for number in range(1, players + 1)],
        "deals": [{"abandoned": True, **deal}],
    }
    result = daifu("show", "-", *options, data=text(record))
    assert (result.exit_code, result.stderr) == (0, "")
    lines = (line.split("  ", 1) for line in result.stdout.splitlines() if "  " in line)
    return {heading: rest.strip() for heading, rest in lines}


def test_the_stock_of_the_thirteenth_floor_is_counted() -> None:
    found = facts("floor13", 4, hands=["?*7"] * 4, first=1, actions=["1 S4", "2 draw"])
    assert found["stock"] == "25 cards"


def test_nobody_has_declared_at_first() -> None:
    found = facts("biga", 5, hands=["?*22"] * 4 + ["?*20"], actions=[])
    assert found["turn"] == "whoever acts first"
    assert "declarer" not in found


@pytest.mark.parametrize(("aces", "partner"), [("SA", "P2 (secret)"), ("SA SA", "nobody (known to all)")])
def test_the_declaration_and_the_partner_are_shown(aces: str, partner: str) -> None:
    held = len(aces.split())
    hands = [f"{aces} S3 ?*{21 - held}", "SA ?*21" if held == 1 else "?*22", "?*22", "?*22", "?*20"]
    found = facts("biga", 5, hands=hands, actions=[f"1 show {aces}", "1 S3"])
    assert found["declarer"] == f"P1 ({'♠A'})"
    assert found["partner"] == partner


def test_a_suit_lock_is_shown_by_its_suits() -> None:
    found = facts("uecda", 5, hands=["S4 H4 ?*9", "S5 H5 ?*9", *["?*11"] * 2, "?*9"], actions=["1 S4 H4", "2 S5 H5"])
    assert found["suit lock"] == "♠ ♥"


def test_a_deal_that_is_over_has_no_turn() -> None:
    assert (
        facts("dalmuti", 4, hands=["1", "2", "3", "4"], actions=["1 1", "2 2", "3 3"])["turn"]
        == "none, the deal is over"
    )


def test_plain_numbers_stand_for_themselves_and_the_jester_has_his_name() -> None:
    found = facts("dalmuti", 4, hands=["10 J 1", "2", "3", "4"], actions=["1 10 J"])
    assert found["to beat"] == "10 Jester (P1)"
