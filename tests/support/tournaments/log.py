"""Tournament logs that grow change by change, and the usual beginnings."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from daifu.data.tournaments.changes import AnyChange, Created, Drawn, Entered, Result, RoundClosed, StageOpened
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import Entry, apply
from daifu.data.tournaments.settings import Settings, StageField
from daifu.data.tournaments.standings import Standing, compute_standing
from daifu.data.tournaments.state import EMPTY_STATE, RoundId, State
from daifu.schemas.standings import Line

LEAGUE = Settings()


class TournamentLog:
    """Keeps the log of a tournament."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.state: State = EMPTY_STATE

    def make(self, *changes: AnyChange) -> None:
        """Changes that must be possible."""
        for change in changes:
            self.state = apply(self.state, change)
            number = len(self.entries) + 1
            self.entries.append(Entry(number=number, at=1_000 + number, author="keeper", reason=None, change=change))

    def try_to(self, change: AnyChange) -> bool:
        """A change that need not be possible; whether it was."""
        try:
            self.make(change)
        except TournamentError:
            return False
        return True

    def refusal_code(self, change: AnyChange) -> str:
        """The code with which a change is refused."""
        before = self.state
        with pytest.raises(TournamentError) as refusal:
            apply(self.state, change)
        assert self.state == before
        assert refusal.value.text.en
        assert refusal.value.text.ja
        return refusal.value.code

    def draw(self, *tables: Sequence[int], byes: Sequence[int] = (), stage: int = 1) -> None:
        """The next round of a stage, drawn by hand."""
        number = len(self.state.stages[stage - 1].rounds) + 1
        self.make(hand_drawn(stage, number, *tables, byes=byes))

    def scores(self, number: int, table: int, *points: float, stage: int = 1, deal: int | None = 1) -> None:
        """The points of a deal by seat, on a sheet."""
        self.make(points_sheet(number, table, points=points, stage=stage, deal=deal))

    def close_rounds(self, *rounds: int, stage: int = 1) -> None:
        """Rounds are closed."""
        self.make(*(RoundClosed(stage=stage, round=number) for number in rounds))

    @property
    def standing(self) -> Standing:
        """The latest standing."""
        return compute_standing(self.state)

    def line(self, entrant: int, until: RoundId | None = None) -> Line:
        """The line of an entrant."""
        [found] = [line for line in compute_standing(self.state, until).lines if line.entrant == entrant]
        return found

    @property
    def order(self) -> list[int]:
        """The entrants as they stand, best first."""
        return [line.entrant for line in self.standing.lines]

    @property
    def places(self) -> dict[int, int]:
        """The place of each entrant."""
        return {line.entrant: line.place for line in self.standing.lines}


def new_tournament(settings: Settings = LEAGUE, rules: str = "dalmuti") -> TournamentLog:
    """A tournament without entrants."""
    keeper = TournamentLog()
    keeper.make(Created(name="Winter cup", rules=rules, settings=settings))
    return keeper


def tournament_with_stage(entrants: int = 8, settings: Settings = LEAGUE, rules: str = "dalmuti") -> TournamentLog:
    """A tournament with its first stage, for everybody."""
    keeper = new_tournament(settings, rules)
    keeper.make(*(Entered(name=f"Player {number}") for number in range(1, entrants + 1)))
    keeper.make(StageOpened(name="Preliminaries"))
    return keeper


def further_stage(name: str = "Final", *, field: StageField, carry: Fraction = Fraction(0)) -> StageOpened:
    """A further stage."""
    return StageOpened(name=name, field=field, carry=carry)


def hand_drawn(stage_number: int, number: int, *tables: Sequence[int], byes: Sequence[int] = ()) -> Drawn:
    """A round drawn by hand."""
    seats = tuple(tuple(table) for table in tables)
    return Drawn(stage=stage_number, round=number, tables=seats, byes=tuple(byes), method="by hand")


def points_sheet(number: int, table: int, *, points: Sequence[float], stage: int = 1, deal: int | None = 1) -> Result:
    """A sheet with the points of a table by seat."""
    return Result(stage=stage, round=number, table=table, deal=deal, points=fractions(*points))


def places_sheet(number: int, table: int, *found: int, deal: int | None = 1) -> Result:
    """A sheet with the places of a table by seat."""
    return Result(stage=1, round=number, table=table, deal=deal, places=found)


def attributes(of: object, *names: str) -> list[object]:
    """Some columns of a line, or fields of anything else."""
    return [getattr(of, name) for name in names]


def fractions(*points: float) -> tuple[Fraction, ...]:
    """Points as the state has them."""
    return tuple(Fraction(repr(point)) for point in points)
