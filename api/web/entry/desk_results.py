"""What the desk says of a table: a result by taps, in which the last place fills itself, and who sits there."""

from collections.abc import Mapping, Sequence
from typing import Final

from daifu.api.web.entry.fields import EntryRefused, filled, read_number
from daifu.api.web.entry.table_results import DEAL, TableForm, read_entry, table_form
from daifu.data.tournaments.changes import (
    AnyChange,
    ForfeitCancelled,
    Forfeited,
    Guest,
    ResultRemoved,
    Substitute,
    Substituted,
)
from daifu.data.tournaments.consequences import with_reopening
from daifu.data.tournaments.handlers.dispatch import apply_all
from daifu.data.tournaments.next_step import absent_seats
from daifu.data.tournaments.state import State, TableId
from daifu.replay.text import Text

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
