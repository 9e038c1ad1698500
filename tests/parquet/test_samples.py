"""The tables of the sample games say what the records and their reports say."""

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from daifu.schemas.judgement import check_json
from tests.support.samples import SAMPLES_FOLDER
from tests.support.tables import Row, rows_of

Json = dict[str, Any]

SAMPLES = sorted(SAMPLES_FOLDER.glob("*.ndjson"))
VERBS = {"-": "pass", **{verb: verb for verb in ("give", "draw", "discard", "name", "say", "show")}}

every_file = pytest.mark.parametrize("file", [path.name for path in SAMPLES])


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
