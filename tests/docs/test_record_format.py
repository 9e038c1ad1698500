"""The reference of the record format says what the code does."""

from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from daifu.replay import actions, faults
from daifu.replay.cards import JOKER, MOST_COPIES, RANKS, SUITS
from daifu.replay.deal import MOST_UNKNOWN_CARDS
from daifu.replay.faults import CATALOGUE
from daifu.replay.games.biga.sets import JOKERS as BIGA_JOKERS
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.dalmuti.sets import JESTER, NUMBERS
from daifu.replay.titles import TITLE_POINTS as AKAGIRI_TITLES
from daifu.replay.titles import title_name
from daifu.schemas.record import limits
from daifu.schemas.record.model import DealShape, RecordShape, ResultShape
from daifu.schemas.report import report_json
from tests.support.games.dalmuti import hidden_hands
from tests.support.markdown import names_in_backticks, read_text, sections, tables
from tests.support.project import PROJECT_ROOT
from tests.support.reports import judge_deals


class Page(NamedTuple):
    """The sections of the reference."""

    example: str
    record: str
    deal: str
    cards: str
    actions: str
    judging: str
    faults: str
    report: str
    decisions: str
    limits: str
    refusal: str


@pytest.fixture(params=["record-format.md", "record-format.ja.md"])
def page(request: pytest.FixtureRequest) -> Page:
    return Page(*sections(read_text(Path(PROJECT_ROOT, "docs", request.param))))


def fields_in(table: list[list[str]]) -> list[str]:
    """The names in the first column of a table."""
    return [name for row in table for name in names_in_backticks(row[0])]


def test_every_field_of_a_record_is_described(page: Page) -> None:
    [table] = tables(page.record)
    assert sorted(fields_in(table)) == sorted(RecordShape.__struct_encode_fields__)


def test_the_fields_that_a_record_needs_are_marked(page: Page) -> None:
    [table] = tables(page.record)
    marked = {row[0].strip("`") for row in table if row[1] in {"yes", "はい"}}
    assert marked == {field.name for field in msgspec.structs.fields(RecordShape) if field.required}


def test_every_field_of_a_deal_is_described(page: Page) -> None:
    [table] = tables(page.deal)
    assert sorted(fields_in(table)) == sorted(DealShape.__struct_fields__)
    told = next(row for row in table if row[0] == "`result`")[2]
    assert set(ResultShape.__struct_fields__) <= set(names_in_backticks(told))


def test_every_card_of_every_game_is_described(page: Page) -> None:
    [common, biga, dalmuti] = tables(page.cards)[0]
    games = [name for row in (common, biga, dalmuti) for name in row[0].replace("、", ", ").split(", ")]
    assert sorted(games) == sorted(PROFILES)
    assert names_in_backticks(common[1]) == [*SUITS, *RANKS, JOKER]
    assert set(names_in_backticks(biga[1])) == set(BIGA_JOKERS)
    assert names_in_backticks(dalmuti[1]) == [str(NUMBERS[0]), str(NUMBERS[-1]), JESTER]


def test_every_verb_and_every_word_is_described(page: Page) -> None:
    [table] = tables(page.actions)
    examples = [word for name in fields_in(table) for word in name.split()]
    verbs = {actions.GIVE, actions.DRAW, actions.DISCARD, actions.NAME, actions.SAY, actions.SHOW}
    assert verbs <= set(examples)
    said = next(row for row in table if "say" in row[0])[1]
    assert set(names_in_backticks(said)) == actions.WORDS


def test_every_check_of_a_set_is_a_fault_of_the_catalogue(page: Page) -> None:
    checks = tables(page.judging)[0]
    assert {code for row in checks for code in names_in_backticks(row[2])} <= CATALOGUE.keys()


def test_every_fault_is_told_with_its_severity(page: Page) -> None:
    [table] = tables(page.faults)
    assert [(row[0], row[1]) for row in table] == [
        (f"`{kind.code}`", f"`{kind.severity}`") for kind in CATALOGUE.values()
    ]


def test_every_severity_is_described(page: Page) -> None:
    before_the_table = page.faults.partition("\n|")[0]
    assert {faults.ILLEGAL, faults.FOUL, faults.RECORD, faults.NOTICE} <= set(names_in_backticks(before_the_table))


def test_every_field_of_a_report_is_described(page: Page) -> None:
    deal = {"hands": hidden_hands(), "actions": ["2 5"]}
    report = msgspec.json.decode(report_json(judge_deals("dalmuti", [deal])))
    shared = msgspec.json.decode(report_json(judge_deals("floor13", [{"result": {"points": [0, 0]}}], 2)))["deals"][0]
    shown = [report, report["deals"][0] | shared, report["deals"][0]["faults"][0]]
    assert [sorted(fields_in(table)) for table in tables(page.report)[:3]] == [sorted(part) for part in shown]


def test_every_resolution_is_described(page: Page) -> None:
    told = next(row[1] for row in tables(page.report)[2] if row[0] == "`resolution`")
    assert set(names_in_backticks(told)) == {faults.STANDS, faults.VOID, faults.AS_PASS, faults.IGNORED}


def test_every_title_is_described(page: Page) -> None:
    titles = {row[0]: set(names_in_backticks(row[1])) for row in tables(page.report)[3]}
    assert titles.keys() == PROFILES.keys()
    for name, profile in PROFILES.items():
        customs = profile.rules({}).sitting
        given = {title for players in profile.players for title in customs.titles(players) if title}
        assert titles[name] == given | set(AKAGIRI_TITLES if name in ("akagiri", "daifugo") else ())


def test_every_described_title_has_a_name_for_people(page: Page) -> None:
    told = [title for row in tables(page.report)[3] for title in names_in_backticks(row[1])]
    assert all(title_name(title).ja for title in told)


def test_every_limit_is_described(page: Page) -> None:
    counted = (
        limits.RECORD_VALUES,
        limits.DEALS,
        limits.ACTIONS,
        limits.FAULTS,
        limits.PLAYERS,
        limits.NAME_LENGTH,
        limits.ACTION_LENGTH,
        limits.CARDS_LENGTH,
        MOST_UNKNOWN_CARDS,
        MOST_COPIES,
        limits.NOTES_LENGTH,
        limits.EVENT_LENGTH,
        limits.FREE_TEXT_LENGTH,
        limits.NESTING,
        limits.PROBLEMS,
    )
    [table] = tables(page.limits)
    assert [row[1] for row in table] == [f"{limits.RECORD_BYTES >> 20} MiB", *(f"{most:,}" for most in counted)]


def test_the_largest_number_is_described(page: Page) -> None:
    assert f"±{limits.LARGEST_INTEGER}" in page.decisions
