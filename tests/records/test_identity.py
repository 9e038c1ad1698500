"""Equal records have equal identities, and longer versions of a sitting continue shorter ones."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from daifu.schemas.record.identity import canonical_json, content_hash, is_continuation, opening_hash, play_sequence
from daifu.schemas.record.model import RawDeal, RawRecord, RecordShape
from tests.support.small_records import ORDER, Document, document, json_bytes
from tests.support.strategies import damage, paths_in, sittings

HANDS = ["D3 S5", "S4", "H9", "C7"]
DEAL: Document = {"hands": HANDS, "actions": ["1 D3", "2 S4"], "notes": "by lamplight"}
FULL = document(deals=[DEAL, {"result": ORDER}], event={"name": "n", "round": [1, {"a": None}]}, notes="x")
VERSIONS = [
    document(deals=deals)
    for deals in ([DEAL], [DEAL, {**DEAL, "abandoned": False}], [DEAL, {**DEAL, "result": ORDER}], [DEAL, DEAL, {}])
]
"""Versions of one sitting, written down at several times."""
LONG = settings(max_examples=max(40, settings().max_examples))


def shape(value: object) -> RecordShape:
    return msgspec.json.decode(json_bytes(value), type=RecordShape)


def content(value: object) -> bytes:
    return content_hash(shape(value), canonical_json(shape(value)))


def opening(value: object) -> bytes:
    return opening_hash(shape(value))


def does_continue(longer: object, shorter: object) -> bool:
    """Whether one record continues the other, which their sequences of play say, too."""
    texts = json_bytes(longer), json_bytes(shorter)
    after, before = map(play_sequence, texts)
    found = is_continuation(*texts)
    assert found == (len(after) > len(before) and after[: len(before)] == before)
    return found


def without_source(value: Document) -> bytes:
    return json_bytes({name: field for name, field in value.items() if name != "source"})


@st.composite
def damaged_records(draw: st.DrawFn, sound: Document) -> Document:
    """The same document with one change; it is still a record."""
    value: Document = json.loads(json_bytes(sound))
    damage(draw, value, draw(st.sampled_from(paths_in(value))))
    try:
        shape(value)
    except (msgspec.MsgspecError, UnicodeError):
        assume(condition=False)
    return value


def shuffled(value: Any, rng: Random) -> Any:  # noqa: ANN401 - any JSON
    """The same JSON with the fields of its objects in another order."""
    if isinstance(value, dict):
        fields = rng.sample(sorted(value), len(value))
        return {name: shuffled(value[name], rng) for name in fields}
    return [shuffled(item, rng) for item in value] if isinstance(value, list) else value


def earlier(raw: RawRecord) -> Iterator[RawRecord]:
    """All earlier versions of a sitting: fewer deals, the last of which may be in play."""
    for count, deal in enumerate(raw["deals"]):
        for taken in range(len(deal["actions"]) + 1):
            yield {**raw, "deals": [*raw["deals"][:count], in_play(deal, taken)]}
        if count:
            yield {**raw, "deals": raw["deals"][:count]}


def in_play(deal: RawDeal, taken: int) -> RawDeal:
    begun: RawDeal = {**deal, "actions": deal["actions"][:taken]}
    begun.pop("result", None)
    begun.pop("abandoned", None)
    return begun


@given(sittings(deals=1), st.integers(0, 2**32).map(Random))
def test_the_order_of_fields_and_the_spaces_between_them_change_nothing(raw: RawRecord, rng: Random) -> None:
    value = {**raw, "event": {"name": "a league", "round": 3, "site": "ホール"}}
    spelt = json.dumps(shuffled(value, rng), indent=rng.choice([None, 1]), ensure_ascii=rng.random() < 0.5)
    assert content(spelt.encode()) == content(value)
    assert canonical_json(shape(spelt.encode())) == canonical_json(shape(value))


@given(sittings(deals=1), st.none() | st.dictionaries(st.text("ab"), st.integers()))
def test_the_source_is_not_part_of_the_identity(raw: RawRecord, source: Document | None) -> None:
    value = raw if source is None else {**raw, "source": source}
    assert content(value) == content({**raw, "source": {"format": "uecda-log", "file": "a.log"}})
    assert opening(value) == opening(raw)


@given(damaged_records(FULL))
@LONG
def test_any_other_change_makes_another_record(other: Document) -> None:
    assume(without_source(other) != without_source(FULL))
    assert content(other) != content(FULL)


def test_a_hash_is_short() -> None:
    assert (len(content(document())), len(opening(document()))) == (16, 8)


@pytest.mark.parametrize(
    "other",
    [
        {"rules": "akagiri"},
        {"options": {"jokers": 2}},
        {"players": ["Mu", "Junko", "Shimo", "Somebody else"]},
        {"event": {"round": 2}},
        {"deals": [{**DEAL, "hands": [*HANDS[:3], "C8"]}]},
        {"deals": [{**DEAL, "seats": [1, 2, 4, 3]}]},
        {"deals": [{**DEAL, "places": None}]},
    ],
)
def test_the_start_of_a_sitting_makes_its_opening(other: Document) -> None:
    value = document(deals=[DEAL], event={"round": 1})
    assert opening({**value, **other}) != opening(value)


@pytest.mark.parametrize(
    "other",
    [
        {"notes": "rain"},
        {"deals": [{**DEAL, "actions": ["1 D3"]}]},
        {"deals": [{**DEAL, "result": ORDER}]},
        {"deals": [{**DEAL, "abandoned": True}]},
        {"deals": [{**DEAL, "notes": "by daylight"}]},
        {"deals": [DEAL, {"result": ORDER}]},
    ],
)
def test_the_play_of_a_sitting_does_not_change_its_opening(other: Document) -> None:
    value = document(deals=[DEAL])
    assert opening({**value, **other}) == opening(value)


def test_without_hands_the_first_result_makes_the_opening() -> None:
    other = document(deals=[{"result": {"order": [2, 1, 3, 4]}}])
    assert opening(other) != opening(document(deals=[{"result": ORDER}]))


@given(sittings(deals=2), st.integers(0, 2**32).map(Random))
def test_a_sitting_continues_all_its_earlier_versions(raw: RawRecord, rng: Random) -> None:
    before = [value for value in earlier(raw) if content(value) != content(raw)]
    for value in rng.sample(before, min(6, len(before))):
        assert does_continue(raw, value)
        assert not does_continue(value, raw)
        assert opening(value) == opening(raw)


@given(sittings(deals=2), st.integers(0, 2**32).map(Random))
def test_of_two_versions_of_a_sitting_one_continues_the_other(raw: RawRecord, rng: Random) -> None:
    one, other = rng.choices(list(earlier(raw)), k=2)
    assert does_continue(one, other) + does_continue(other, one) == (content(one) != content(other))


@given(sittings(deals=1), sittings(deals=1))
def test_no_record_continues_itself_and_no_two_continue_each_other(one: RawRecord, other: RawRecord) -> None:
    assert not does_continue(one, one)
    assert not (does_continue(one, other) and does_continue(other, one))


@given(st.sampled_from(VERSIONS).flatmap(damaged_records), st.sampled_from(VERSIONS))
@LONG
def test_two_similar_records_never_continue_each_other(one: Document, other: Document) -> None:
    forth, back = does_continue(one, other), does_continue(other, one)
    assert not (forth and back)
    assert not ((forth or back) and content(one) == content(other))


@pytest.mark.parametrize(
    "longer",
    [
        document(deals=[{**DEAL, "actions": ["1 D3", "2 H9"]}, {"result": ORDER}]),
        document(deals=[DEAL, {"result": ORDER}], notes="written later"),
        document(deals=[DEAL, {"result": ORDER}], event={"round": 2}),
        document(deals=[{**DEAL, "notes": "by daylight"}, {"result": ORDER}]),
    ],
)
def test_a_record_that_differs_before_its_end_does_not_continue(longer: Document) -> None:
    assert not does_continue(longer, document(deals=[DEAL]))


@pytest.mark.parametrize("end", [{"result": ORDER}, {"abandoned": True}])
def test_a_finished_deal_does_not_continue(end: Document) -> None:
    ended = {**DEAL, **end}
    assert not does_continue(
        document(deals=[{**ended, "actions": [*DEAL["actions"], "3 H9"]}]), document(deals=[ended])
    )
    assert does_continue(document(deals=[ended]), document(deals=[DEAL]))
    assert does_continue(document(deals=[ended, DEAL]), document(deals=[ended]))


def test_a_deal_that_was_only_dealt_may_continue() -> None:
    assert does_continue(document(deals=[DEAL]), document(deals=[{name: DEAL[name] for name in ("hands", "notes")}]))
