"""Results of a table as people enter them: which deal is due, what the form needs, and what was entered."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from daifu.api.web.entry.fields import PLACE, POINTS, EntryRefused, read_number, read_points
from daifu.data.store.errors import VersionConflict
from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import Reported, Result
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.handlers.dispatch import apply_new
from daifu.data.tournaments.handlers.rounds import missing_deals
from daifu.data.tournaments.state import Outcome, Report, State, Table, TableId, find_round, find_table
from daifu.replay.text import Text

DEAL: Final = "deal"
WHO: Final = "who"
"""Fields of the form: the number of the deal, and the seat of the reader."""

_ATTEMPTS: Final = 20
_CONTRADICTED: Final = Text(
    "the table already has another result for this deal; please call the referee",
    "この回には、すでに別の結果が入っています。審判を呼んでください",
)
_WHO: Final = Text("please choose who enters the result", "入力する人の名前を選んでください")
_SAME_PLAYER: Final = Text(
    "another player of the table has to confirm this result", "この結果は、同じ卓の別の人が確認する必要があります"
)
_OTHER_REPORT: Final = Text(
    "another result was entered in the meantime; please check it", "その間に別の結果が入力されました。確かめてください"
)


class Contradicted(EntryRefused):
    """Another result of the same deal was entered before."""

    def __init__(self) -> None:
        super().__init__(_CONTRADICTED)


class TableForm(NamedTuple):
    """What can be entered at a table: the deal that is due (None where none is), and whether points are needed.

    If results have to be confirmed (`confirm`), the `report` is the one that waits for the deal that is due.
    """

    at: TableId
    table: Table
    due: int | None
    needs_points: bool
    confirm: bool
    report: Report | None

    @property
    def seats(self) -> range:
        """The numbers of the seats, by which a record numbers its players, too."""
        return range(1, len(self.table.seats) + 1)


def table_form(state: State, at: TableId) -> TableForm:
    """The form of a table. Raises `TournamentError` where there is no such table."""
    table = find_table(find_round(state, at), at.table)
    settings = state.settings_of(at.stage)
    due = _due_deal(table, settings.deals)
    return TableForm(
        at, table, due, _needs_points(state, at, table, due), settings.confirm, table.reports.get(due or 0)
    )


def _due_deal(table: Table, deals: int | None) -> int | None:
    """The first deal without a result. Where tables play any number of deals, there is always a next one."""
    missing = missing_deals(table, deals)
    if missing:
        return missing[0]
    return max(table.results, default=0) + 1 if deals is None else None


def _needs_points(state: State, at: TableId, table: Table, due: int | None) -> bool:
    """Whether points do not follow from the places, so that they have to be entered."""
    places = tuple(range(1, len(table.seats) + 1))
    try:
        apply_new(state, Result(**at._asdict(), deal=due or 1, places=places))
    except TournamentError as refused:
        return refused.code == "points_unknown"
    return False


def read_entry(form: TableForm, fields: Mapping[str, str]) -> Result:
    """The result that was entered. Raises `EntryRefused` where a field is no number."""
    places = _with_last_place(form, [read_number(fields.get(f"{PLACE}{seat}", "")) for seat in form.seats])
    points = tuple(read_points(fields.get(f"{POINTS}{seat}", "")) for seat in form.seats)
    return Result(
        **form.at._asdict(),
        deal=read_number(fields.get(DEAL, "")),
        places=places if any(places) else None,
        points=points if any(point is not None for point in points) else None,
    )


def _with_last_place(form: TableForm, places: list[int | None]) -> tuple[int | None, ...]:
    """The places by seat; where all but one of those who play have theirs, the place that is left is that one's."""
    play = [index for index, seat in enumerate(form.table.seats) if not seat.forfeited]
    left = [index for index in play if places[index] is None]
    free = set(range(1, len(play) + 1)) - {*places}
    if len(left) == len(free) == 1 and len(play) > 1:
        places[left[0]] = free.pop()
    return tuple(places)


def ordered_seats(result: Result | Outcome) -> list[tuple[int | None, int]]:
    """The place and the number of each seat, best place first; seats without a place come last."""
    count = len(result.places or result.points or ())
    places = result.places or (None,) * count
    return sorted(zip(places, range(1, count + 1), strict=True), key=lambda one: (one[0] is None, one[0] or 0, one[1]))


def check_entry(state: State, result: Result) -> None:
    """Check that a result is possible. Raises `EntryRefused`, also for one that another result contradicts."""
    try:
        after = apply_new(state, result)
    except TournamentError as refused:
        raise EntryRefused(refused.text) from refused
    known = state.result_of(result)
    if known is not None and known != after.result_of(result):
        raise Contradicted


def accept_entry(store: Store, tournament: int, result: Result, author: Author) -> int:
    """Append a result to the log unless it is there already; the version of the tournament that has it.

    Sending it again changes nothing, and no other result is replaced. Raises `EntryRefused`, `NoSuchTournament`, and
    `VersionConflict` where the tournament changes all the time.
    """

    def is_there(state: State) -> bool:
        check_entry(state, result)
        return state.result_of(result) is not None

    return _append_once(store, tournament, result, author, is_there)


def report_entry(store: Store, tournament: int, result: Result, seat: int, author: Author) -> int:
    """Like `accept_entry`, for a result that the player at a seat reports and another one has to confirm."""
    report = Reported(
        stage=result.stage,
        round=result.round,
        table=result.table,
        deal=result.deal or 0,
        seat=seat,
        places=result.places,
        points=result.points,
    )

    def is_there(state: State) -> bool:
        check_entry(state, result)
        if state.result_of(result) is not None:
            return True
        known = state.table_at(result).reports.get(report.deal)
        return known is not None and known == (seat, possible_outcome(state, result))

    return _append_once(store, tournament, report, author, is_there)


def confirm_entry(store: Store, tournament: int, result: Result, seat: int, author: Author) -> int:
    """Like `accept_entry`, for a result that somebody else reported and the player at a seat confirms."""

    def is_there(state: State) -> bool:
        check_entry(state, result)
        if state.result_of(result) is not None:
            return True
        report = state.table_at(result).reports.get(result.deal or 0)
        if report is None or report.outcome != possible_outcome(state, result):
            raise EntryRefused(_OTHER_REPORT)
        if report.seat == seat:
            raise EntryRefused(_SAME_PLAYER)
        return False

    return _append_once(store, tournament, result, author, is_there)


def possible_outcome(state: State, result: Result) -> Outcome | None:
    """The outcome of a result that is possible. Raises `TournamentError`."""
    return apply_new(state, result).result_of(result)


def read_who(form: TableForm, fields: Mapping[str, str]) -> int:
    """The seat of the player who enters a result. Raises `EntryRefused`."""
    seat = read_number(fields.get(WHO, ""))
    if seat is None or seat > len(form.table.seats):
        raise EntryRefused(_WHO)
    return seat


def _append_once(
    store: Store,
    tournament: int,
    change: Result | Reported,
    author: Author,
    is_there: Callable[[State], bool],
) -> int:
    """Append a change to the log unless `is_there`; the version of the tournament that has it."""
    for attempt in range(1, _ATTEMPTS + 1):
        found = store.tournaments.present(tournament)
        if is_there(found.state):
            return found.version
        try:
            return store.tournaments.append(tournament, [change], author, expected=found.version)
        except VersionConflict:
            if attempt == _ATTEMPTS:
                raise
    raise AssertionError
