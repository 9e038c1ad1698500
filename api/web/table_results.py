"""Results of a table as people enter them: which deal is due, what the form needs, and what was entered."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from data.store.errors import VersionConflict
from data.store.interface import Tournaments
from data.store.values import Author
from data.tournaments.changes import Result
from data.tournaments.errors import TournamentError
from data.tournaments.handlers.dispatch import apply_new
from data.tournaments.handlers.rounds import missing_deals
from data.tournaments.state import Outcome, State, Table, TableId, find_round, find_table
from replay.text import Text

PLACE: Final = "place-"
POINTS: Final = "points-"
DEAL: Final = "deal"
"""The names of the fields of the form; the number of the seat follows the first two."""

_NUMBER: Final = re.compile(r"[-+−]?[0-9]{1,9}(?:[.,/][0-9]{1,6})?")
_ATTEMPTS: Final = 20
_NO_NUMBER: Final = Text("expected a number of points, found {found}", "得点の数値が必要ですが、{found}とあります")
_CONTRADICTED: Final = Text(
    "the table already has another result for this deal; please call the referee",
    "この回には、すでに別の結果が入っています。審判を呼んでください",
)


class EntryRefused(ValueError):
    """A result that cannot be taken as it was entered; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Contradicted(EntryRefused):
    """Another result of the same deal was entered before."""

    def __init__(self) -> None:
        super().__init__(_CONTRADICTED)


class TableForm(NamedTuple):
    """What can be entered at a table: the deal that is due (None where none is), and whether points are needed."""

    at: TableId
    table: Table
    due: int | None
    needs_points: bool


def table_form(state: State, at: TableId) -> TableForm:
    """The form of a table. Raises `TournamentError` where there is no such table."""
    table = find_table(find_round(state, at), at.table)
    due = _due_deal(table, state.settings_of(at.stage).deals)
    return TableForm(at, table, due, _needs_points(state, at, table, due))


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
    seats = range(1, len(form.table.seats) + 1)
    places = tuple(read_place(fields.get(f"{PLACE}{seat}", "")) for seat in seats)
    points = tuple(read_points(fields.get(f"{POINTS}{seat}", "")) for seat in seats)
    return Result(
        **form.at._asdict(),
        deal=read_place(fields.get(DEAL, "")),
        places=places if any(places) else None,
        points=points if any(point is not None for point in points) else None,
    )


def read_place(text: str) -> int | None:
    """The place or another small number that a field has; None where it has none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < len(str(10**6)) and int(text) else None


def read_points(text: str) -> Fraction | None:
    """The number of points that a field has; None where it is empty. Raises `EntryRefused`."""
    given = text.strip()
    if not given:
        return None
    if not _NUMBER.fullmatch(given):
        raise EntryRefused(Text(_NO_NUMBER.en.format(found=given), _NO_NUMBER.ja.format(found=given)))
    try:
        return Fraction(given.replace("−", "-").replace(",", "."))
    except ZeroDivisionError:
        raise EntryRefused(Text(_NO_NUMBER.en.format(found=given), _NO_NUMBER.ja.format(found=given))) from None


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


def accept_entry(tournaments: Tournaments, tournament: int, result: Result, author: Author) -> int:
    """Append a result to the log unless it is there already; the version of the tournament that has it.

    Sending it again changes nothing, and no other result is replaced. Raises `EntryRefused`, `NoSuchTournament`, and
    `VersionConflict` where the tournament changes all the time.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        found = tournaments.present(tournament)
        check_entry(found.state, result)
        if found.state.result_of(result) is not None:
            return found.version
        try:
            return tournaments.append(tournament, [result], author, expected=found.version)
        except VersionConflict:
            if attempt == _ATTEMPTS:
                raise
    raise AssertionError
