"""Reads the results that a record holds for a tournament, and the reasons why a record cannot be imported."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from daifu.data.tournaments.changes import MAX_FAULTS, FaultSeen, Record, Result
from daifu.data.tournaments.errors import MESSAGES, TournamentError, fill_sentence
from daifu.data.tournaments.exact_numbers import to_fraction
from daifu.data.tournaments.settings import MAX_DEALS
from daifu.data.tournaments.state import TableId
from daifu.replay.actions import says_leave
from daifu.replay.faults import DEAL_INCOMPLETE, NOTICE
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.record.model import HouseShape, PlayerShape


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
        return Result(
            stage=at.stage,
            round=at.round,
            table=at.table,
            deal=deal,
            by=Record(self.record, self.revision, tuple(players), self.own_numbers.get(deal)),
            places=_places(reported, seating),
            points=_points(reported, seating),
            titles=_titles(reported, seating),
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


def _places(deal: _ReportedDeal, seating: list[int]) -> tuple[int | None, ...] | None:
    by_player = {player - 1: place for place, player in enumerate(deal.order, 1)}
    return tuple(by_player.get(player) for player in seating) if by_player else None


def _points(deal: _ReportedDeal, seating: list[int]) -> tuple[Fraction | None, ...] | None:
    found = [deal.points[player] for player in seating]
    if all(points is None for points in found):
        return None
    return tuple(None if points is None else to_fraction(points) for points in found)


def _titles(deal: _ReportedDeal, seating: list[int]) -> tuple[str | None, ...] | None:
    found = tuple(deal.titles[player] for player in seating)
    return found if any(found) else None


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
