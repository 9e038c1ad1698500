"""The tables of a tournament as rows for spreadsheets: seats of a round, rounds of an entrant, what a referee gave."""

from daifu.api.views.tournaments.standings_table import rows_table
from daifu.api.views.values import TableView
from daifu.api.web.tournaments.tables import round_view
from daifu.data.tournaments.standings.explanation import Explanation
from daifu.data.tournaments.state import RoundId, State


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
