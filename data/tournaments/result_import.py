"""Records become results: reads what a record says, finds its table and seats, and makes the changes.

Everything here follows from the state of the tournament and from the record; nothing is stored.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from daifu.data.tournaments.changes import (
    MAX_FAULTS,
    AnyChange,
    FaultSeen,
    Record,
    Result,
    ResultRemoved,
    RoundReopened,
    to_fraction,
)
from daifu.data.tournaments.errors import MESSAGES, TournamentError, fill_sentence
from daifu.data.tournaments.game_rules import derive_outcome, tournament_rules
from daifu.data.tournaments.log import apply
from daifu.data.tournaments.settings import MAX_DEALS
from daifu.data.tournaments.state import Outcome, State, TableId, find_round, find_table
from daifu.data.tournaments.tables import seat_player_ids
from daifu.data.tournaments.tournament import missing_deals
from daifu.replay.actions import says_leave
from daifu.replay.faults import DEAL_INCOMPLETE, NOTICE
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.record.model import HouseShape, PlayerShape
from daifu.schemas.record.rules import rules_for


class _Deal(Struct):
    """The fields of a deal of a record that results need."""

    abandoned: bool = False
    actions: tuple[str, ...] = ()


class _Record(Struct):
    """The fields of a record that results need."""

    rules: str
    players: tuple[str | PlayerShape, ...]
    deals: tuple[_Deal, ...]
    options: dict[str, Any] = {}
    house: HouseShape | None = None
    event: dict[str, Any] = {}


class _Fault(Struct):
    """The fields of a fault of a report that results need."""

    code: str
    severity: str
    action: int | None
    player: int | None


class _ReportedDeal(Struct):
    """The fields of a deal of a report that results need; all but the faults are by player."""

    order: tuple[int, ...]
    titles: tuple[str | None, ...]
    points: tuple[int | float | None, ...]
    faults: tuple[_Fault, ...]


class _Report(Struct):
    """The field of a report that results need."""

    deals: tuple[_ReportedDeal, ...]


_decode_record: Final = msgspec.json.Decoder(_Record).decode
_decode_report: Final = msgspec.json.Decoder(_Report).decode


NEW_RECORD: Final = 0
"""Stands for a record that is not stored: no record has this number."""


class PendingImport(NamedTuple):
    """A revision of a record, with its texts (record and report) and the tournament that its event names.

    Without texts the revision withdraws the record.
    """

    record: int
    revision: int
    texts: tuple[bytes, bytes] | None
    tournament: int | None


class RecordResults(NamedTuple):
    """The results of a revision of a record; `decided` are its deals that have one, by the number at the table.

    A deal that was abandoned is played again, so that the next one has its number there. `own_numbers` are those in the
    record, where they are others.
    """

    record: int
    revision: int
    rules: str
    options: Mapping[str, Any]
    house: HouseShape | None
    event: Mapping[str, Any]
    players: tuple[str, ...]
    decided: Mapping[int, _ReportedDeal]
    own_numbers: Mapping[int, int]

    def results(self, at: TableId, players: Sequence[str]) -> list[Result]:
        """The results of the deals at a table, for these players in the order of its seats.

        Raises `ImportRefused`: `too_many_faults`.
        """
        return [self.result(deal, at, players) for deal in self.decided]

    def result(self, deal: int, at: TableId, players: Sequence[str]) -> Result:
        """The result of a deal at a table, for these players in the order of its seats.

        Raises `ImportRefused`: `too_many_faults`.
        """
        seating = [self.players.index(player) for player in players]
        reported = self.decided[deal]
        places = {player - 1: place for place, player in enumerate(reported.order, 1)}
        points = [reported.points[player] for player in seating]
        titles = tuple(reported.titles[player] for player in seating)
        return Result(
            stage=at.stage,
            round=at.round,
            table=at.table,
            deal=deal,
            by=Record(self.record, self.revision, tuple(players), self.own_numbers.get(deal)),
            places=tuple(places.get(player) for player in seating) if places else None,
            points=None
            if all(point is None for point in points)
            else tuple(None if point is None else to_fraction(point) for point in points),
            titles=titles if any(titles) else None,
            faults=_faults(deal, reported, seating),
        )


def read_results(record: int, revision: int, text: bytes, report: bytes) -> RecordResults:
    """The results of a revision of a record, from its text and the report on it.

    Raises `ImportRefused`: `too_many_deals`.
    """
    found = _decode_record(text)
    if len(found.deals) > MAX_DEALS:
        raise ImportRefused("too_many_deals", found=len(found.deals), most=MAX_DEALS)
    players = tuple(player if isinstance(player, str) else player.id for player in found.players)
    in_teams = PROFILES[found.rules].in_teams  # then a deal that somebody leaves has no result
    deals = enumerate(zip(found.deals, _decode_report(report).deals, strict=True), 1)
    played = enumerate(((number, *both) for number, both in deals if not both[0].abandoned), 1)
    decided, own_numbers = {}, {}
    for at_table, (number, deal, reported) in played:
        if in_teams and any(map(says_leave, deal.actions)):
            continue
        if all(fault.code != DEAL_INCOMPLETE for fault in reported.faults):
            decided[at_table] = reported
            if number != at_table:
                own_numbers[at_table] = number
    return RecordResults(
        record, revision, found.rules, found.options, found.house, found.event, players, decided, own_numbers
    )


def _faults(number: int, deal: _ReportedDeal, seating: list[int]) -> tuple[FaultSeen, ...]:
    """The faults of a deal without its notices. Raises `ImportRefused`: `too_many_faults`."""
    seats = {player + 1: seat for seat, player in enumerate(seating, 1)}
    found = tuple(
        FaultSeen(
            code=fault.code,
            severity=fault.severity,
            action=fault.action,
            seat=None if fault.player is None else seats[fault.player],
        )
        for fault in deal.faults
        if fault.severity != NOTICE
    )
    if len(found) > MAX_FAULTS:
        raise ImportRefused("too_many_faults", deal=number, found=len(found), most=MAX_FAULTS)
    return found


LOG_DAMAGED: Final = "log_damaged"

IMPORT_SENTENCES: Final[Mapping[str, Text]] = {
    "not_named": Text("the event does not name the {field}", "eventに{field}がありません"),
    "no_number": Text(
        "the {field} of the event is {found}; expected a number", "eventの{field}が{found}で、番号ではありません"
    ),
    "other_tournament": Text("the event of the record names another tournament", "棋譜のeventが別の大会のものです"),
    "other_rules": Text(
        "the record was played by {found}, but the tournament is played by {expected}",
        "棋譜のルールは{found}ですが、大会のルールは{expected}です",
    ),
    "other_options": Text(
        "the options of the record differ from those of the tournament", "棋譜のオプションが大会のものと違います"
    ),
    "other_house": Text(
        "the rules of the record are not those of the house {house}: {en}",
        "棋譜のルールがハウスルール{house}と違います：{ja}",
    ),
    "too_many_deals": Text(
        "the record has {found} deals; a table has at most {most}", "棋譜は{found}回ありますが、1卓は{most}回までです"
    ),
    "too_many_faults": Text(
        "deal {deal} has {found} faults; at most {most} can be stored",
        "{deal}回目の反則は{found}件で、上限の{most}件を超えます",
    ),
    "contradicted": Text(
        "deal {deal} of table {table} already has a different result, which is not from this record",
        "{table}卓の{deal}回目には、この棋譜と食い違う別の結果がすでにあります",
    ),
    LOG_DAMAGED: Text(
        "the log of the tournament is damaged; no results can be imported into it",
        "大会の記録簿が壊れているため、反映できません",
    ),
}


class ImportRefused(TournamentError):
    """A record cannot be imported; `details` fill the places of the sentence."""

    @property
    def sentence(self) -> Text:
        """The reason, in both languages."""
        return refusal_sentence(self.code, self.details)


def refusal_sentence(code: str, details: Mapping[str, Any]) -> Text:
    """The sentence for a reason why a record could not be imported."""
    found = IMPORT_SENTENCES.get(code) or MESSAGES[code]
    return fill_sentence(found, details)


def details_json(refusal: TournamentError) -> str:
    """The details of a refusal as the store keeps them."""
    return msgspec.json.encode(refusal.details, order="deterministic", enc_hook=str).decode()


_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")
_LETTER: Final = re.compile(r"[A-Za-z]")


class ResultChanges(NamedTuple):
    """The changes that a record makes, the state after them, and the deals that its table still misses."""

    changes: tuple[AnyChange, ...]
    state: State
    missing: tuple[int, ...] = ()


class HeldResult(NamedTuple):
    """A result that a record gave: its table, its deal and its outcome."""

    at: TableId
    deal: int
    outcome: Outcome


class ImportPreview(NamedTuple):
    """A version of a tournament, its state, and the changes that an import would make."""

    version: int
    state: State
    changes: tuple[AnyChange, ...]


def plan_import(state: State, tournament: int, pending: PendingImport) -> ResultChanges:
    """What a revision of a record changes in a tournament.

    Its results go where it is withdrawn or its event names another tournament, else they become what it says. Raises
    `TournamentError` as `remove_results`, `read_results` and `import_results` do.
    """
    if pending.texts is None or pending.tournament != tournament:
        return remove_results(state, pending.record)
    return import_results(state, read_results(pending.record, pending.revision, *pending.texts))


def plan_agreed_import(state: State, tournament: int, pending: PendingImport) -> ResultChanges:
    """Like `plan_import`, but nothing is replaced that others said otherwise.

    Raises `TournamentError` as `plan_import` does, and `ImportRefused`: `contradicted`.
    """
    found = plan_import(state, tournament, pending)
    check_agreement(state, found)
    return found


def plan_forced_import(state: State, tournament: int, pending: PendingImport) -> ResultChanges:
    """Like `plan_import`, where somebody asks for it: a record that has nothing to do with the tournament is refused.

    Raises `TournamentError` as `plan_import` does, and `ImportRefused`: `other_tournament`.
    """
    if not is_concerned(state, tournament, pending):
        raise ImportRefused("other_tournament")
    return plan_import(state, tournament, pending)


def is_concerned(state: State, tournament: int, pending: PendingImport) -> bool:
    """Whether the event of a record names a tournament, or the tournament has results of the record."""
    return pending.tournament == tournament or bool(results_of_record(state, pending.record))


def results_of_record(state: State, record: int) -> list[HeldResult]:
    """The results that a record gave."""
    return [
        HeldResult(at, deal, outcome)
        for at, table in state.tables()
        for deal, outcome in table.results.items()
        if outcome.is_from(record)
    ]


def reopen_all_rounds(state: State) -> State:
    """The state in which every round may be corrected."""
    for round_id, found in state.rounds():
        if found.closed:
            state = apply(state, RoundReopened(stage=round_id.stage, round=round_id.round))
    return state


def table_of_record(state: State, source: RecordResults) -> TableId:
    """The table that the event of a record names by numbers; a table may be a letter, too.

    Without a stage, a record that gave results in that round stays in their stage, and any other one is of the latest.
    Raises `ImportRefused`: `not_named`, `no_number`.
    """
    number = _event_number(source, "round")
    letter = source.event.get("table")
    if isinstance(letter, str) and _LETTER.fullmatch(letter):
        table = ord(letter.upper()) - ord("A") + 1
    else:
        table = _event_number(source, "table")
    name = source.event.get("stage")
    if name is not None:
        named = [stage for stage, opened in enumerate(state.stages, 1) if opened.name == name]
        return TableId(named[0] if named else _event_number(source, "stage"), number, table)
    for at, _, _ in results_of_record(state, source.record):
        if (at.round, at.table) == (number, table):
            return at
    return TableId(max(len(state.stages), 1), number, table)


def players_by_seat(state: State, at: TableId, source: RecordResults) -> Sequence[str]:
    """The players of a record in the order of the seats of a table whose entrants have their ids.

    Players who are not known there get the seats left over, and the tournament will refuse them. If seats were moved
    after the record was imported, its results belong to other people now, and its own order is kept. Raises
    `TournamentError`: `no_such_stage`, `no_such_round`, `table_too_many`.
    """
    table = find_table(find_round(state, at), at.table)
    were_seats_moved = any(
        player not in seat_player_ids(state, seat)
        for outcome in table.results.values()
        if isinstance(outcome.by, Record) and outcome.by.id == source.record
        for player, seat in zip(outcome.by.players, table.seats, strict=True)
    )
    if len(table.seats) != len(source.players) or were_seats_moved:
        return source.players
    left = list(source.players)
    found: list[str | None] = []
    for seat in table.seats:
        ids = seat_player_ids(state, seat)
        known = next((player for player in left if player in ids), None)
        if known is not None:
            left.remove(known)
        found.append(known)
    return [left.pop(0) if player is None else player for player in found]


def _event_number(source: RecordResults, field: str) -> int:
    value: Any = source.event.get(field)
    if value is None:
        raise ImportRefused("not_named", field=field)
    if not _NUMBER.fullmatch(str(value)):
        raise ImportRefused("no_number", field=field, found=str(value)[:40])
    return int(value)


def remove_results(state: State, record: int) -> ResultChanges:
    """The results of a record go. Raises `TournamentError`."""
    held = results_of_record(state, record)
    found = _effective_changes(state, [_removal(at, deal) for at, deal, _ in held])
    return _with_missing_deals(held[0].at, found) if held else found


def import_results(state: State, source: RecordResults) -> ResultChanges:
    """The results of a record become what it says; those that the tournament has already are not written again.

    Raises `TournamentError` where the tournament refuses one of them, and `ImportRefused`: `other_rules`,
    `other_options`, `other_house`, and as `table_of_record` does. Nothing is imported then.
    """
    _check_rules(state, source)
    at = table_of_record(state, source)
    if _is_current(state, at, source):
        return _with_missing_deals(at, ResultChanges((), state))
    results = source.results(at, players_by_seat(state, at, source))
    kept = {(at, result.deal) for result in results}
    gone = [
        _removal(held.at, held.deal)
        for held in results_of_record(state, source.record)
        if (held.at, held.deal) not in kept
    ]
    return _with_missing_deals(at, _effective_changes(state, [*gone, *results]))


def check_agreement(before: State, found: ResultChanges) -> None:
    """Check that no result is replaced that others gave otherwise. Raises `ImportRefused`: `contradicted`."""
    for change in found.changes:
        if not isinstance(change, Result) or not isinstance(change.by, Record):
            continue
        old, new = before.result_of(change), found.state.result_of(change)
        if old is None or new is None or old.is_from(change.by.id):
            continue
        pairs = zip((*old.places, *old.points), (*new.places, *new.points), strict=True)
        if any(one is not None and other is not None and one != other for one, other in pairs):
            raise ImportRefused("contradicted", deal=change.deal, table=change.table)


def _effective_changes(state: State, wanted: Sequence[AnyChange]) -> ResultChanges:
    """The changes that make a difference, applied one after the other."""
    changes: list[AnyChange] = []
    for change in wanted:
        after = apply(state, change)
        if isinstance(change, Result) and isinstance(change.by, Record):
            old, new = state.result_of(change), after.result_of(change)
            if old and new and old.is_from(change.by.id) and _result_values(old) == _result_values(new):
                continue  # an earlier revision of the record said the same
        changes.append(change)
        state = after
    return ResultChanges(tuple(changes), state)


def _with_missing_deals(at: TableId, found: ResultChanges) -> ResultChanges:
    table = found.state.table_at(at)
    return found._replace(missing=tuple(missing_deals(table, found.state.settings_of(at.stage).deals)))


def _is_current(state: State, at: TableId, source: RecordResults) -> bool:
    """Whether a table has all results of a record already, also where its seats were moved or its round is closed."""
    held = results_of_record(state, source.record)
    if not held or {(one.at, one.deal) for one in held} != {(at, deal) for deal in source.decided}:
        return False
    for _, deal, outcome in held:
        players = outcome.by.players if isinstance(outcome.by, Record) else ()
        if sorted(players) != sorted(source.players):
            return False
        said = derive_outcome(state, state.table_at(at), source.result(deal, at, players))
        if _result_values(said) != _result_values(outcome):
            return False
    return True


def _result_values(outcome: Outcome) -> tuple[object, ...]:
    of_record = (outcome.by.players, outcome.by.deal) if isinstance(outcome.by, Record) else ()
    return of_record, outcome.places, outcome.points, outcome.titles, outcome.faults


def _removal(at: TableId, deal: int) -> ResultRemoved:
    return ResultRemoved(stage=at.stage, round=at.round, table=at.table, deal=deal or None)


def _check_rules(state: State, source: RecordResults) -> None:
    if source.rules != state.rules:
        raise ImportRefused("other_rules", found=source.rules, expected=state.rules)
    found, due = rules_for(source.rules, source.options).options, tournament_rules(state).options
    if state.house is None:
        if found != due:
            raise ImportRefused("other_options")
        return
    other = None if source.house is None or source.house.hash == state.house.hash else source.house
    if found != due or other is not None:
        from daifu.schemas.house_comparison import compare_rules, difference_text  # noqa: PLC0415 - seldom needed

        compared = compare_rules(found, due)
        if other is not None and other.players != state.house.players:
            compared = compared._replace(players=(other.players, state.house.players))
        told = difference_text(compared)
        named = f"{state.house.id}@{state.house.version}"
        raise ImportRefused("other_house", house=named, en=told.en, ja=told.ja)
