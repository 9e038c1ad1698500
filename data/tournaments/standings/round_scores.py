"""What each round scores for each entrant (ST-ROUNDS, ST-SCORE), and which rounds are dropped (ST-DROP)."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction

from msgspec import structs

from daifu.data.tournaments.settings import ByPlace, ByPoints, ByTitle, Scoring, Settings
from daifu.data.tournaments.state import Outcome, Round, RoundId, State, Table, deal_number
from daifu.schemas.standings import DealScore, RoundScore


class Attendance(StrEnum):
    """How an entrant spent a round.

    WAITS stands for a table without a result yet, ABSENT for an entrant without a seat and a bye.
    """

    PLAYED = "played"
    FORFEITED = "forfeited"
    BYE = "bye"
    WAITS = "waits"
    ABSENT = "absent"


Worth = Fraction | None


def begun_rounds(state: State, until: RoundId) -> list[tuple[int, Round]]:
    """The rounds that the standing after a round covers, with their numbers (ST-ROUNDS)."""
    rounds = state.stages[until.stage - 1].rounds[: until.round]
    return [(number, found) for number, found in enumerate(rounds, 1) if found.has_begun]


def score_rounds(state: State, until: RoundId) -> dict[int, list[RoundScore]]:
    """The scores of each entrant of a stage in the rounds that a standing covers."""
    settings = state.settings_of(until.stage)
    scores: dict[int, list[RoundScore]] = {entrant: [] for entrant in state.field_of(until.stage)}
    for number, found in begun_rounds(state, until):
        seated = dict(_table_scores(settings, number, found))
        byes = dict.fromkeys(found.byes, _away(number, Attendance.BYE, settings.bye))
        absent = _away(number, Attendance.ABSENT, None)
        for entrant, rounds in scores.items():
            rounds.append(seated.get(entrant) or byes.get(entrant) or absent)
    return scores


def _away(number: int, how: Attendance, score: Fraction | None) -> RoundScore:
    return RoundScore(number, how, table=None, seat=None, deals=(), score=score, dropped=False)


def _table_scores(settings: Settings, number: int, found: Round) -> Iterator[tuple[int, RoundScore]]:
    for table_number, table in enumerate(found.tables, 1):
        worth = {deal: _seat_worths(settings.scoring, outcome) for deal, outcome in table.results.items()}
        for place, seat in enumerate(table.seats):
            if seat.entrant is not None:
                deals = tuple(_deal_scores(table, place, worth))
                how, score = _attendance_and_score(settings, deals, forfeited=seat.forfeited)
                yield seat.entrant, RoundScore(number, how, table_number, place + 1, deals, score, dropped=False)


def _deal_scores(table: Table, place: int, worth: dict[int, tuple[Worth, ...]]) -> Iterator[DealScore]:
    for deal, found in table.results.items():
        yield DealScore(
            deal_number(deal),
            found.by,
            found.places[place],
            found.points[place],
            found.titles[place],
            worth[deal][place],
        )


def _attendance_and_score(
    settings: Settings, deals: tuple[DealScore, ...], *, forfeited: bool
) -> tuple[Attendance, Fraction | None]:
    if forfeited:
        return Attendance.FORFEITED, settings.forfeit
    if not deals:
        return Attendance.WAITS, None
    return Attendance.PLAYED, sum((deal.worth for deal in deals if deal.worth is not None), Fraction(0))


def _seat_worths(scoring: Scoring, found: Outcome) -> tuple[Worth, ...]:
    """What an outcome is worth to each seat; None where that is not known."""
    match scoring:
        case ByPoints():
            return found.points
        case ByPlace():
            worths = scoring.for_table_size(len(found.places))
            shares = [found.places.count(place) for place in found.places]  # they get the mean of the places
            return tuple(
                None if place is None else sum(worths[place - 1 : place - 1 + shared], Fraction(0)) / shared
                for place, shared in zip(found.places, shares, strict=True)
            )
        case ByTitle(worth):
            return tuple(None if title is None else worth.get(title, Fraction(0)) for title in found.titles)


def mark_dropped(rounds: Sequence[RoundScore], drop_worst: int, score_sign: int) -> tuple[RoundScore, ...]:
    """The rounds that a standing covers, with marks at those that are dropped (ST-DROP).

    `score_sign` is -1 where few points are good.
    """
    counting = max(len(rounds) - drop_worst, 1)
    scored = sorted((score_sign * found.score, found.round) for found in rounds if found.score is not None)
    dropped = {number for _, number in scored[: max(len(scored) - counting, 0)]}
    return tuple(structs.replace(found, dropped=found.round in dropped) for found in rounds)
