"""The sample games: every profile has legal ones, and a new store may begin with them."""

import gzip
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store.open import open_store
from daifu.data.store.values import RecordFilter
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Report
from daifu.schemas.fujigokoro.importer import import_fujigokoro
from daifu.schemas.judgement import check_record
from daifu.schemas.sources.files import expand_paths, read_items
from daifu.schemas.sources.items import AUTO, ForeignLog, Item
from daifu.schemas.uecda.importer import import_server_log
from tests.support.reports import judge_record
from tests.support.sample_tournament import FOLDER, tournament_files
from tests.support.samples import FAULTY_RECORDS, SAMPLES_FOLDER, record_lines, season_sitting

FEWEST_SITTINGS = 24


def reports(name: str) -> list[Report]:
    return [check_record(line) for line in (SAMPLES_FOLDER / name).read_bytes().splitlines()]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_has_sittings_without_a_fault(profile: str) -> None:
    found = reports(f"{profile}.ndjson")
    assert len(found) >= FEWEST_SITTINGS
    assert [report.legal for report in found] == [True] * len(found)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_samples_are_those_that_the_command_writes(profile: str) -> None:
    """`python -m tests.support.samples` makes them anew where the rules or the players have changed."""
    first = (SAMPLES_FOLDER / f"{profile}.ndjson").read_text(encoding="utf-8").splitlines(keepends=True)[0]
    assert first == record_lines([season_sitting(profile, 0, Random(f"{profile} samples"))])


def test_the_faulty_samples_are_those_that_the_command_writes() -> None:
    assert (SAMPLES_FOLDER / "faulty.ndjson").read_text(encoding="utf-8") == record_lines(FAULTY_RECORDS)


def test_every_faulty_sample_has_a_fault() -> None:
    assert not any(report.legal for report in reports("faulty.ndjson"))


def test_the_log_of_a_server_is_without_a_fault() -> None:
    text = gzip.decompress((SAMPLES_FOLDER / "uecda-server.log.gz").read_bytes()).decode()
    assert judge_record(import_server_log(StringIO(text), "").record).legal


def test_the_record_of_a_program_is_without_a_fault() -> None:
    text = (SAMPLES_FOLDER / "fujigokoro.dat").read_text(encoding="utf-8")
    assert judge_record(import_fujigokoro(StringIO(text), "").record).legal


def test_every_sample_is_stored_once_however_often_they_are_loaded(tmp_path: Path) -> None:
    store = open_store(tmp_path / "new.db")
    there_are = sum(
        isinstance(one, Item | ForeignLog)
        for one in read_items(expand_paths([str(SAMPLES_FOLDER)]), AUTO, lambda _count: None)
    )
    assert [load_samples(store) for _ in range(2)] == [there_are] * 2
    assert store.counts().records == there_are


def test_the_samples_are_of_every_game(tmp_path: Path) -> None:
    store = open_store(tmp_path / "new.db")
    load_samples(store)
    games = {record.rules for record in store.page(RecordFilter(), limit=500).records}
    assert games == set(PROFILES)


def test_the_sample_tournament_has_a_game_of_each_table_and_is_finished(tmp_path: Path) -> None:
    store = open_store(tmp_path / "new.db")
    tournament = load_sample_tournament(store)
    state = store.tournaments.present(tournament).state
    assert state.finished
    assert all(table.results for _, table in state.tables())
    assert store.counts().records == sum(1 for _ in state.tables())
    assert (store.tournaments.problems(tournament), store.tournaments.unimported(tournament)) == ([], [])


def test_the_sample_tournament_is_the_one_that_the_command_writes() -> None:
    """`python -m tests.support.sample_tournament` makes it anew."""
    for name, content in tournament_files():
        assert (FOLDER / name).read_text(encoding="utf-8") == content
