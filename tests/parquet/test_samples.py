"""The exported sample games say what records, reports and statistics say."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from pyarrow import dataset

from daifu.data.export import ExportSource, export
from daifu.data.store.values import StoredRecord
from daifu.replay.figures.figures import player_figures
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.record import RecordCounters, count_record
from daifu.schemas.judgement import check_json
from daifu.schemas.parquet.records import TABLES
from daifu.schemas.record.decode import load_raw_record, load_record
from daifu.schemas.record.model import RawRecord
from tests.support.random_records import choose_carelessly
from tests.support.reports import seat_total
from tests.support.samples import SAMPLES_FOLDER
from tests.support.strategies import sittings
from tests.support.tables import Row, rows_of

Json = dict[str, Any]

SAMPLES = sorted(SAMPLES_FOLDER.glob("*.ndjson"))
VERBS = {"-": "pass", **{verb: verb for verb in ("give", "draw", "discard", "name", "say", "show")}}

every_file = pytest.mark.parametrize("file", [path.name for path in SAMPLES])

EVENINGS = 6
AT = datetime(2026, 7, 31, 19, 30, tzinfo=UTC)

every_game = pytest.mark.parametrize("rules", PROFILES)


@cache
def samples(file: str) -> list[tuple[Json, Json]]:
    """The records of a file with the reports on them."""
    lines = (SAMPLES_FOLDER / file).read_bytes().splitlines()
    return [(json.loads(line), json.loads(check_json(line))) for line in lines]


@cache
def exported_rows(name: str, file: str) -> list[Row]:
    return rows_of(name, *(record for record, _ in samples(file)))


def deals(file: str) -> list[tuple[tuple[int, int], Json, Json]]:
    """Every deal by the numbers of its record and of itself, with the report on it."""
    return [
        ((number, place), deal, told)
        for number, (record, report) in enumerate(samples(file), 1)
        for place, (deal, told) in enumerate(zip(record["deals"], report["deals"], strict=True), 1)
    ]


@every_file
def test_records_have_the_totals_and_ranks_of_their_reports(file: str) -> None:
    told = [(report["legal"], report["totals"], report["ranks"]) for _, report in samples(file)]
    assert [(row["legal"], row["totals"], row["ranks"]) for row in exported_rows("records", file)] == told


@every_file
def test_deals_have_the_order_of_their_reports(file: str) -> None:
    names = ("order", "unfinished", "verified")
    told = [(place, *(report[name] for name in names), len(report["faults"])) for place, _, report in deals(file)]
    rows = exported_rows("deals", file)
    found = [((row["record"], row["deal"]), *(row[name] for name in names), row["faults"]) for row in rows]
    assert found == told


@every_file
def test_seats_have_the_titles_and_points_of_their_reports(file: str) -> None:
    reports = {place: report for place, _, report in deals(file)}
    rows = exported_rows("seats", file)
    told = [reports[row["record"], row["deal"]] for row in rows]
    assert [row["title"] for row in rows] == [
        report["titles"][row["player"] - 1] for row, report in zip(rows, told, strict=True)
    ]
    assert [row["points"] for row in rows] == [
        report["points"][row["player"] - 1] for row, report in zip(rows, told, strict=True)
    ]
    assert {(row["record"], row["deal"]) for row in rows} == reports.keys()


@every_file
def test_seats_have_the_hands_that_were_written(file: str) -> None:
    hands = {place: deal.get("hands") for place, deal, _ in deals(file)}
    for row in exported_rows("seats", file):
        written = hands[row["record"], row["deal"]]
        if written is None:
            assert row["hand"] is None
        else:
            assert (Counter(row["hand"]), row["unknown"]) == known(written[row["player"] - 1])


def known(hand: str) -> tuple[Counter[str], int]:
    """The known cards of a hand, and how many it does not tell."""
    words = Counter(re.sub("(?<=[SHDC])10", "T", hand).split())
    unknown = {word: count for word, count in words.items() if word.startswith("?")}
    return words - Counter(unknown), sum(int(word[2:] or 1) * count for word, count in unknown.items())


@every_file
def test_actions_have_every_word_that_was_written(file: str) -> None:
    written = [
        (*place, index, text) for place, deal, _ in deals(file) for index, text in enumerate(deal.get("actions", ()))
    ]
    rows = exported_rows("actions", file)
    assert [(row["record"], row["deal"], row["action"]) for row in rows] == [tuple(one[:3]) for one in written]
    assert [action_words(row) for row in rows] == [words(one[3]) for one in written]


def action_words(row: Row) -> tuple[int, str, list[str], bool, int | None, str | None]:
    """Who did what, with all words in alphabetical order, and the marks."""
    named = [*row["cards"], *row["stand_ins"], row["word"], row["target"] and str(row["target"])]
    spoken = sorted(word for word in named if word is not None)
    return row["player"], row["verb"], spoken, row["void"], row["milliseconds"], row["comment"]


def words(text: str) -> tuple[int, str, list[str], bool, int | None, str | None]:
    """The same of an action as it was written."""
    spoken, _, comment = text.partition(" # ")
    player, *rest = spoken.split()
    time = int(rest.pop()[1:]) if rest[-1].startswith("@") else None
    void = rest[-1] == "void"
    verb = VERBS.get(rest[0], "play")
    parts = [part for word in rest[verb != "play" : len(rest) - void] for part in word.split("=")]
    return int(player), verb, sorted(parts), void, time, comment or None


@every_file
def test_faults_are_those_of_the_reports(file: str) -> None:
    names = ("action", "player", "code", "severity", "rule", "resolution")
    told = [
        (place, *(fault[name] for name in names), *fault["message"].values())
        for place, _, report in deals(file)
        for fault in report["faults"]
    ]
    rows = exported_rows("faults", file)
    columns = (*names, "message_en", "message_ja")
    assert [((row["record"], row["deal"]), *(row[name] for name in columns)) for row in rows] == told


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
