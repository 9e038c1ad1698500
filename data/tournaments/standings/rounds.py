"""What each round scores for each entrant (ST-ROUNDS, ST-SCORE)."""

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from data.tournaments.changes import Record, Sheet
from data.tournaments.settings import Settings
from data.tournaments.standings.scoring import Worth, worths
from data.tournaments.state import Round, RoundId, State, Table


class How(StrEnum):
    """How an entrant spent a round; he `waits` as long as his table has no result, and was `absent` without a seat."""

    PLAYED = "played"
    FORFEITED = "forfeited"
    BYE = "bye"
    WAITS = "waits"
    ABSENT = "absent"


class DealScore(NamedTuple):
    """A result as it was for one seat: of a deal, or of the whole table as deal 0, and what it is worth."""

    deal: int
    by: Sheet | Record
    place: int | None
    points: Fraction | None
    title: str | None
    worth: Worth


class RoundScore(NamedTuple):
    """A round of an entrant; `score` is None where it scores nothing that could count."""

    round: int
    how: How
    table: int | None = None
    seat: int | None = None
    deals: tuple[DealScore, ...] = ()
    score: Fraction | None = None
    dropped: bool = False


def covered(state: State, until: RoundId) -> list[tuple[int, Round]]:
    """The rounds of a stage that its standing after a round covers, with their numbers."""
    rounds = state.stages[until.stage - 1].rounds[: until.round]
    return [(number, found) for number, found in enumerate(rounds, 1) if found.has_begun]


def round_scores(state: State, until: RoundId) -> dict[int, list[RoundScore]]:
    """The rounds that a standing covers, for each entrant of the stage."""
    settings = state.settings_of(until.stage)
    scores: dict[int, list[RoundScore]] = {entrant: [] for entrant in state.field_of(until.stage)}
    for number, found in covered(state, until):
        seated = dict(_at_tables(settings, number, found))
        byes = dict.fromkeys(found.byes, RoundScore(number, How.BYE, score=settings.bye))
        absent = RoundScore(number, How.ABSENT)
        for entrant, rounds in scores.items():
            rounds.append(seated.get(entrant) or byes.get(entrant) or absent)
    return scores


def _at_tables(settings: Settings, number: int, found: Round) -> Iterator[tuple[int, RoundScore]]:
    for table_number, table in enumerate(found.tables, 1):
        worth = {deal: worths(settings.scoring, outcome) for deal, outcome in table.results.items()}
        for place, seat in enumerate(table.seats):
            if seat.entrant is not None:
                deals = tuple(_deals(table, place, worth))
                how, score = _scored(settings, deals, forfeited=seat.forfeited)
                yield seat.entrant, RoundScore(number, how, table_number, place + 1, deals, score)


def _deals(table: Table, place: int, worth: dict[int, tuple[Worth, ...]]) -> Iterator[DealScore]:
    for deal, found in table.results.items():
        yield DealScore(
            deal, found.by, found.places[place], found.points[place], found.titles[place], worth[deal][place]
        )


def _scored(settings: Settings, deals: tuple[DealScore, ...], *, forfeited: bool) -> tuple[How, Fraction | None]:
    if forfeited:
        return How.FORFEITED, settings.forfeit
    if not deals:
        return How.WAITS, None
    return How.PLAYED, sum((deal.worth for deal in deals if deal.worth is not None), Fraction(0))
