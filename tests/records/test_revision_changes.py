"""The changes that a new revision makes in the report."""

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from daifu.schemas.judgement import check_json
from daifu.schemas.report_changes import Changes
from daifu.schemas.report_changes import compare_reports as changes_of
from tests.support.games.theater import OPEN_HANDS, OPENING
from tests.support.http_app import schema_errors
from tests.support.random_records import random_record
from tests.support.small_records import Document, document, json_bytes
from tests.support.strategies import GAMES

FEW = settings(max_examples=max(40, settings().max_examples))
RESULT: Document = {"result": {"order": [1, 2, 3, 4]}}
OTHER: Document = {"result": {"order": [2, 1, 3, 4]}}


def compare_reports(before: bytes, after: bytes) -> Any:  # noqa: ANN401
    """The changes between two reports as the service answers them."""
    return msgspec.json.decode(msgspec.json.encode(changes_of(before, after)))


def unfinished_deal(*actions: str) -> Document:
    return {"hands": OPEN_HANDS, "actions": [*OPENING, *actions], "abandoned": True}


def changes_between(before: list[Document], after: list[Document], rules: str = "theater") -> Any:  # noqa: ANN401
    """The changes between two records of these deals."""
    reports = (check_json(json_bytes(document(rules=rules, deals=deals))) for deals in (before, after))
    return compare_reports(*reports)


@st.composite
def reports(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """The reports on two records that could be versions of the same one."""
    name = draw(st.sampled_from(GAMES))
    one = random_record(name, Random(draw(st.integers(0, 2**32))))
    other = json.loads(json.dumps(one))
    deal = draw(st.sampled_from(other["deals"]))
    for action in draw(st.lists(st.integers(0, max(0, len(deal["actions"]) - 1)), max_size=2)):
        del deal["actions"][action : action + 1]
    other["deals"] = other["deals"][: draw(st.integers(1, len(other["deals"])))]
    return check_json(json_bytes(one)), check_json(json_bytes(other))


def keys(faults: list[Any]) -> Counter[Any]:
    return Counter((fault["action"], fault["player"], fault["code"]) for fault in faults)


def comparable_report(report: bytes) -> Any:  # noqa: ANN401
    """The parts of a report that are compared; faults without their sentences."""
    found = json.loads(report)
    deals = [{**deal, "faults": keys(deal["faults"]), "verified": 0, "unfinished": 0} for deal in found["deals"]]
    return {**found, "deals": deals}


@given(reports())
@FEW
def test_there_are_no_changes_if_and_only_if_the_reports_are_equal(pair: tuple[bytes, bytes]) -> None:
    before, after = pair
    assert compare_reports(before, before) == compare_reports(after, after) == {}
    assert (compare_reports(before, after) == {}) == (comparable_report(before) == comparable_report(after))


@given(reports())
@FEW
def test_the_old_faults_without_the_gone_and_with_the_new_ones_are_the_new_faults(
    pair: tuple[bytes, bytes],
) -> None:
    before, after = (json.loads(report)["deals"] for report in pair)
    found = {deal["deal"]: deal.get("faults") for deal in compare_reports(*pair).get("deals", [])}
    for number, (then, now) in enumerate(zip(before, after, strict=False), 1):
        moved = found.get(number) or {"gone": [], "come": []}
        assert keys(then["faults"]) - keys(moved["gone"]) + keys(moved["come"]) == keys(now["faults"])


@given(reports())
@FEW
def test_the_changes_in_reverse_undo_the_changes(pair: tuple[bytes, bytes]) -> None:
    forth, back = compare_reports(*pair), compare_reports(*reversed(pair))
    assert forth.get("added") == back.get("removed")
    assert forth.get("totals", {}).get("before") == back.get("totals", {}).get("after")
    assert schema_errors(forth, Changes) == []


def test_another_result_changes_places_and_titles_of_its_deal_only() -> None:
    assert changes_between([RESULT, RESULT, RESULT], [RESULT, RESULT, OTHER])["deals"] == [
        {
            "deal": 3,
            "order": {"before": [1, 2, 3, 4], "after": [2, 1, 3, 4]},
            "titles": {
                "before": ["daifugo", "fugo", "hinmin", "daihinmin"],
                "after": ["fugo", "daifugo", "hinmin", "daihinmin"],
            },
        }
    ]


def test_changes_show_points_totals_and_ranks_before_and_after() -> None:
    found = changes_between([RESULT], [OTHER], rules="dalmuti")
    assert found["deals"][0]["points"] == {"before": [3, 2, 1, 0], "after": [2, 3, 1, 0]}
    assert found["totals"] == {"before": [3, 2, 1, 0], "after": [2, 3, 1, 0]}
    assert found["ranks"] == {"before": [1, 2, 3, 4], "after": [2, 1, 3, 4]}


def test_a_corrected_fault_is_gone_and_the_record_is_legal() -> None:
    found = changes_between([unfinished_deal("1 S5", "2 S4")], [unfinished_deal("1 S5", "2 S6")])
    [deal] = found["deals"]
    assert [fault["code"] for fault in deal["faults"]["gone"]] == ["not_stronger"]
    assert deal["faults"]["come"] == []
    assert found["legal"] == {"before": False, "after": True}


def test_the_same_fault_of_another_action_is_another_fault() -> None:
    found = changes_between([unfinished_deal("1 S5", "2 S4")], [unfinished_deal("1 S5", "2 -", "3 S4")])
    [deal] = found["deals"]
    assert [fault["action"] for fault in deal["faults"]["gone"] + deal["faults"]["come"]] == [5, 6]


def test_equal_faults_are_counted() -> None:
    fault = {
        "action": 5,
        "player": 2,
        "code": "card_not_held",
        "severity": "illegal",
        "rule": "T-DEAL-1",
        "resolution": "stands",
        "message": {"en": "player 2 did not hold S4", "ja": "プレイヤー2はS4を持っていません"},
    }
    before, after = (
        json.dumps(
            {
                "legal": False,
                "deals": [{"order": [], "titles": [], "points": [], "faults": [fault] * count}],
                "totals": [],
                "ranks": [],
            }
        ).encode()
        for count in (3, 1)
    )
    assert compare_reports(before, after)["deals"] == [{"deal": 1, "faults": {"gone": [fault, fault], "come": []}}]


def test_added_and_removed_deals_are_listed_by_their_numbers() -> None:
    assert changes_between([RESULT], [RESULT, RESULT, RESULT]) == {"added": [2, 3]}
    assert changes_between([RESULT, RESULT, RESULT], [RESULT]) == {"removed": [2, 3]}


def test_notes_and_comments_change_nothing() -> None:
    assert (
        changes_between([unfinished_deal("1 S5")], [{**unfinished_deal("1 S5 # slowly"), "notes": "by lamplight"}])
        == {}
    )
