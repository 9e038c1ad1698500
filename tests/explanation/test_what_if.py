"""What if: where the same actions would have led elsewhere under other rules."""

from typing import Any

from daifu.schemas.report_changes import WhatIf, what_if
from tests.support.small_records import CUT, Document, json_bytes


def changes(raw: Document, rules: str | None = None, options: dict[str, Any] | None = None) -> WhatIf:
    return what_if(json_bytes(raw), rules, options)


def test_the_first_place_is_where_the_table_begins_to_differ() -> None:
    place, *_others = changes(CUT, options={"eight_cut": True}).places
    assert (place.deal, place.action, place.text, list(place.parts)) == (1, 0, "1 S8", ["turn", "trick"])
    assert (place.before.turn, place.before.top) == (2, 1)
    assert (place.after.turn, place.after.top) == (1, None)


def test_faults_are_told_wherever_they_differ() -> None:
    places = changes(CUT, options={"eight_cut": True}).places
    assert [
        (one.action, list(one.before.faults), list(one.after.faults)) for one in places if "faults" in one.parts
    ] == [(1, ["not_stronger", "out_of_turn"], [])]


def test_what_the_report_says_otherwise_is_told_too() -> None:
    found = changes(CUT, options={"eight_cut": True})
    assert found.changes.deals[0].deal == 1
    assert found.rules == "daifugo"
    assert found.unasked == []


def test_under_equal_rules_nothing_differs() -> None:
    found = changes(CUT, options={})
    assert (found.places, found.more, found.changes.deals) == ([], False, ())


def test_local_rules_for_which_another_game_does_not_ask_are_named() -> None:
    found = changes({**CUT, "options": {"eight_cut": True, "four_stop": True}}, rules="akagiri")
    assert [(one.rule, one.name.en) for one in found.unasked] == [
        ("eight_cut", "eight cut"),
        ("four_stop", "fours stop a cut"),
    ]
