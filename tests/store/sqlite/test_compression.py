"""Texts are kept small, and can be read whatever dictionaries come later."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from zstandard import train_dictionary

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql import compression
from daifu.data.store.sqlite.store import Store
from daifu.schemas.judgement import judge_json
from tests.support.samples import SAMPLES_FOLDER
from tests.support.stores import ANN, fetch_rows, judged_sitting, tamper, verification_errors

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
