"""Rules are built once for each choice of options, and records are judged by other rules than their own."""

import json
from typing import Any

import pytest
from hypothesis import given

from daifu.replay.actions import CACHE_USAGE
from daifu.replay.options import Options
from daifu.schemas.judgement import check_json, judge_by_other_rules
from daifu.schemas.record import limits
from daifu.schemas.record.errors import InvalidRecord, RecordRefused
from daifu.schemas.record.model import RawRecord
from daifu.schemas.record.rules import clear_cache, rules_for
from tests.support.games.theater import OPEN_HANDS, OPENING
from tests.support.small_records import Document, document, json_bytes, one_deal
from tests.support.strategies import sittings

LONG: Options = {"exchange_counts": [1] * limits.CACHED_OPTIONS_BYTES}


def test_equal_choices_share_their_rules_however_they_are_written() -> None:
    plain = rules_for("akagiri", {})
    assert rules_for("akagiri", {"jokers": 1}) is plain
    assert rules_for("akagiri", {"decks": 1, "jokers": 1}) is rules_for("akagiri", {"jokers": 1, "decks": 1})
    assert rules_for("akagiri", {"jokers": 2}) is not plain


def test_equal_choices_share_their_rules_after_many_others() -> None:
    plain = rules_for("dalmuti", {})
    for target in range(1, limits.CACHED_RULES):
        rules_for("dalmuti", {"hands_target": target})
        assert rules_for("dalmuti", {}) is plain
    assert rules_for("dalmuti", {"hands_target": None}) is plain


def test_the_number_of_cached_rules_is_limited() -> None:
    plain = rules_for("dalmuti", {})
    for target in range(1, limits.CACHED_RULES + 1):
        rules_for("dalmuti", {"hands_target": target})
    assert rules_for("dalmuti", {}) is not plain


def test_rules_with_very_long_options_are_not_cached() -> None:
    assert rules_for("akagiri", LONG) is not rules_for("akagiri", LONG)
    assert rules_for("akagiri", LONG).options["exchange_counts"] == LONG["exchange_counts"]


@pytest.mark.parametrize("options", [{}, LONG])
def test_options_that_no_profile_takes_are_refused(options: Options) -> None:
    with pytest.raises(InvalidRecord):
        rules_for("poker", options)
    with pytest.raises(InvalidRecord):
        rules_for("theater", {**options, "winner": "Mu"})


def test_the_caches_are_cleared_when_they_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    clear_cache()
    monkeypatch.setattr(limits, "CACHE_BYTES", 5_000)
    rules = rules_for("theater", {})
    action = rules.notation(4)["1 D3"]
    assert rules_for("theater", {}) is rules
    for rank in "456789TJQKA2":
        rules.notation(4)[f"1 S{rank} H{rank}"]
    again = rules_for("theater", {})
    assert again is not rules
    assert again.notation(4)["1 D3"].meld is not action.meld
    assert CACHE_USAGE.bytes < limits.CACHE_BYTES


def test_rules_in_use_survive_clearing_the_caches() -> None:
    rules = rules_for("theater", {})
    readings = rules.notation(4)["1 D3"].readings
    clear_cache()
    assert rules.notation(4)["1 D3"].readings is readings
    assert rules.notation(4)["1 S3"].only is not None


JACK_THEN_TEN = {"hands": OPEN_HANDS, "actions": [*OPENING, "1 SJ", "1 say down", "2 ST"], "abandoned": True}


def codes(value: object, rules: str | None = None, options: Options | None = None) -> list[str]:
    """The faults of the first deal by these rules."""
    found = json.loads(judge_by_other_rules(json_bytes(value), rules, options))
    return [fault["code"] for fault in found["deals"][0]["faults"]]


def refusal_pointers_of(value: object, rules: str | None = None, options: Options | None = None) -> list[str]:
    """The places of the problems if a record cannot be read under these rules."""
    with pytest.raises(RecordRefused) as refusal:
        judge_by_other_rules(json_bytes(value), rules, options)
    return [problem.pointer for problem in refusal.value.problems]


@given(sittings())
def test_a_record_judged_by_its_own_rules_gets_its_usual_report(raw: RawRecord) -> None:
    data = json_bytes(raw)
    assert judge_by_other_rules(data, None, None) == check_json(data)
    assert judge_by_other_rules(data, raw["rules"], None) == check_json(data)
    assert judge_by_other_rules(data, raw["rules"], raw.get("options", {})) == check_json(data)


def test_a_legal_play_may_be_illegal_under_another_option() -> None:
    value = one_deal(**JACK_THEN_TEN)
    assert codes(value) == []
    assert codes(value, options={"eleven_back": False}) == ["effect_not_owed", "not_stronger"]


def test_the_report_names_the_rules_by_which_it_was_judged() -> None:
    names = [f"P{number}" for number in range(1, 6)]
    value = document(rules="uecda", players=names, deals=[{"result": {"order": [1, 2, 3, 4, 5]}}])
    found = json.loads(judge_by_other_rules(json_bytes(value), "akagiri", None))
    assert found["rules"] == "akagiri"
    assert found["deals"][0]["titles"] == ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"]


def test_given_options_replace_all_written_options() -> None:
    value = one_deal(**JACK_THEN_TEN) | {"options": {"eleven_back": False}}
    assert codes(value) != []
    assert codes(value, options={"jokers": 1}) == []


def test_the_options_of_a_record_are_not_used_under_another_profile() -> None:
    value: Document = document(options={"eleven_back": False}, deals=[{"result": {"order": [1, 2, 3, 4]}}])
    assert codes(value, rules="akagiri") == []


def test_written_points_are_not_compared_under_other_rules() -> None:
    result = {"order": [1, 2, 3, 4], "points": [9, 9, 9, 9]}
    value = document(rules="dalmuti", deals=[{"result": result}])
    found = json.loads(judge_by_other_rules(json_bytes(value), None, {"score": True}))
    assert (found["legal"], found["totals"]) == (True, [3, 2, 1, 0])
    assert json.loads(judge_by_other_rules(json_bytes(value), "dalmuti", {}))["totals"] == [9, 9, 9, 9]


@pytest.mark.parametrize(
    ("rules", "options", "where"),
    [
        ("poker", None, ["/rules"]),
        ("uecda", None, ["/deals/0"]),
        (None, {"eleven_back": 1}, ["/options/eleven_back"]),
        (None, {"spade3": True}, ["/options/spade3"]),
        ("akagiri", {"spade3": "on"}, ["/options/spade3"]),
    ],
)
def test_rules_under_which_a_record_is_unreadable_are_refused(
    rules: str | None,
    options: Any,  # noqa: ANN401
    where: list[str],
) -> None:
    assert refusal_pointers_of(document(), rules, options) == where


def test_cards_that_the_other_game_does_not_have_are_named_one_by_one() -> None:
    value = one_deal(hands=["D3 ?", "S5", "H9", "X"], actions=["1 D3", "2 S5"], abandoned=True)
    assert refusal_pointers_of(value, "dalmuti") == [
        "/deals/0/actions/0",
        "/deals/0/actions/1",
        *(f"/deals/0/hands/{place}" for place in range(4)),
    ]
