"""Results of a table as people enter them: at the table, card by card, and at the desk."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from daifu.api.web.entry.fields import PLACE, POINTS, EntryRefused, read_number, read_points
from daifu.data.store.errors import RecordWithdrawn, VersionConflict
from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import (
    AnyChange,
    ForfeitCancelled,
    Forfeited,
    Guest,
    Record,
    Reported,
    Result,
    ResultRemoved,
    Substitute,
    Substituted,
)
from daifu.data.tournaments.consequences import with_reopening
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import apply_all, apply_new
from daifu.data.tournaments.open_tasks import absent_seats
from daifu.data.tournaments.state import Outcome, Report, Seat, State, Table, TableId, find_round, find_table
from daifu.data.tournaments.tables import seat_player_ids
from daifu.data.tournaments.tournament import missing_deals
from daifu.replay.text import Text, filled
from daifu.schemas.judgement import judge_grown_json
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawPlayer, player_id

DEAL: Final = "deal"
WHO: Final = "who"
"""Fields of the form: the number of the deal, and the seat of the reader."""

_ATTEMPTS: Final = 20
_CONTRADICTED: Final = Text(
    "the table already has another result for this deal; please call the referee",
    "この回には、すでに別の結果が入っています。審判を呼んでください",
)
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
    due = next(iter(missing_deals(table, settings.deals)), None)
    if due is None and settings.deals is None:  # where tables play any number of deals, there is always a next one
        due = max(table.results, default=0) + 1
    # Points have to be entered where they do not follow from places: a result of places alone is tried.
    needs_points, places = False, tuple(range(1, len(table.seats) + 1))
    try:
        apply_new(state, Result(**at._asdict(), deal=due or 1, places=places))
    except TournamentError as refused:
        needs_points = refused.code == "points_unknown"
    return TableForm(at, table, due, needs_points, settings.confirm, table.reports.get(due or 0))


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
        raise EntryRefused(Text("please choose who enters the result", "入力する人の名前を選んでください"))
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


_NO_DEAL: Final[RawDeal] = {}
"""Stands for a deal whose result was not entered card by card."""


def record_before(store: Store, state: State, form: TableForm) -> dict[str, Any]:
    """The record of a table as JSON values, with its deals before the one that is due.

    Deals that were written on a sheet are empty in it. The players are numbered as they sit.
    """
    at = form.at
    event = {"name": state.name, "stage": state.stages[at.stage - 1].name, "round": at.round, "table": at.table}
    players = [_player(state, seat) for seat in form.table.seats]
    stored = _stored_deals(store, form.table.results, list(map(player_id, players)))
    before = (form.due or 1) - 1
    deals = _with_abandoned(stored, before)
    before -= sum(not deal.get("abandoned") for deal in deals)
    return {
        "format": RECORD_FORMAT,
        "rules": state.rules,
        "options": dict(state.options),
        "players": players,
        "event": event,
        "deals": [*deals, *[_NO_DEAL] * before],
    }


def _with_abandoned(deals: Sequence[RawDeal], count: int) -> list[RawDeal]:
    """The first deals of which this number was played to the end, and the abandoned ones before the next."""
    found: list[RawDeal] = []
    for deal in deals:
        if not deal.get("abandoned"):
            if not count:
                break
            count -= 1
        found.append(deal)
    return found


def _player(state: State, seat: Seat) -> str | RawPlayer:
    """Who sits on a seat; for nobody there, who was drawn."""
    entrant = state.entrants[(seat.entrant or seat.drawn) - 1]
    name = seat.guest.name if seat.guest else entrant.name
    [player, *_] = seat_player_ids(state, seat) or entrant.ids
    return name if player == name else {"id": player, "name": name}


def _stored_deals(store: Store, results: Mapping[int, Outcome], players: list[str]) -> list[RawDeal]:
    """The deals of the record that gave the latest result of a table, if these people sit in it in this order."""
    records = [outcome.by.id for _, outcome in sorted(results.items()) if isinstance(outcome.by, Record)]
    if not records:
        return []
    try:
        found = msgspec.json.decode(store.record(records[-1]).record)
    except RecordWithdrawn:
        return []
    deals: list[RawDeal] = found["deals"] if list(map(player_id, found["players"])) == players else []
    return deals


def places_before(form: TableForm, before: Mapping[str, Any]) -> list[int] | None:
    """The ranking that the deal that is due starts from, if the record before does not say it.

    That is so where the deal before was written on a sheet, and where somebody left it: the ranking seats them again,
    because a table of a tournament keeps its seats.
    """
    outcome = form.table.results.get((form.due or 1) - 1)
    if outcome is None:
        return None
    actions = before["deals"][-1].get("actions") or ()
    somebody_left = any(action.split()[1:2] == ["leave"] for action in actions)
    if isinstance(outcome.by, Record) and not somebody_left:
        return None
    places = {place: seat for seat, place in enumerate(outcome.places, 1)}
    ranking = [places.get(place) for place in range(1, len(outcome.places) + 1)]
    return None if None in ranking else [seat for seat in ranking if seat]


def store_table_deal(store: Store, before: Mapping[str, Any], deal: RawDeal, author: Author) -> None:
    """Store the record with one more deal, so that the tournament has its result. Again, it changes nothing.

    Raises `EntryRefused` where the tournament does not take it; nothing is stored then.
    """
    judged = judge_grown_json(msgspec.json.encode({**before, "deals": [*before["deals"], deal]}))
    for preview in store.preview_imports(judged, store.preview(judged)):
        if preview.text is not None:
            raise EntryRefused(preview.text)
    store.add([judged], author)


_NO_PLACE: Final = Text("{name} has no place yet.", "{name}の順位がまだありません。")
_NOBODY: Final = Text(
    "Choose who takes the seat, or type the name of a guest.",
    "席に着く人を選ぶか、代わりの人の名前を入力してください。",
)


def read_desk_result(state: State, at: TableId, fields: Mapping[str, str]) -> Sequence[AnyChange]:
    """The changes that enter a result; who is absent forfeits. Raises `EntryRefused` and `TournamentError`."""
    form = table_form(state, at)
    gone = [form.table.seats[number - 1].entrant for number in absent_seats(state, form.table, at.round_id)]
    forfeits = [Forfeited(**at._asdict(), entrant=entrant) for entrant in gone if entrant is not None]
    if forfeits:
        form = table_form(apply_all(state, with_reopening(state, forfeits[0])[:-1] + tuple(forfeits)), at)
    result = read_entry(form, fields)
    for number, seat in enumerate(form.table.seats, 1):
        if result.points is None and not seat.forfeited and not (result.places and result.places[number - 1]):
            name = seat.guest.name if seat.guest else state.entrants[(seat.entrant or seat.drawn) - 1].name
            raise EntryRefused(filled(_NO_PLACE, name=name))
    return [*forfeits, result]


def table_changes(form: TableForm, job: str, fields: Mapping[str, str]) -> Sequence[AnyChange]:
    """The changes of a job at a table that enters no result. Raises `EntryRefused`."""
    at = form.at._asdict()
    seat = min(read_number(fields.get("seat", "")) or 1, len(form.table.seats))
    sitting = form.table.seats[seat - 1]
    match job:
        case "remove":
            return [ResultRemoved(**at, deal=read_number(fields.get(DEAL, "")))]
        case "forfeit":
            return [Forfeited(**at, entrant=sitting.entrant or sitting.drawn)]
        case "no_forfeit":
            return [ForfeitCancelled(**at, entrant=sitting.entrant or sitting.drawn)]
        case "back":
            return [Substituted(**at, seat=seat, by=Substitute(sitting.drawn))]
        case _:
            return [Substituted(**at, seat=seat, by=_substitute(fields))]


def _substitute(fields: Mapping[str, str]) -> Substitute | Guest:
    entrant = read_number(fields.get("entrant", ""))
    if entrant is not None:
        return Substitute(entrant)
    name = fields.get("guest", "").strip()
    if not name:
        raise EntryRefused(_NOBODY)
    return Guest(name=name, scores="scores" in fields)
