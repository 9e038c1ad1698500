"""A judged record has its text, its report, its facts and its counters."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.judged_record import JudgedRecord, RecordFacts
from daifu.schemas.judgement import check_json, judge_item, judge_json, judge_raw
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.model import RawRecord
from daifu.schemas.sources.items import DAIFU, FUJIGOKORO, UECDA, Item, SourceRefused
from tests.support.games.theater import OPEN_HANDS, OPENING
from tests.support.processes import comparable
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import FUJIGOKORO_FILE, ORDER, UECDA_LOG, Document, document, json_bytes, one_deal
from tests.support.strategies import sittings

EVENT = {"name": "July league", "round": 3, "date": "2007-07-16T20:00"}


def judge_document(**fields: Any) -> JudgedRecord:  # noqa: ANN401 - any JSON
    return judge_json(json_bytes(document(**fields)))


def facts_of(**fields: Any) -> RecordFacts:  # noqa: ANN401
    return judge_document(**fields).facts


@given(sittings())
def test_judging_gives_the_same_report_as_checking(raw: RawRecord) -> None:
    assert judge_json(json_bytes(raw)).report == check_json(json_bytes(raw))


@given(sittings(), st.none() | st.dictionaries(st.text("ab:"), st.text('a:é"\\') | st.integers(-9, 9)))
def test_the_text_of_a_record_holds_all_its_values(raw: RawRecord, event: Document | None) -> None:
    value = raw if event is None else {**raw, "event": event}
    assert json.loads(judge_json(json_bytes(value)).record) == value


@given(sittings())
def test_judging_the_text_of_a_judged_record_gives_the_same(raw: RawRecord) -> None:
    first = judge_json(json_bytes(raw))
    assert comparable(judge_json(first.record)) == comparable(first)
    assert comparable(judge_raw(raw)) == comparable(first)


def test_the_text_has_the_fields_in_the_order_of_the_format_and_no_spaces() -> None:
    value = one_deal(actions=["1 D3"], result=ORDER, hands=OPEN_HANDS) | {"notes": "x", "event": {"b": 1, "a": 2}}
    found = judge_json(json_bytes(value)).record
    assert list(json.loads(found)) == ["format", "rules", "players", "event", "deals", "notes"]
    assert list(json.loads(found)["deals"][0]) == ["hands", "actions", "result"]
    assert b'"event":{"a":2,"b":1},"deals":[{"hands":["D3 ?*12",' in found


def test_the_facts_name_the_rules_and_the_players_with_their_ids() -> None:
    found = facts_of(players=["Mu", {"id": "j", "name": "Junko"}, "Shimo", "Aki"])
    assert found.rules == "theater"
    assert found.players == [("Mu", "Mu"), ("j", "Junko"), ("Shimo", "Shimo"), ("Aki", "Aki")]


def test_tournament_round_and_day_are_those_of_the_event() -> None:
    found = facts_of(event=EVENT)
    assert (found.tournament, found.round, found.date) == ("July league", "3", "2007-07-16")
    found = facts_of()
    assert (found.tournament, found.round, found.date) == (None, None, None)


@pytest.mark.parametrize(
    ("written", "day"),
    [("2007-07-16", "2007-07-16"), ("20070716", "2007-07-16"), ("2007-W29-1", "2007-07-16"), ("2007-07", None)],
)
def test_the_day_of_a_date_is_written_in_iso_form_and_a_month_has_no_day(written: str, day: str | None) -> None:
    assert facts_of(event={"date": written}).date == day


def test_deals_and_actions_are_counted() -> None:
    played = {"hands": OPEN_HANDS, "actions": OPENING, "abandoned": True}
    found = facts_of(deals=[played, played, {"result": ORDER}])
    assert (found.deals, found.actions) == (3, 8)


def test_faults_and_notices_are_counted_by_code() -> None:
    found = facts_of(deals=[{"hands": OPEN_HANDS, "actions": [*OPENING, "1 S5", "2 S4", "3 S4", "4 S6 H6"]}])
    assert found.faults == {"deal_incomplete": 1, "not_stronger": 2, "wrong_count": 1}
    assert not found.legal
    found = facts_of(deals=[{"hands": OPEN_HANDS, "actions": OPENING}])
    assert (found.faults, found.legal) == ({"deal_incomplete": 1}, True)


def test_a_text_without_a_record_is_refused_with_all_problems() -> None:
    with pytest.raises(RecordRefused) as refusal:
        judge_document(rules="poker", winner="Mu")
    assert [problem.pointer for problem in refusal.value.problems] == ["/rules", "/winner"]
    with pytest.raises(RecordRefused):
        judge_raw(document(winner="Mu"))
    with pytest.raises(RecordRefused):
        judge_json(b'{"format": "daifu/1", "format": "daifu/1"' + json_bytes(document())[20:])


@pytest.mark.parametrize(("name", "data"), [(UECDA, UECDA_LOG), (FUJIGOKORO, FUJIGOKORO_FILE)])
def test_a_foreign_log_is_judged_as_the_record_that_it_makes(name: str, data: bytes) -> None:
    found = judge_item(Item("a.log", 1, name, data))
    same = judge_json(found.record)
    assert same._replace(notices=found.notices, tallies=found.tallies) == found
    assert same.tallies.seats == found.tallies.seats
    assert same.tallies.pairs == found.tallies.pairs
    assert found.facts.rules == "uecda"
    other = judge_item(Item("b.log", 1, name, data))
    assert other.record != found.record
    assert other.content == found.content


def test_a_judged_log_has_the_notices_of_its_importer() -> None:
    cut = UECDA_LOG[: UECDA_LOG.rindex(b"%00001%result%")]
    [notice] = judge_item(Item("a.log", 1, UECDA, cut)).notices
    assert "line" in notice.en
    assert judge_item(Item("a.json", 1, DAIFU, json_bytes(document()))).notices == []


@pytest.mark.parametrize(
    ("item", "line", "pointer"),
    [
        (Item("a.ndjson", 7, DAIFU, json_bytes(document(rules="poker"))), 7, "/rules"),
        (Item("a.ndjson", 7, DAIFU, b"{"), 7, ""),
        (Item("a.log", 1, UECDA, UECDA_LOG.replace(b"%seat% 01234", b"%seat% 0123")), 3, ""),
    ],
)
def test_an_item_without_a_record_is_refused_with_its_place(item: Item, line: int, pointer: str) -> None:
    with pytest.raises(SourceRefused) as refusal:
        judge_item(item)
    [reason] = refusal.value.reasons
    assert (reason.file, reason.line, reason.pointer) == (item.file, line, pointer)


@pytest.mark.untraced
@pytest.mark.parametrize("name", PROFILES)
def test_no_two_samples_are_the_same(name: str) -> None:
    found = [judge_json(line) for line in (SAMPLES_FOLDER / f"{name}.ndjson").read_bytes().splitlines()]
    assert len({one.content for one in found}) == len({one.opening for one in found}) == len(found)
