"""Figures that are computed from exported files are those of the statistics."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from pyarrow import dataset

from daifu.data.export import ExportSource, export
from daifu.data.store.values import StoredRecord
from daifu.replay.figures.figures import player_figures
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.record import RecordCounters, count_record
from daifu.schemas.parquet.records import TABLES
from daifu.schemas.record.decode import load_raw_record, load_record
from daifu.schemas.record.model import RawRecord
from tests.support.random_records import choose_carelessly
from tests.support.reports import seat_total
from tests.support.samples import SAMPLES_FOLDER
from tests.support.strategies import sittings
from tests.support.tables import Row, rows_of

EVENINGS = 6
AT = datetime(2026, 7, 31, 19, 30, tzinfo=UTC)

every_game = pytest.mark.parametrize("rules", PROFILES)


def evenings(rules: str) -> list[bytes]:
    return (SAMPLES_FOLDER / f"{rules}.ndjson").read_bytes().splitlines()[:EVENINGS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported tables of some evenings of every game."""
    out = tmp_path_factory.mktemp("figures")
    export(ExportSource(stored_records(), {}, ()), out, list(TABLES.values()), lambda _count: None)
    return out


def stored_records() -> Iterator[StoredRecord]:
    texts = [text for rules in PROFILES for text in sorted(evenings(rules), key=day_of)]
    for number, text in enumerate(texts, 1):
        yield StoredRecord(number, 1, text, b"", AT, withdrawn=False, latest=True)


def day_of(text: bytes) -> str:
    return str(rows_of("records", text)[0]["day"])


def table(folder: Path, name: str) -> pa.Table:
    """The table in all files that a program finds by the pattern of the documents."""
    return dataset.dataset([str(path) for path in folder.glob(f"{name}/**/*.parquet")]).to_table()


def rows(folder: Path, name: str, rules: str) -> list[Row]:
    found: list[Row] = [row for row in table(folder, name).to_pylist() if row["rules"] == rules]
    return found


def statistics(rules: str, figure: str) -> dict[str, float | None]:
    """A figure of every player in these evenings, by id."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in evenings(rules):
        players = rows_of("records", text)[0]["player_ids"]
        for (player, _seated), counted in count_record(load_record(text))[1].seats.items():
            counts[players[player - 1]].update(counted)
    game = sum(counts.values(), Counter[str]())
    return {id: player_figures(rules, counted, game)[figure].value for id, counted in counts.items()}


def shares(pairs: list[tuple[str, float]]) -> dict[str, float]:
    """The mean of the second ones for each of the first ones."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for person, value in pairs:
        found[person].append(value)
    return {person: sum(values) / len(values) for person, values in found.items()}


@every_game
def test_leads_that_won_are_sets_that_led_to_a_trick_of_the_same_player(folder: Path, rules: str) -> None:
    actions = rows(folder, "actions", rules)
    winners = {trick(row): row["player"] for row in actions if row["won"]}
    found = shares([(row["person_id"], winners.get(trick(row)) == row["player"]) for row in actions if row["led"]])
    assert found == pytest.approx(statistics(rules, "leads.won"))


def trick(row: Row) -> tuple[int, int, int]:
    return row["record"], row["deal"], row["trick"]


@every_game
def test_passes_with_an_answer_in_hand_are_those_that_could_answer(folder: Path, rules: str) -> None:
    passes = [row for row in rows(folder, "actions", rules) if row["could_answer"] is not None]
    found = shares([(row["person_id"], row["could_answer"]) for row in passes])
    assert found == pytest.approx(statistics(rules, "passes.able"))


@every_game
def test_the_mean_of_cards_left_is_that_of_decided_deals(folder: Path, rules: str) -> None:
    decided = {(row["record"], row["deal"]) for row in rows(folder, "deals", rules) if row["decided"]}
    seats = [row for row in rows(folder, "seats", rules) if (row["record"], row["deal"]) in decided]
    found = shares([(row["person_id"], row["cards_left"]) for row in seats])
    assert found == pytest.approx(statistics(rules, "left.mean"))


@given(sittings(choose=choose_carelessly))
def test_actions_of_any_record_say_what_was_counted(raw: RawRecord) -> None:
    actions = rows_of("actions", raw)
    assert counted(count_record(load_raw_record(raw))[1]) == {
        "sets": sum(row["set_kind"] is not None for row in actions),
        "leads": sum(row["led"] is True for row in actions),
        "tricks": sum(row["won"] is True for row in actions),
        "passes.able": sum(row["could_answer"] is True for row in actions),
        "passes.unable": sum(row["could_answer"] is False for row in actions),
    }


def counted(tallies: RecordCounters) -> dict[str, int]:
    names = ("sets", "leads", "tricks", "passes.able", "passes.unable")
    return {name: seat_total(tallies, name) for name in names}
