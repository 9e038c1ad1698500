"""Records are read into the values of the engine."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings

from daifu.replay.deal import Deal, Hand, Result
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Record, replay
from daifu.schemas.record.decode import load_raw_record, load_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.validate import find_problems, find_problems_in_text
from daifu.schemas.report import report_json
from tests.support.small_records import ORDER, Document, document, json_bytes, one_deal
from tests.support.strategies import record_documents, record_texts

HANDS = ["D3 S5", "S8 HQ", "C4", "X"]

LONG = settings(max_examples=max(40, settings().max_examples))
"""Decoder and validator must agree on every text, so these properties take more examples than others."""


def read(value: dict[str, Any]) -> Record:
    return load_record(json_bytes(value))


def deal(**fields: Any) -> Deal:  # noqa: ANN401 - any JSON
    return read(one_deal(**fields)).deals[0]


def fields_of(found: Deal) -> dict[str, object]:
    fields = {name: getattr(found, name) for name in Deal.__slots__}
    return {**fields, "result": (found.result.order, found.result.points)}


def names(hand: Hand | None) -> list[str]:
    assert hand is not None
    return PROFILES["theater"].lexicon.alphabet.list(hand.cards)


def cards(*spelt: str) -> tuple[int, ...]:
    return tuple(PROFILES["theater"].lexicon.one[name] for name in spelt)


def test_a_deal_with_only_a_result_has_no_hands_and_no_actions() -> None:
    assert fields_of(deal(result=ORDER)) == fields_of(Deal(result=Result((1, 2, 3, 4))))


def test_a_deal_may_be_empty() -> None:
    assert fields_of(deal()) == fields_of(Deal())


def test_every_field_of_a_deal_is_read() -> None:
    found = deal(
        seats=[2, 1, 4, 3],
        places=[4, 3, 2, 1],
        hands=HANDS,
        hands_are="exchanged",
        dealer=2,
        first=3,
        stock="C9 C8",
        actions=["1 D3", "2 -"],
        result={"order": [3], "points": [1, 2.5, None, 0]},
        abandoned=True,
        notes="two\nlines",
    )
    assert (found.seats, found.places, found.dealer, found.first) == ((2, 1, 4, 3), (4, 3, 2, 1), 2, 3)
    assert (found.exchanged, found.stock, found.abandoned) == (True, cards("C9", "C8"), True)
    assert [action.text for action in found.actions or ()] == ["1 D3", "2 -"]
    assert (found.result.order, found.result.points) == ((3,), (1, 2.5, None, 0))


def test_a_hand_is_its_named_cards_and_the_number_of_unknown_cards() -> None:
    hands = deal(hands=["S5 D3", "? HQ ?*12", "?*13", ""]).hands
    assert hands is not None
    assert names(hands[0]) == ["D3", "S5"]
    assert [(names(hand), hand.unknown) for hand in hands[1:] if hand] == [(["HQ"], 13), ([], 13), ([], 0)]


def test_a_ten_may_be_written_with_two_digits() -> None:
    found = deal(hands=["S10 ST", "", "", ""], stock="H10", actions=["1 S10"])
    assert found.hands is not None
    assert names(found.hands[0]) == ["ST", "ST"]
    assert found.stock == cards("HT")


def test_a_null_ranking_differs_from_one_that_is_not_written() -> None:
    assert deal(places=None).places is None
    assert deal().places == ()


def test_a_player_who_sits_out_has_no_hand() -> None:
    hands = deal(seats=[1, 2, 3, 4], hands=HANDS).hands
    fewer = read(
        document(
            rules="dalmuti", players=list("ABCDE"), deals=[{"seats": [1, 2, 3, 5], "hands": ["1", "1", "1", None, "1"]}]
        )
    )
    assert hands is not None
    assert None not in hands
    assert [hand is None for hand in fewer.deals[0].hands or ()] == [False, False, False, True, False]


def test_in_dalmuti_any_of_the_players_may_be_ranked_and_seated() -> None:
    record = document(
        rules="dalmuti", players=list("ABCDEFGHI"), deals=[{"places": [9, 2, 7, 1], "result": {"order": [9, 1]}}]
    )
    assert read(record).deals[0].places == (9, 2, 7, 1)


def test_seats_that_are_not_written_are_those_of_the_deal_before() -> None:
    hands = ["1", "1", "1", None, "1"]
    deals = [{"seats": [1, 2, 3, 5], "hands": hands}, {"hands": hands}]
    assert len(read(document(rules="dalmuti", players=list("ABCDE"), deals=deals)).deals) == 2


def test_players_are_names_or_objects_and_names_may_repeat() -> None:
    players = ["Mu", {"id": "7", "name": "Mu"}, {"id": "8", "name": "武藤"}, "7a"]
    assert list(read(document(players=players)).players) == players


def test_options_that_are_not_chosen_have_their_defaults() -> None:
    record = read(document(options={"jokers": 2}))
    assert record.options == {"jokers": 2}
    assert record.rules.options["jokers"] == 2
    assert record.rules.options["illegal_play"] == "stands"


def test_equal_choices_of_options_share_their_rules() -> None:
    plain = read(document()).rules
    assert read(document(options={})).rules is plain
    assert read(document(options={"illegal_play": "stands"})).rules is plain
    assert read(document(options={"illegal_play": "pass"})).rules is not plain


@pytest.mark.parametrize(
    "date",
    [
        "2007-07-16",
        "20070716",
        "2007-W29-1",
        "2007-07",
        "2007",
        "2007-07-16T20:00",
        "2007-07-16T20:00:01.5+09:00",
        "2007-07-16T11Z",
    ],
)
def test_the_date_of_an_event_may_be_any_iso_8601_date(date: str) -> None:
    assert len(read(document(event={"date": date})).deals) == 1


def test_an_event_may_have_unknown_fields() -> None:
    known = {"name": "July league", "round": 3, "table": "B", "site": "Kyoto", "date": "2007-07-16"}
    more = {"umpire": {"name": "Sei", "years": [2006, 2007, 0.5, None, True]}}
    assert len(read(document(event={**known, **more})).deals) == 1


def test_a_source_may_hold_anything() -> None:
    assert len(read(document(source={"format": "club-7", "file": "a.txt", "lines": [["x", 1], {}]})).deals) == 1


def test_unicode_is_read_escaped_or_not() -> None:
    escaped = rb'{"format":"daifu\/1","rules":"theater","players":["\u6b66\ud83d\ude00","b","c","d"],"deals":[{}]}'
    assert list(load_record(escaped).players) == ["武😀", "b", "c", "d"]


def test_whitespace_around_json_is_ignored() -> None:
    assert load_record(b"\r\n\t " + json_bytes(document()) + b"\n\n").players


def test_plain_values_are_read_like_their_json_text() -> None:
    value = one_deal(hands=HANDS, actions=["1 D3 @5 # leads", "2 S8 void"], result=ORDER)
    one, other = load_raw_record(value), read(value)
    assert (one.rules, one.options, one.players) == (other.rules, other.options, other.players)
    assert list(map(names, one.deals[0].hands or ())) == list(map(names, other.deals[0].hands or ()))
    assert [action.text for action in one.deals[0].actions or ()] == ["1 D3 @5 # leads", "2 S8 void"]


def accepted(data: bytes) -> Record | None:
    try:
        return load_record(data)
    except RecordRefused as refusal:
        if not refusal.problems:
            raise
        return None


@given(record_documents())
@LONG
@example(document(event={"date": "2007-07-16T20:00"}))
@example(document(deals=[{"places": [1, 2, 3, 3]}]))
def test_a_document_is_accepted_if_and_only_if_no_problem_is_found(value: Document) -> None:
    data = json_bytes(value)
    assert (accepted(data) is not None) == (not find_problems_in_text(data))


@given(record_texts())
@LONG
def test_a_text_is_accepted_if_and_only_if_no_problem_is_found(data: bytes) -> None:
    assert (accepted(data) is not None) == (not find_problems_in_text(data))


@given(record_documents())
@LONG
def test_plain_values_are_accepted_if_and_only_if_no_problem_is_found(value: Document) -> None:
    reasons = find_problems(value)
    if not reasons:
        assert len(load_raw_record(value).deals) == len(value["deals"])
        return
    with pytest.raises(RecordRefused) as refusal:
        load_raw_record(value)
    assert list(refusal.value.problems) == reasons


@given(record_documents())
@LONG
def test_an_accepted_record_can_be_replayed_and_reported(value: Document) -> None:
    record = accepted(json_bytes(value))
    if record is not None:
        assert len(json.loads(report_json(replay(record)))["deals"]) == len(value["deals"])


@given(record_texts())
@LONG
def test_every_problem_can_be_printed_in_both_languages(data: bytes) -> None:
    for pointer, expected in find_problems_in_text(data):
        assert pointer == "" or pointer.startswith("/")
        assert (pointer + expected.en + expected.ja).encode().isascii() is False
