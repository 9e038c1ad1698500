"""What the rules of the game or the house say about a tournament: its options, its records, and points on sheets."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from daifu.data.tournaments.changes import Created, Entered, Result, StageOpened
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.game_rules import allowed_table_sizes, doubt_result
from daifu.data.tournaments.result_import import ImportRefused, PendingImport, plan_agreed_import
from daifu.data.tournaments.settings import ByPlace, Settings
from daifu.data.tournaments.state import State
from daifu.schemas.house_document import flattened, read_house, record_fields, with_house
from daifu.schemas.judgement import judge_raw
from daifu.schemas.record.model import HouseShape
from tests.support.houses import CLUB
from tests.support.tournaments.log import TournamentLog, fractions, tournament_with_stage
from tests.support.tournaments.store import hand_drawn_round

NAMES = ("Mu", "Junko", "Shimo", "Aki")
RAW: dict[str, Any] = {
    "format": "daifu/1",
    "rules": "daifugo",
    "players": NAMES,
    "event": {"name": "Cup", "round": 1, "table": 1},
    "deals": [{"result": {"order": [2, 1, 3, 4]}}],
}
SCORING = Settings(scoring=ByPlace((fractions(3, 2, 1, 0),)))


def played(text: str = CLUB, **fields: object) -> PendingImport:
    """A record under house rules."""
    flat = flattened(read_house(text.encode(), is_toml=True), lambda _slug, _version: None)
    judged = judge_raw({**with_house(RAW, flat), **fields})
    return PendingImport(7, 1, (judged.record, judged.report), 1)


def created(text: str = CLUB, **fields: Any) -> Created:  # noqa: ANN401 - those of the change
    """The beginning of a tournament under house rules."""
    flat = flattened(read_house(text.encode(), is_toml=True), lambda _slug, _version: None)
    options, named = record_fields(flat)
    given = {"options": options, "house": msgspec.convert(named, HouseShape), **fields}
    return Created(name="Cup", rules="daifugo", settings=SCORING, **given)


@pytest.fixture
def cup() -> TournamentLog:
    keeper = TournamentLog()
    keeper.make(created(), *(Entered(name=name) for name in NAMES), StageOpened(name="One"))
    keeper.make(hand_drawn_round((1, 2, 3, 4)))
    return keeper


def test_a_record_of_the_house_becomes_a_result(cup: TournamentLog) -> None:
    assert len(plan_agreed_import(cup.state, 1, played()).changes) == 1
    assert len(plan_agreed_import(cup.state, 1, played(CLUB.replace('"club"', '"other"'))).changes) == 1


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("eight_cut  = {}", "runs = {}", "more: runs; missing: eight cut"),
        ("{ count = 2 }", "{ count = 1 }", "set otherwise: jokers"),
        ("[3, 6]", "[3, 5]", "for 3 to 5 players"),
    ],
)
def test_a_record_of_another_hash_is_refused_with_what_differs(
    cup: TournamentLog, old: str, new: str, told: str
) -> None:
    text = CLUB.replace('[names]\neight_cut = { ja = "8流し" }', "").replace(old, new)
    with pytest.raises(ImportRefused) as refused:
        plan_agreed_import(cup.state, 1, played(text))
    assert refused.value.code == "other_house"
    assert refused.value.sentence.en.endswith(f"club@1: {told}")


def test_the_options_of_a_tournament_are_those_of_its_house() -> None:
    with pytest.raises(TournamentError) as refused:
        TournamentLog().make(created(options={"runs": True}))
    assert refused.value.code == "house_mismatch"


def test_tables_have_the_sizes_of_the_house(cup: TournamentLog) -> None:
    assert allowed_table_sizes(cup.state) == (3, 4, 5, 6)


def state_of(deals: int | None = 1) -> State:
    """A cup of Dalmuti with one table of four."""
    keeper = tournament_with_stage(4, Settings(deals=deals))
    keeper.draw((1, 2, 3, 4))
    return keeper.state


def sheet(points: Sequence[Any], places: tuple[int, ...] | None = None, deal: int | None = 1) -> Result:
    return Result(stage=1, round=1, table=1, deal=deal, places=places, points=tuple(map(Fraction, points)))


@pytest.mark.parametrize(
    ("points", "places", "doubted"),
    [
        ([3, 2, 1, 0], (1, 2, 3, 4), False),
        ([0, 1, 2, 3], (1, 2, 3, 4), True),
        ([0, 1, 2, 3], None, False),
        ([9, 1, 2, 3], None, True),
        ([2.5, 2.5, 1, 0], (1, 1, 3, 4), False),
        ([2.5, 2, 1, 0], (1, 1, 3, 4), True),
        (["1/3", 2, 1, 0], (1, 2, 3, 4), False),
    ],
)
def test_points_of_a_deal_are_held_against_its_places(
    points: list[Any],
    places: tuple[int, ...] | None,
    doubted: bool,  # noqa: FBT001 - of the table
) -> None:
    found = doubt_result(state_of(), sheet(points, places))
    assert (found is not None and found.rule == "D-SCORE-2") is doubted


@pytest.mark.parametrize(("points", "doubted"), [([6, 4, 2, 0], False), ([6, 4, 2, 1], True)])
def test_points_of_a_whole_table_add_up_for_all_its_deals(
    points: list[int],
    doubted: bool,  # noqa: FBT001 - of the table
) -> None:
    found = doubt_result(state_of(deals=2), sheet(points, (1, 2, 3, 4), deal=None))
    assert (found is not None) is doubted


def test_the_sum_of_any_number_of_deals_is_not_known() -> None:
    assert doubt_result(state_of(deals=None), sheet([9, 9, 9, 9], deal=None)) is None
