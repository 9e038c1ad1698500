"""What a record brings to a tournament: who played, where, and what each deal came to."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from data.store.tournaments.unlandable import NotLanded
from data.tournaments.changes import FaultSeen, Record, Result
from data.tournaments.changes.base import MOST_FAULTS
from data.tournaments.exact import exact
from data.tournaments.settings import MOST_DEALS
from data.tournaments.state import RoundId
from replay.faults import NOTICE
from replay.match import UNDECIDED
from schemas.shape.structs import PlayerShape


class _Deal(Struct):
    """What is asked of a deal of a record."""

    abandoned: bool = False


class _Record(Struct):
    """What is asked of a record."""

    rules: str
    players: tuple[str | PlayerShape, ...]
    deals: tuple[_Deal, ...]
    options: dict[str, Any] = {}
    event: dict[str, Any] = {}


class _Fault(Struct):
    """What is asked of a fault."""

    code: str
    severity: str
    action: int | None
    player: int | None


class _Reported(Struct):
    """What is asked of a deal of a report; all but the faults is by player."""

    order: tuple[int, ...]
    titles: tuple[str | None, ...]
    points: tuple[int | float | None, ...]
    faults: tuple[_Fault, ...]


class _Report(Struct):
    """What is asked of a report."""

    deals: tuple[_Reported, ...]


_record: Final = msgspec.json.Decoder(_Record).decode
_report: Final = msgspec.json.Decoder(_Report).decode


class TableId(NamedTuple):
    """A table of a round."""

    place: RoundId
    table: int


class Arrival(NamedTuple):
    """A revision of a record that comes to a tournament; `decided` are its deals that have a result, by number."""

    record: int
    revision: int
    rules: str
    options: Mapping[str, Any]
    event: Mapping[str, Any]
    players: tuple[str, ...]
    decided: Mapping[int, _Reported]

    def results(self, at: TableId, players: Sequence[str]) -> list[Result]:
        """The results of the deals at a table on whose seats these players sat, in this order."""
        return [self.result(deal, at, players) for deal in self.decided]

    def result(self, deal: int, at: TableId, players: Sequence[str]) -> Result:
        """The result of one of them. Raises `NotLanded`: `too_many_faults`."""
        seating = [self.players.index(player) for player in players]
        reported = self.decided[deal]
        return Result(
            stage=at.place.stage,
            round=at.place.round,
            table=at.table,
            deal=deal,
            by=Record(self.record, self.revision, tuple(players)),
            places=_places(reported, seating),
            points=_points(reported, seating),
            titles=_titles(reported, seating),
            faults=_faults(deal, reported, seating),
        )


def arrival(record: int, revision: int, text: bytes, report: bytes) -> Arrival:
    """What a revision of a record brings, by its text and the report on it. Raises `NotLanded`: `too_many_deals`."""
    found = _record(text)
    if len(found.deals) > MOST_DEALS:
        raise NotLanded("too_many_deals", found=len(found.deals), most=MOST_DEALS)
    players = tuple(player if isinstance(player, str) else player.id for player in found.players)
    decided = {
        number: reported
        for number, (deal, reported) in enumerate(zip(found.deals, _report(report).deals, strict=True), 1)
        if not deal.abandoned and all(fault.code != UNDECIDED for fault in reported.faults)
    }
    return Arrival(record, revision, found.rules, found.options, found.event, players, decided)


def _places(deal: _Reported, seating: list[int]) -> tuple[int | None, ...] | None:
    by_player = {player - 1: place for place, player in enumerate(deal.order, 1)}
    return tuple(by_player.get(player) for player in seating) if by_player else None


def _points(deal: _Reported, seating: list[int]) -> tuple[Fraction | None, ...] | None:
    found = [deal.points[player] for player in seating]
    if all(points is None for points in found):
        return None
    return tuple(None if points is None else exact(points) for points in found)


def _titles(deal: _Reported, seating: list[int]) -> tuple[str | None, ...] | None:
    found = tuple(deal.titles[player] for player in seating)
    return found if any(found) else None


def _faults(number: int, deal: _Reported, seating: list[int]) -> tuple[FaultSeen, ...]:
    """The faults of a deal; what is only a notice is none. Raises `NotLanded`: `too_many_faults`."""
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
    if len(found) > MOST_FAULTS:
        raise NotLanded("too_many_faults", deal=number, found=len(found), most=MOST_FAULTS)
    return found
