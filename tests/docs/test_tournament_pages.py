"""The pages about tournaments list everything there is, and their examples come out as shown."""

import json
import re
import shlex
from fractions import Fraction
from typing import Final, get_args

import click
import msgspec
import pytest

from daifu.api.cli.program.command_line import COMMAND_LINE
from daifu.api.http.contract.openapi import openapi_document
from daifu.api.reference.tournament_changes import (
    CHANGE_EXAMPLES,
    DRAW_REQUEST_EXAMPLES,
    PART_DESCRIPTIONS,
    ChangeExample,
)
from daifu.api.views.tournaments.standings import COLUMN_HEADINGS as ON_THE_PAGE
from daifu.api.views.tournaments.standings import CSV_COLUMNS, TIE_COLUMNS
from daifu.data.rulebooks.pages import EN, JA
from daifu.data.tournaments import standings
from daifu.data.tournaments.changes import AnyChange, Change, Returned, Withdrawn
from daifu.data.tournaments.draw_requests import Anew, DrawRequest
from daifu.data.tournaments.log import decode_change, encode_change
from daifu.data.tournaments.pairing.quality import Quality
from daifu.data.tournaments.settings import Settings, TieBreak
from daifu.schemas.http.json_schema import schemas_of
from daifu.schemas.standings import Line
from tests.support.project import PROJECT_ROOT, blocks, names_in_backticks, read_text, tables
from tests.support.tournaments.log import TournamentLog, tournament_with_stage

PAGES = ("docs/tournaments.md", "docs/tournaments.ja.md")
COMMAND = re.compile(r"^(?:\$ )?daifu tournament (.+)$", re.MULTILINE)
RULE = re.compile(r"ST-[A-Z0-9]+")


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest) -> str:
    return read_text(PROJECT_ROOT / request.param)


def table_of(page: str, first: str) -> list[list[str]]:
    """The table in whose first row the first cell names this."""
    [found] = [table for table in tables(page) if first in names_in_backticks(table[0][0])]
    return found


def named_first(table: list[list[str]]) -> list[str]:
    """The names in the first column."""
    return [name for row in table for name in names_in_backticks(row[0])]


def test_every_rule_of_the_standings_is_described(page: str) -> None:
    assert set(RULE.findall(page)) == set(RULE.findall(standings.__doc__ or ""))


def test_every_setting_is_described_with_its_option(page: str) -> None:
    table = table_of(page, "scoring")
    assert named_first(table) == list(Settings.__struct_fields__)
    create = COMMAND_LINE.commands["tournament"].commands["create"]  # type: ignore[attr-defined]
    options = {name for param in create.params for name in param.opts}
    assert {name for row in table for name in names_in_backticks(row[1])} <= options


def test_every_column_has_the_name_of_the_printed_page() -> None:
    for language, name in ((EN, PAGES[0]), (JA, PAGES[1])):
        table = table_of(read_text(PROJECT_ROOT / name), "place")
        assert named_first(table) == [*CSV_COLUMNS, *TIE_COLUMNS]
        called = {names_in_backticks(row[0])[0]: row[1] for row in table}
        assert {field: called[field] for field in ON_THE_PAGE} == {
            field: head[language] for field, head in ON_THE_PAGE.items()
        }


def test_every_tie_break_is_described(page: str) -> None:
    assert named_first(table_of(page, "points")) == list(TieBreak)


def test_every_figure_of_a_draw_is_described(page: str) -> None:
    assert named_first(table_of(page, "repeats")) == list(Quality._fields)


def test_every_method_of_drawing_is_described(page: str) -> None:
    methods = [str(shape.__struct_config__.tag) for shape in get_args(DrawRequest)]
    assert named_first(table_of(page, "balanced")) == methods


def test_every_address_is_described_with_its_methods(page: str) -> None:
    paths = openapi_document()["paths"]
    there = {path: {word.upper() for word in found if word != "parameters"} for path, found in paths.items()}
    told = {names_in_backticks(row[0])[0]: set(names_in_backticks(row[1])) for row in table_of(page, "/v1/tournaments")}
    assert told == {path: methods for path, methods in there.items() if path.startswith("/v1/tournaments")}


def test_every_command_that_is_named_exists(page: str) -> None:
    group = COMMAND_LINE.commands["tournament"]
    assert isinstance(group, click.Group)
    assert set(re.findall(r"daifu tournament (\w+)", page)) <= group.commands.keys()


def test_every_command_that_is_shown_is_understood(page: str) -> None:
    group = COMMAND_LINE.commands["tournament"]
    assert isinstance(group, click.Group)
    shown = [shlex.split(line) for block in blocks(page) for line in COMMAND.findall(block.text)]
    for name, *words in shown:
        with group.commands[name].make_context(name, words) as context:
            assert context.params["tournament" if name != "create" else "name"]
    assert len(shown) > 20


def test_every_code_that_is_named_is_one(page: str) -> None:
    codes = {
        row[0].strip("`") for table in tables(read_text(PROJECT_ROOT / "docs/tournament-changes.md")) for row in table
    }
    assert set(re.findall(r"[（(]`([a-z]+_[a-z_]+)`[）)]", page)) <= codes


def test_the_event_that_is_shown_is_an_entry_of_a_log(page: str) -> None:
    [data] = re.findall(r"^data: (.+)$", page, re.MULTILINE)
    [kind] = re.findall(r"^event: (.+)$", page, re.MULTILINE)
    assert json.loads(data)["change"]["change"] == kind


def exact(cells: list[str]) -> list[Fraction | None]:
    return [Fraction(cell) if cell else None for cell in cells]


def example(page: str, rows: int, columns: int) -> list[list[str]]:
    """The cells of the worked example of this size, without its first column."""
    [found] = [table for table in tables(page) if len(table) == rows and {len(row) for row in table} == {columns}]
    return [row[1:] for row in found]


def played_by(keeper: TournamentLog, *rounds: list[Fraction | None]) -> TournamentLog:
    """Rounds at a table of four. Players without points were away, and others fill their seats."""
    for number, points in enumerate(rounds, 1):
        there = {entrant: scored for entrant, scored in enumerate(points, 1) if scored is not None}
        away = set(range(1, len(points) + 1)) - there.keys()
        for entrant in away:
            keeper.make(Withdrawn(stage=1, round=number, entrant=entrant))
            keeper.make(Returned(stage=1, round=number + 1, entrant=entrant))
        others = list(range(len(points) + 1, len(keeper.state.entrants) + 1))
        seats = [*there, *others][:4]
        keeper.draw(seats, byes=[one for one in others if one not in seats])
        keeper.scores(number, 1, *(float(there.get(entrant, 0)) for entrant in seats))
    return keeper


def lines(keeper: TournamentLog) -> list[Line]:
    """The lines by the number of the entrant."""
    return sorted(keeper.standing.lines, key=lambda line: line.entrant)


def test_the_worst_round_is_dropped_as_the_example_says(page: str) -> None:
    rows = example(page, 3, 7)
    rounds = [list(scores) for scores in zip(*(exact(row[:4]) for row in rows), strict=True)]
    found = lines(played_by(tournament_with_stage(5, Settings(drop_worst=1)), *rounds))[: len(rows)]
    assert [line.points for line in found] == [Fraction(row[4]) for row in rows]
    assert [" ".join(map(str, line.dropped)) for line in found] == [row[5] for row in rows]


def test_three_make_a_league_as_the_example_says(page: str) -> None:
    *rounds, points, head_to_head = map(exact, example(page, 5, 5))
    settings = Settings(tie_breaks=(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD))
    found = lines(played_by(tournament_with_stage(4, settings), *rounds))
    assert [line.points for line in found] == points
    values = [{step.tie_break: step.value for step in line.tie_breaks}.get(TieBreak.HEAD_TO_HEAD) for line in found]
    assert values == head_to_head


def test_the_strength_of_opponents_is_as_the_example_says(page: str) -> None:
    numbers, points, opponents = map(exact, example(page, 3, 9))
    settings = Settings(tie_breaks=(TieBreak.POINTS, TieBreak.STRENGTH_OF_OPPONENTS))
    keeper = tournament_with_stage(len(points), settings)
    at = [[place + 1 for place, number in enumerate(numbers) if number == table] for table in (1, 2)]
    keeper.draw(*at)
    for table, sitters in enumerate(at, 1):
        keeper.scores(1, table, *(float(points[entrant - 1] or 0) for entrant in sitters))
    assert [line.opponents for line in lines(keeper)] == opponents
    assert keeper.places[1] < keeper.places[5]


CHANGES: Final = get_args(AnyChange)


def change_name(shown: ChangeExample) -> str:
    return type(shown.example).__name__


def test_every_change_is_shown_in_its_order() -> None:
    assert [type(shown.example) for shown in CHANGE_EXAMPLES] == list(CHANGES)


def test_every_draw_request_is_shown() -> None:
    assert [type(shown.example) for shown in DRAW_REQUEST_EXAMPLES] == [*get_args(DrawRequest), Anew]


def test_every_part_of_a_change_is_described() -> None:
    assert set(PART_DESCRIPTIONS) == set(schemas_of(CHANGES, "")) - {change.__name__ for change in CHANGES}


@pytest.mark.parametrize("shown", CHANGE_EXAMPLES, ids=change_name)
def test_an_example_can_be_sent_as_it_is_shown(shown: ChangeExample) -> None:
    assert isinstance(shown.example, Change)
    assert decode_change(encode_change(shown.example)) == shown.example


@pytest.mark.parametrize("shown", DRAW_REQUEST_EXAMPLES, ids=change_name)
def test_a_draw_request_can_be_sent_as_it_is_shown(shown: ChangeExample) -> None:
    text = msgspec.json.encode(shown.example)
    assert msgspec.json.decode(text, type=type(shown.example)) == shown.example


@pytest.mark.parametrize("shown", [*CHANGE_EXAMPLES, *DRAW_REQUEST_EXAMPLES], ids=change_name)
def test_the_command_of_an_example_exists(shown: ChangeExample) -> None:
    group = COMMAND_LINE.commands["tournament"]
    assert isinstance(group, click.Group)
    for command in shown.commands:
        name, *words = command.split()
        options = {word for word in words if word.startswith("--")}
        assert options <= {option for param in group.commands[name].params for option in param.opts}
