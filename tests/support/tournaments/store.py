"""Tournaments in a store, small ones for tests of pages, and records that become results in them."""

from collections.abc import Sequence
from fractions import Fraction

from daifu.data.store.store import Store
from daifu.data.store.values import Author, UploadOutcome
from daifu.data.tournaments.changes import AnyChange, Created, Drawn, Entered, Result, RoundClosed, StageOpened
from daifu.data.tournaments.settings import ByPlace, Settings
from daifu.data.tournaments.state import Outcome as TableOutcome
from daifu.schemas.judged_record import JudgedRecord
from tests.support.small_records import UNKNOWN_HANDS
from tests.support.stores import ANN, SITTING_ACTIONS, judged_sitting
from tests.support.tournaments.log import LEAGUE

CUP_NAME = "Winter cup"
EIGHT_PLAYERS = ("Mu", "Junko", "Shimo", "Aki", "Sora", "Nao", "Rei", "Yu")
FIRST_TABLE = (1, 2, 3, 4)
SECOND_TABLE = (5, 6, 7, 8)

FAULTY_DEAL = {
    "hands": ["D3", "S4", "H5", "C6"],
    "actions": ["1 D3", "3 H5 void", "2 S4", "3 H5"],
    "result": {"order": [1, 2, 3, 4]},
}
"""A deal of too few cards, with an action out of turn."""

DEAL_IN_PLAY = {"hands": UNKNOWN_HANDS, "actions": list(SITTING_ACTIONS)}
ABANDONED_DEAL = {**DEAL_IN_PLAY, "abandoned": True}
TWO_DEALS = Settings(deals=2)


def create_tournament(store: Store, name: str = CUP_NAME, rules: str = "theater", settings: Settings = LEAGUE) -> int:
    """A tournament without entrants."""
    return store.tournaments.create(Created(name=name, rules=rules, settings=settings), ANN)


def tournament_with_entrants(store: Store, name: str = CUP_NAME, settings: Settings = LEAGUE) -> int:
    """A tournament with eight players and a stage in which nothing is drawn yet."""
    cup = create_tournament(store, name, settings=settings)
    append_changes(store, cup, *(Entered(name=player) for player in EIGHT_PLAYERS), StageOpened(name="Preliminaries"))
    return cup


def tournament_with_round(store: Store, name: str = CUP_NAME, settings: Settings = LEAGUE) -> int:
    """A tournament whose first round is drawn."""
    cup = tournament_with_entrants(store, name, settings)
    append_changes(store, cup, hand_drawn_round())
    return cup


def hand_drawn_round(*tables: Sequence[int], byes: tuple[int, ...] = (), number: int = 1, stage: int = 1) -> Drawn:
    """A round by hand, by default with the first four at the first table."""
    seats = tables or (FIRST_TABLE, SECOND_TABLE)
    return Drawn(stage=stage, round=number, tables=tuple(map(tuple, seats)), byes=byes, method="by hand")


def round_closed(number: int = 1) -> RoundClosed:
    """A round of the first stage is closed."""
    return RoundClosed(stage=1, round=number)


def append_changes(store: Store, cup: int, *changes: AnyChange) -> int:
    """Append changes by Ann on any version. Returns the new version."""
    return store.tournaments.append(cup, changes, ANN, expected=None)


def played_record(
    *points: float | None,
    players: Sequence[object] = EIGHT_PLAYERS[:4],
    name: str | None = CUP_NAME,
    number: object = 1,
    table: object = 1,
    notes: str = "",
    **event: object,
) -> JudgedRecord:
    """A record of a deal with these points by player, the more the better."""
    return tournament_record(
        result_deal(*points or (3, 2, 1, 0)),
        players=players,
        name=name,
        number=number,
        table=table,
        notes=notes,
        **event,
    )


def tournament_record(
    *deals: object, players: Sequence[object] = EIGHT_PLAYERS[:4], notes: str = "", **event: object
) -> JudgedRecord:
    """A record of deals; what its event does not say is None."""
    told = {"name": CUP_NAME, "number": 1, "table": 1, **event}
    told["round"] = told.pop("number")
    kept = {field: value for field, value in told.items() if value is not None}
    return judged_sitting(event=kept, players=players, deals=list(deals), notes=notes)


def result_deal(*points: float | None) -> dict[str, object]:
    """A deal of which only the result is known."""
    order = sorted(range(1, len(points) + 1), key=lambda player: -(points[player - 1] or 0))
    return {"result": {"order": order, "points": points}}


def first_deal_sheet(*points: int, table: int = 1) -> Result:
    """A sheet of the first deal of a table in the first round."""
    return Result(stage=1, round=1, table=table, deal=1, points=tuple(map(Fraction, points)))


def upload(store: Store, record: JudgedRecord) -> UploadOutcome:
    """What became of an upload."""
    [outcome] = store.add([record], ANN)
    return outcome


def import_refusal_code(store: Store, record: JudgedRecord) -> str:
    """The code with which the landing of an upload is refused."""
    [landing] = upload(store, record).imports
    assert landing.problem is not None
    return landing.problem.code


def table_results(store: Store, cup: int, number: int = 1, table: int = 1) -> dict[int, TableOutcome]:
    """The results of a table of the first stage, by deal."""
    [stage, *_] = store.tournaments.state(cup).stages
    return dict(stage.rounds[number - 1].tables[table - 1].results)


def table_points(store: Store, cup: int, number: int = 1, table: int = 1) -> list[tuple[float | None, ...]]:
    """The points of a table by seat, deal by deal."""
    found = table_results(store, cup, number, table).values()
    return [tuple(None if point is None else float(point) for point in result.points) for result in found]


def open_problem_codes(store: Store, cup: int) -> list[tuple[int, str]]:
    """What could not land: records, and the codes of the reasons."""
    return [(problem.record, problem.code) for problem in store.tournaments.problems(cup)]


BY_PLACE = ByPlace(worth=((Fraction(3), Fraction(2), Fraction(1), Fraction(0)),))
"""What the places at a table of four are worth."""


def make_cup(store: Store, names: Sequence[str], settings: Settings, rounds: int = 1) -> int:
    """A tournament in theater daihinmin at tables of four, with a stage and this number of rounds; its id."""
    cup = store.tournaments.create(Created(name="Cup", rules="theater", settings=settings), Author())
    tables = tuple(tuple(range(first, first + 4)) for first in range(1, len(names), 4))
    drawn = [Drawn(stage=1, round=number, tables=tables, method="by hand") for number in range(1, rounds + 1)]
    changes: list[AnyChange] = [*(Entered(name=name) for name in names), StageOpened(name="Final"), *drawn]
    store.tournaments.append(cup, changes, Author(), expected=1)
    return cup
