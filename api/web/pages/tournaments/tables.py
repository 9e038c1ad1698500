"""Rounds and tables of a tournament as pages show them, and as rows for spreadsheets."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from daifu.api.views.tournaments.standings import rows_table
from daifu.api.views.values import TableView
from daifu.api.web import addresses
from daifu.data.tournaments.changes import Record, Sheet
from daifu.data.tournaments.open_tasks import absent_seats, find_missing_deals
from daifu.data.tournaments.scores import score_rounds
from daifu.data.tournaments.standings import Explanation
from daifu.data.tournaments.state import Entrant, Report, Round, RoundId, Seat, State, Table, TableId, deal_number
from daifu.data.tournaments.tournament import missing_deals
from daifu.schemas.standings import DealScore, RoundScore


class SeatView(NamedTuple):
    """A seat: its number, who was drawn there, who really sits there, what they scored, and whether they are absent."""

    number: int
    seat: Seat
    drawn: Entrant
    entrant: Entrant | None
    scored: RoundScore | None
    absent: bool

    @property
    def score(self) -> Fraction | None:
        """The score at the table, if it has one."""
        return self.scored.score if self.scored else None

    def deal(self, number: int) -> DealScore | None:
        """What a deal gave; `WHOLE_TABLE` is the table as a whole."""
        deals = self.scored.deals if self.scored else ()
        return next((one for one in deals if one.deal == deal_number(number)), None)


class RoundTable(NamedTuple):
    """A table of a round: its seats, the numbers of its deals, those that are missing, and the games behind them.

    `reports` are results that wait to be confirmed, by deal.
    """

    at: TableId
    seats: list[SeatView]
    deals: list[int]
    missing: tuple[int, ...]
    games: dict[int, str]
    reports: Mapping[int, Report]

    @property
    def is_complete(self) -> bool:
        """Whether all its results are there."""
        return not self.missing and bool(self.deals)


class RoundView(NamedTuple):
    """A round with its tables and those who sit out."""

    at: RoundId
    found: Round
    tables: list[RoundTable]
    byes: list[Entrant]

    @property
    def seated(self) -> list[tuple[Entrant, TableId, int]]:
        """Each entrant with their table and seat, by name."""
        found = [(seat.entrant, table.at, seat.number) for table in self.tables for seat in table.seats if seat.entrant]
        return sorted(found, key=lambda one: one[0].name.casefold())


def round_view(state: State, at: RoundId, part: slice = slice(None), *, scored: bool = False) -> RoundView:
    """A round that is known to exist, or a part of its tables; with what was `scored` there if that is shown."""
    found = state.round_at(at)
    scores = _scores_of_round(state, at) if scored else {}
    numbered = list(enumerate(found.tables, 1))
    tables = [table_view(state, TableId(*at, number), table, scores) for number, table in numbered[part]]
    return RoundView(at, found, tables, [state.entrants[number - 1] for number in found.byes])


def table_view(state: State, at: TableId, table: Table, scores: dict[int, RoundScore]) -> RoundTable:
    """A table of a round."""
    absent = absent_seats(state, table, at.round_id)
    seats = []
    for number, seat in enumerate(table.seats, 1):
        drawn, entrant = state.entrants[seat.drawn - 1], seat.entrant and state.entrants[seat.entrant - 1]
        seats.append(SeatView(number, seat, drawn, entrant or None, scores.get(seat.entrant or 0), number in absent))
    missing = tuple(missing_deals(table, state.settings_of(at.stage).deals))
    games = {deal: address for deal, outcome in table.results.items() if (address := game_address(outcome.by, deal))}
    return RoundTable(at, seats, sorted(table.results), missing, games, table.reports)


def _scores_of_round(state: State, at: RoundId) -> dict[int, RoundScore]:
    """What each entrant scored in a round, as far as it has begun."""
    return {
        entrant: found
        for entrant, rounds in score_rounds(state, at).items()
        for found in rounds
        if found.round == at.round
    }


def game_address(by: Sheet | Record, deal: int | None) -> str | None:
    """The page of the game that gave a result, at the deal if there is one; None for a result written on a sheet."""
    if not isinstance(by, Record):
        return None
    return addresses.deal_page(by.id, by.deal or deal) if deal else addresses.game_page(by.id)


def current_round(state: State) -> RoundId | None:
    """The first round that is not closed, or the last round; None before the first draw."""
    drawn = list(state.rounds())
    return next((at for at, found in drawn if not found.closed), drawn[-1][0] if drawn else None)


def tables_still_playing(state: State) -> Iterator[tuple[TableId, tuple[int, ...]]]:
    """The tables of the current round whose deals are missing, with these deals."""
    at = current_round(state)
    if at is not None:
        for one in find_missing_deals(state, at.stage):
            if one.place == at:
                yield TableId(*at, one.table), one.deals


def seat_cells(state: State, at: RoundId) -> TableView:
    """Who sits where in a round and what they scored; those who sit out have no table."""
    rows: list[list[object]] = []
    shown = round_view(state, at, scored=True)
    for table in shown.tables:
        for one in table.seats:
            who, guest = one.entrant or one.drawn, one.seat.guest
            cells = [table.at.table, one.number, who.number, who.name, who.team]
            rows.append([*cells, guest.name if guest else None, one.score])
    rows += [[None, None, one.number, one.name, one.team, None, None] for one in shown.byes]
    return rows_table(("table", "seat", "entrant", "name", "team", "guest", "score"), rows)


def round_cells(explained: Explanation) -> TableView:
    """The rounds of an entrant; a round that is dropped has a score and counts nothing."""
    stage = explained.line.stage
    rows = [
        [stage, one.round, one.how, one.table, one.seat, one.score, None if one.dropped else one.score]
        for one in explained.account.rounds
    ]
    return rows_table(("stage", "round", "how", "table", "seat", "score", "counted"), rows)


def award_cells(state: State) -> TableView:
    """The bonuses and penalties; one that is cancelled has points and counts nothing."""
    rows = [
        [
            *(number, one.entrant, state.entrants[one.entrant - 1].name, one.stage, one.round),
            *(one.points, None if one.cancelled else one.points, one.reason),
        ]
        for number, one in sorted(state.awards.items())
    ]
    return rows_table(("number", "entrant", "name", "stage", "round", "points", "counted", "reason"), rows)
