"""The log of a tournament: numbered entries that are only ever added.

`apply` is the only way from a state to the next: it calls the handler of a change. A log is folded by it; entries as
JSON, and the version at which a round was closed, are here, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Meta, Struct

from daifu.data.tournaments import changes, game_rules, tables, tournament
from daifu.data.tournaments.changes import (
    AnyChange,
    Created,
    IdNumber,
    Record,
    RecordIgnored,
    Result,
    RoundClosed,
    SettingsChanged,
    Sheet,
    StageOpened,
    decode_fraction,
    encode_fraction,
)
from daifu.data.tournaments.errors import TournamentError, comma_separated, raise_all
from daifu.data.tournaments.settings import ByTitle
from daifu.data.tournaments.state import EMPTY_STATE, RoundId, State
from daifu.schemas.record.limits import LARGEST_INTEGER, PROBLEMS
from daifu.schemas.record.model import Name, Notes
from daifu.schemas.record.struct_reader import StructReader

HANDLERS: Final[Mapping[type[changes.Change], Callable[[State, Any], State]]] = {
    changes.Created: tournament.create_tournament,
    changes.SettingsChanged: tournament.change_settings,
    changes.Entered: tournament.add_entrant,
    changes.CheckedIn: tournament.check_in,
    changes.Renamed: tournament.rename_entrant,
    changes.Withdrawn: tournament.withdraw_entrant,
    changes.Returned: tournament.readmit_entrant,
    changes.StageOpened: tournament.open_stage,
    changes.StageChanged: tournament.change_stage,
    changes.StageRemoved: tournament.remove_stage,
    changes.Drawn: tournament.add_round,
    changes.Redrawn: tournament.redraw_round,
    changes.Result: tables.set_result,
    changes.Reported: tables.report_result,
    changes.ResultRemoved: tables.remove_result,
    changes.SeatsMoved: tables.move_seats,
    changes.Substituted: tables.substitute_seat,
    changes.Forfeited: tables.forfeit_table,
    changes.ForfeitCancelled: tables.cancel_forfeit,
    changes.Awarded: tables.add_award,
    changes.Cancelled: tables.cancel_award,
    changes.FaultDecided: tables.decide_fault,
    changes.RoundClosed: tournament.close_round,
    changes.RoundReopened: tournament.reopen_round,
    changes.LotDrawn: tables.add_lot,
    changes.RecordIgnored: tables.ignore_record,
    changes.ClockSet: tournament.set_clock,
    changes.WallSet: tournament.set_wall,
    changes.Finished: tournament.finish_tournament,
}

_AFTER_THE_END: Final = (changes.RoundReopened, changes.RecordIgnored, changes.ClockSet, changes.WallSet)
"""The changes that a finished tournament still takes."""


def apply(state: State, change: AnyChange) -> State:
    """The state after a change. Raises `TournamentError` where it is impossible."""
    if isinstance(change, changes.Created) == bool(state.rules):
        raise TournamentError("already_created" if state.rules else "not_created")
    if state.finished and not isinstance(change, _AFTER_THE_END):
        raise TournamentError("finished")
    try:
        return HANDLERS[type(change)](state, change)
    except TournamentError as error:
        names = {entrant.number: entrant.name for entrant in state.entrants}
        for one in (error, *error.others):  # the sentence says who is meant
            one.names = names
        raise


def apply_new(state: State, change: AnyChange) -> State:
    """The state after a change that is in no log yet, for which more is checked than for those of earlier logs.

    Raises `TournamentError` as `apply` does, `unknown_title`, `has_forfeited`, `no_reason` and `long_reason`.
    """
    following = apply(state, change)
    tables.check_reason(change)
    _check_titles(following, change)
    tables.check_forfeit_stays(state, change)
    return following


def apply_all(state: State, several: Iterable[AnyChange]) -> State:
    """The state after several new changes.

    Raises `TournamentError` with the index of the first impossible one as `place`. Its `others` are those of the
    changes after it, which are tried without it; at most `PROBLEMS` in all.
    """
    refused: list[TournamentError] = []
    for index, change in enumerate(several):
        try:
            state = apply_new(state, change)
        except TournamentError as error:
            refused += (error, *error.others)
            for one in (error, *error.others):
                one.place = index
        if len(refused) >= PROBLEMS:
            break
    raise_all(refused[:PROBLEMS])
    return state


def _check_titles(state: State, change: AnyChange) -> None:
    """Check that a change names only titles that some place at some table has; a record has no others.

    Raises `TournamentError`: `unknown_title`, once for each.
    """
    match change:
        case Result(by=Sheet(), titles=tuple(titles)):
            named = [title for title in titles if title is not None]
        case Created(settings=settings) | SettingsChanged(settings=settings) | StageOpened(settings=settings):
            scoring = None if settings is None or settings is UNSET else settings.scoring
            named = list(scoring.worth) if isinstance(scoring, ByTitle) else []
        case _:
            return
    known = game_rules.titles_of_game(state) if named else ()
    raise_all(
        TournamentError("unknown_title", title=title, known=comma_separated(known))
        for title in dict.fromkeys(named)
        if title not in known
    )


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a log: its number from 1, its time (seconds since 1970, UTC), its author, a reason and the change."""

    number: IdNumber
    at: Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
    author: Name
    reason: Notes | None = None
    change: AnyChange


class LogGapError(Exception):
    """The entries of a log are not numbered from 1 without a gap: something is missing."""

    def __init__(self, due: int, found: int) -> None:
        super().__init__(f"expected entry {due} of the log, found {found}")
        self.due = due
        self.found = found


encode_entry: Final = msgspec.json.Encoder(enc_hook=encode_fraction, order="deterministic").encode
"""An entry as JSON; equal entries are equal bytes."""
encode_change: Final = encode_entry
"""A change as JSON; equal changes are equal bytes."""
decode_entry: Final = msgspec.json.Decoder(Entry, dec_hook=decode_fraction).decode
"""The entry that a JSON document holds. Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
decode_change: Final = msgspec.json.Decoder[AnyChange](AnyChange, dec_hook=decode_fraction).decode
"""The change that a JSON document holds. Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""


read_change: Final = StructReader[AnyChange](AnyChange, decode_fraction).read
"""The change that a JSON document of a client holds. Raises `StructRefused` with everything that is wrong."""


def apply_changes(state: State, changes: Iterable[AnyChange]) -> State:
    """The state after changes as a log keeps them: what a log cannot hold is refused.

    Raises `TournamentError` where one is impossible, `msgspec.ValidationError` where a value is out of bounds.
    """
    for change in changes:
        state = apply_new(state, decode_change(encode_change(change)))
    return state


def is_from_record(change: AnyChange) -> bool:
    """Whether a change is about what waits or came from a record; only those who import or ignore it may write it."""
    return isinstance(change, RecordIgnored) or (isinstance(change, Result) and isinstance(change.by, Record))


def given_names(changes: Iterable[AnyChange], after: int) -> Iterator[tuple[int, str]]:
    """The names that changes give the tournament, each with the number of its entry in a log of `after` entries."""
    for number, change in enumerate(changes, after + 1):
        match change:
            case Created(name=name) | SettingsChanged(name=str(name)):
                yield number, name
            case _:
                pass


def is_gapless(entries: Iterable[Entry], after: int) -> bool:
    """Whether entries are those that follow the first `after` entries of a log."""
    return all(entry.number == due for due, entry in enumerate(entries, after + 1))


def fold(entries: Iterable[Entry], state: State = EMPTY_STATE, after: int = 0) -> State:
    """The state after a log, or after the rest of one whose first `after` entries led to a state.

    Raises `LogGapError` where an entry is missing, and `TournamentError` where one is impossible: such a log was
    tampered with.
    """
    for due, entry in enumerate(entries, after + 1):
        if entry.number != due:
            raise LogGapError(due, entry.number)
        state = apply(state, entry.change)
    return state


class ClosedVersion(NamedTuple):
    """A round that was closed, and the version of the tournament whose standing was announced then."""

    place: RoundId
    version: int


def find_closed_version(entries: Iterable[Entry], stage: int | None = None, number: int | None = None) -> ClosedVersion:
    """The last closing of a round in a log; by default of any round of a stage, or of any stage.

    Raises `TournamentError`: `never_closed`.
    """
    found = None
    for entry in entries:
        match entry.change:
            case RoundClosed() as closed if stage in {None, closed.stage} and number in {None, closed.round}:
                found = ClosedVersion(RoundId(closed.stage, closed.round), entry.number)
            case _:
                pass
    if found is None:
        raise TournamentError("never_closed")
    return found


class RecordLinks(NamedTuple):
    """The records that began to give results of a tournament, and those that ceased to."""

    added: tuple[int, ...]
    removed: tuple[int, ...]


def records_with_results(state: State) -> set[int]:
    """The records that gave results."""
    outcomes = (outcome for _, table in state.tables() for outcome in table.results.values())
    return {outcome.by.id for outcome in outcomes if isinstance(outcome.by, Record)}


def changed_links(before: State, after: State) -> RecordLinks:
    """The records that give results in one of two states alone."""
    then, now = records_with_results(before), records_with_results(after)
    return RecordLinks(tuple(sorted(now - then)), tuple(sorted(then - now)))
