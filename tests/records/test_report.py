"""Reports as JSON have the form of the record format, section 5, and match the contract."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daifu.replay.deal import DealReport
from daifu.replay.faults import CATALOGUE, Fault
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Report
from daifu.schemas import report as answers
from daifu.schemas.judgement import check_json
from daifu.schemas.report import report_json
from tests.support.http_app import schema_errors
from tests.support.random_records import random_record
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import ORDER, document, json_bytes, one_deal
from tests.support.strategies import GAMES

EXCHANGED = {"hands_are": "exchanged", "abandoned": True}


def report_on(value: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(check_json(json_bytes(value)))
    return found


def dalmuti(*deals: dict[str, Any]) -> dict[str, Any]:
    return document(rules="dalmuti", players=["Aki", {"id": "bo", "name": "ボー"}, "Chie", "Dai"], deals=list(deals))


def result(*order: int, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    return {"result": {"order": list(order)}, **fields}


def test_a_report_has_the_fields_of_the_format_in_its_order() -> None:
    assert list(report_on(dalmuti(result(1, 2, 3, 4)))) == [
        "format",
        "rules",
        "players",
        "legal",
        "deals",
        "totals",
        "ranks",
    ]


def test_a_report_names_its_format_and_its_rules() -> None:
    report = report_on(dalmuti(result(1, 2, 3, 4)))
    assert (report["format"], report["rules"]) == ("daifu-report/1", "dalmuti")


def test_players_are_repeated_from_the_record() -> None:
    assert report_on(dalmuti(result(1, 2, 3, 4)))["players"] == ["Aki", {"id": "bo", "name": "ボー"}, "Chie", "Dai"]


def test_a_deal_has_the_fields_of_the_format() -> None:
    assert report_on(dalmuti(result(2, 1, 4, 3)))["deals"] == [
        {
            "order": [2, 1, 4, 3],
            "unfinished": [],
            "titles": ["lesser_dalmuti", "greater_dalmuti", "greater_peon", "lesser_peon"],
            "points": [2, 3, 0, 1],
            "verified": False,
            "faults": [],
        }
    ]


def test_totals_and_ranks_are_by_player_and_equal_totals_share_a_rank() -> None:
    report = report_on(dalmuti(result(2, 1, 4, 3), result(1, 2, 3, 4)))
    assert (report["totals"], report["ranks"]) == ([5, 5, 1, 1], [1, 1, 3, 3])


def test_values_of_undecided_deals_are_null() -> None:
    report = report_on(dalmuti({"abandoned": True}))
    assert (report["totals"], report["ranks"]) == ([None] * 4, [None] * 4)
    assert report["deals"][0]["unfinished"] == [1, 2, 3, 4]
    assert report["deals"][0]["titles"] == [None] * 4


def test_a_fault_has_its_place_player_code_rule_and_sentences_in_both_languages() -> None:
    hands = ["9 9 1", "8 2", "3", "4"]
    report = report_on(dalmuti({**EXCHANGED, "hands": hands, "actions": ["1 9", "2 2", "1 9"]}))
    [*_, fault] = report["deals"][0]["faults"]
    assert fault == {
        "action": 2,
        "player": 1,
        "code": "out_of_turn",
        "severity": "illegal",
        "rule": "D-SEAT-4",
        "resolution": "stands",
        "message": {
            "en": "player 1 acted out of turn: it was player 3's turn",
            "ja": "プレイヤー1の手番ではありません：手番はプレイヤー3でした",
        },
    }


def test_faults_of_the_whole_deal_have_no_action_and_no_player() -> None:
    report = report_on(dalmuti({**EXCHANGED, "hands": ["1", "1", "1", "1"], "actions": []}))
    assert {(fault["action"], fault["player"], fault["code"]) for fault in report["deals"][0]["faults"]} == {
        (None, None, "bad_deck"),
        (None, None, "bad_deal"),
    }


def test_a_report_with_nothing_worse_than_a_notice_is_legal() -> None:
    assert report_on(dalmuti(result(1, 2, 3, 4), {}))["legal"] is True
    assert report_on(dalmuti(result(1, 2, 3, 4), result(1, 2, 3, 4, places=[4, 3, 2, 1])))["legal"] is False


def test_the_sentences_of_a_report_are_utf8_and_not_escaped() -> None:
    assert "ボー".encode() in check_json(json_bytes(dalmuti(result(1, 2, 3, 4))))


def test_points_may_be_fractions() -> None:
    assert report_on(dalmuti({"result": {"order": [1, 2, 3, 4], "points": [1.5, 0.5, -2, None]}}))["totals"] == [
        1.5,
        0.5,
        -2,
        None,
    ]


def test_a_report_keeps_the_order_of_its_faults() -> None:
    faults = [
        Fault(
            entry=CATALOGUE[code],
            action=0,
            player=1,
            rule="D-1",
            resolution="void",
            details={"who": "1", "set": "3-4"},
        )
        for code in ("action_after_out", "not_a_combination")
    ]
    deal = DealReport([], [1], [None], [None], verified=True, decided=False, faults=faults)
    found = json.loads(report_json(Report("dalmuti", ["Mu"], [deal], [None], [None])))
    assert [fault["message"]["en"] for fault in found["deals"][0]["faults"]] == [
        "player 1 was no longer in the deal",
        "3-4 is not a combination",
    ]


FEW = settings(max_examples=max(40, settings().max_examples))


def sound_report(**fields: Any) -> Any:  # noqa: ANN401 - any JSON
    """A valid report with some fields replaced."""
    return {**json.loads(check_json(json_bytes(one_deal(result=ORDER)))), **fields}


@pytest.mark.parametrize("name", [*PROFILES, "faulty"])
def test_the_report_on_a_sample_matches_the_schema(name: str) -> None:
    for line in (SAMPLES_FOLDER / f"{name}.ndjson").read_bytes().splitlines()[:10]:
        assert schema_errors(json.loads(check_json(line)), answers.Report) == []


@given(st.sampled_from(GAMES), st.integers(0, 2**32).map(Random))
@FEW
def test_the_report_on_any_record_matches_the_schema(name: str, rng: Random) -> None:
    assert schema_errors(json.loads(check_json(json_bytes(random_record(name, rng)))), answers.Report) == []


def test_players_may_have_an_id_and_a_name() -> None:
    players = ["Mu", {"id": "j", "name": "Junko"}, "Shimo", "Aki"]
    assert schema_errors(json.loads(check_json(json_bytes(document(players=players)))), answers.Report) == []


@pytest.mark.parametrize(
    "other",
    [
        {"format": "daifu-report/2"},
        {"legal": "yes"},
        {"players": [1]},
        {"players": [{"id": "j"}]},
        {"totals": ["1"]},
        {"ranks": [1.5]},
        {"winner": 1},
        {"deals": [{"order": [1]}]},
    ],
)
def test_a_report_of_another_form_does_not_match_the_schema(other: Any) -> None:  # noqa: ANN401
    assert schema_errors(sound_report(), answers.Report) == []
    assert schema_errors(sound_report(**other), answers.Report) != []
