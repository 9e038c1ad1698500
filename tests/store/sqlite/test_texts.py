"""Texts are kept small. A damaged one is never taken for another: it is named, and a good text heals it."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from zstandard import train_dictionary

from daifu.data.ingest import Ingest
from daifu.data.store.errors import RecordDamaged, StoreDamaged
from daifu.data.store.sql import compression
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import RecordFilter, UploadOutcome, UploadStatus
from daifu.schemas.judgement import judge_json
from tests.support.samples import SAMPLES_FOLDER
from tests.support.stores import ANN, BO, fetch_rows, judged_sitting, raw_sitting, tamper, verification_errors

BUDGET = 800
"""Bytes of the file that a record of one game may take in all, once nothing waits to be counted.

What recurs in what is counted of all records, and the names of the counters, are written down once, like the
dictionary, and are not theirs. Nor are the counts of players, which for games without a day are 64 rows a player at
most.
"""
COUNTS = "SELECT sum(pgsize) FROM dbstat WHERE name IN ('player_counts', 'sqlite_autoindex_player_counts_1')"
RECURRING = "SELECT sum(pgsize) FROM dbstat WHERE name IN ('counter_rows', 'counters', 'sqlite_autoindex_counters_1')"


def games() -> list[bytes]:
    """The games of the sample sittings, a record each, which starts from the ranking that the game before gave.

    They belong to no evening, like those of programs that play day and night.
    """
    records = []
    for line in (SAMPLES_FOLDER / "uecda.ndjson").read_bytes().splitlines():
        sitting = json.loads(line)
        del sitting["event"]
        rankings = [None, *(deal["result"]["order"] for deal in sitting["deals"])]
        for places, deal in zip(rankings, sitting["deals"], strict=False):
            records.append(json.dumps(sitting | {"deals": [deal | {"places": places}]}).encode())
    return records


def test_a_record_of_one_game_takes_no_more_than_its_budget(path: Path) -> None:
    with closing(Store.open(path)) as store:
        empty = store.counts().bytes
        for game in games():
            store.add([judge_json(game)], ANN)
            store.statistics.profile("uecda")
        counts = store.counts()
    [(recurring,)] = fetch_rows(path, RECURRING)
    [(of_players,)] = fetch_rows(path, COUNTS)
    assert counts.records > 300
    assert (counts.bytes - empty - recurring - of_players) / counts.records < BUDGET


def test_recurring_rows_are_stored_with_the_first_games(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([judge_json(game) for game in games()[::2]], ANN)
        [(first,)] = fetch_rows(path, RECURRING)
        store.add([judge_json(game) for game in games()[1::2]], ANN)
    [(all_,)] = fetch_rows(path, RECURRING)
    assert all_ < 1.3 * first


def test_old_texts_can_be_read_when_a_new_dictionary_has_come(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Store.open(path)) as store:
        store.add([judged_sitting("A")], ANN)
    samples: list[bytes | bytearray | memoryview] = [judge_json(game).record for game in games()]
    newer = train_dictionary(4096, samples).as_bytes()
    monkeypatch.setattr(compression, "DICTIONARY_NUMBER", 2)
    monkeypatch.setattr(compression, "bundled_dictionary", lambda: newer)
    with closing(Store.open(path)) as store:
        store.add([judged_sitting("B")], ANN)
        assert store.record(1).record == judged_sitting("A").record
        assert store.record(2).record == judged_sitting("B").record
        assert verification_errors(store) == []
    assert fetch_rows(path, "SELECT record, dictionary FROM revisions") == [(1, 1), (2, 2)]


def test_a_process_reads_what_another_packed_with_a_dictionary_that_came_since(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add([judged_sitting("A")], ANN)
    monkeypatch.setattr(compression, "DICTIONARY_NUMBER", 2)
    monkeypatch.setattr(compression, "bundled_dictionary", lambda: b"x" * 4096)
    with closing(Store.open(store.path)) as newer:
        newer.add([judged_sitting("B")], ANN)
    assert store.record(2).record == judged_sitting("B").record


def test_a_store_keeps_the_dictionary_that_it_has(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Store.open(path)) as store:
        store.add([judged_sitting("A")], ANN)
    monkeypatch.setattr(compression, "bundled_dictionary", lambda: b"x" * 4096)
    with closing(Store.open(path)) as store:
        store.add([judged_sitting("B")], ANN)
        assert store.record(2).record == judged_sitting("B").record
        assert store.record(1).record == judged_sitting("A").record


def test_a_dictionary_that_is_gone_is_told_as_damage(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
    tamper(path, "UPDATE dictionaries SET number = 7")
    with closing(Store.open(path, read_only=True)) as store, pytest.raises(StoreDamaged):
        store.report(1)


DAMAGE = {
    "bytes of the text": "UPDATE revisions SET packed = CAST(replace(packed, substr(packed, 40, 2), 'xx') AS BLOB)",
    "the end of the text": "UPDATE revisions SET packed = substr(packed, 1, length(packed) - 1)",
    "where the report ends": "UPDATE revisions SET cut = cut + 1",
    "the text of another": "UPDATE revisions SET (packed, cut) = (SELECT packed, cut FROM revisions WHERE record = 1)",
    "the hash": "UPDATE revisions SET content = zeroblob(16)",
}
IN_THE_TEXT = pytest.mark.parametrize(
    "damaged", [statement for place, statement in DAMAGE.items() if place != "the hash"], indirect=True
)
SITTINGS = [judged_sitting("A"), judged_sitting("B", source={"program": "x", "line": 3}), judged_sitting("C")]


@pytest.fixture
def sound(path: Path) -> Path:
    with closing(Store.open(path)) as store:
        store.add(SITTINGS, ANN)
    return path


@pytest.fixture(params=list(DAMAGE.values()), ids=list(DAMAGE))
def damaged(sound: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    """A store in which the text of record 2 is damaged."""
    tamper(sound, f"{request.param} WHERE record = 2")
    with closing(Store.open(sound)) as store:
        yield store


def test_a_damaged_text_is_named_and_not_given(damaged: Store) -> None:
    for read in (damaged.record, damaged.report, damaged.revisions, damaged.revision_page):
        with pytest.raises(RecordDamaged, match="record 2, revision 1, is damaged"):
            read(2)
    assert damaged.record(3).record == SITTINGS[2].record


def test_a_good_text_heals_its_record(damaged: Store) -> None:
    ingest = Ingest(damaged, BO)
    judged, outcome = ingest.correct(2, json.dumps(raw_sitting("B")).encode(), expected=1, reason="a test")
    assert outcome.id == 2
    assert damaged.record(2).record == judged.record


@IN_THE_TEXT
def test_a_text_that_is_sent_again_is_put_right_in_its_place(damaged: Store) -> None:
    assert damaged.preview(SITTINGS[1]) == UploadOutcome(UploadStatus.REPAIRED, 2, 1)
    [outcome] = damaged.add([SITTINGS[1]], BO)
    assert (outcome.status, outcome.id, outcome.revision) == (UploadStatus.REPAIRED, 2, 1)
    assert damaged.record(2).record == SITTINGS[1].record
    assert verification_errors(damaged) == []
    assert damaged.add([SITTINGS[1]], BO)[0].status is UploadStatus.EXISTS


@IN_THE_TEXT
def test_a_correction_to_the_same_text_puts_it_right(damaged: Store) -> None:
    outcome = damaged.revise(2, SITTINGS[1], BO, expected=1, reason="a test")
    assert (outcome.status, outcome.revision) == (UploadStatus.REPAIRED, 1)
    assert damaged.record(2).record == SITTINGS[1].record


def test_a_damaged_record_can_be_withdrawn_and_restored(damaged: Store) -> None:
    damaged.withdraw(2, BO, expected=1, reason="a test")
    ingest = Ingest(damaged, BO)
    judged, outcome = ingest.correct(2, json.dumps(raw_sitting("D")).encode(), expected=2, reason="a test")
    assert outcome.revision == 3
    assert damaged.record(2).record == judged.record


@IN_THE_TEXT
def test_a_record_that_begins_like_a_damaged_one_can_be_stored(damaged: Store) -> None:
    [outcome] = damaged.add([judged_sitting("B", 3)], ANN)
    assert outcome.status is UploadStatus.CREATED


def test_an_export_goes_on_without_it_and_says_so(sound: Path) -> None:
    tamper(sound, DAMAGE["bytes of the text"] + " WHERE record = 2")
    with closing(Store.open(sound)) as store:
        for each in (store.each, store.each_by_day):
            left_out: list[RecordDamaged] = []
            assert [stored.id for stored in each(RecordFilter(), left_out.append)] == [1, 3]
            assert [damage.id for damage in left_out] == [2]
            with pytest.raises(RecordDamaged):
                list(each(RecordFilter()))


IN_THE_TABLE = b"\x00\x17Shimo"
"""An id of five characters behind the header of its row in the table of texts; the index has another one."""


def test_a_damaged_id_is_said_and_not_given(sound: Path) -> None:
    content = sound.read_bytes()
    assert content.count(IN_THE_TABLE) == 1
    sound.write_bytes(content.replace(IN_THE_TABLE, IN_THE_TABLE.replace(b"S", b"[")))
    with closing(Store.open(sound)) as store:
        reads: list[Callable[[], object]] = [
            lambda: store.people.one("Shimo"),
            lambda: store.people.find("shimo"),
            lambda: store.page(RecordFilter()),
        ]
        for read in reads:
            with pytest.raises(StoreDamaged, match="an id or a name in the store is damaged"):
                read()


def test_texts_can_be_read_with_a_damaged_dictionary(sound: Path) -> None:
    tamper(sound, "UPDATE dictionaries SET content = CAST(replace(content, 'deals', 'daels') AS BLOB)")
    with closing(Store.open(sound)) as store:
        assert [stored.record for stored in store.each(RecordFilter())] == [judged.record for judged in SITTINGS]
