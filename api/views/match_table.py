"""A record deal by deal: places, points and totals, and where faults are."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from daifu.replay.deal import Number
from daifu.replay.match import Match, Record
from daifu.replay.position import go_on
from daifu.replay.text import Text
from daifu.replay.titles import title_name
from daifu.schemas.report import Fault, Report, places_by_player, read_results

DEALS_A_PAGE: Final = 100
MOST_FAULTS: Final = 100
"""The most faults that are listed at once."""


class PlayerResult(NamedTuple):
    """What a deal brought a player: their place, the title that it earns, points, and the total after it."""

    place: int | None
    title: Text | None
    points: Number | None
    total: Number | None


class DealRow(NamedTuple):
    """A deal, counted from 1, and what it brought each player, by player number.

    `verified` is false where only its result was recorded. `faults` is the number of its faults.
    """

    number: int
    results: Sequence[PlayerResult]
    verified: bool
    faults: int


class PlacedFault(NamedTuple):
    """A fault of a deal."""

    deal: int
    fault: Fault


class MatchTable(NamedTuple):
    """Some deals of a record, the first of them `first`, the number of all deals, and the results of the whole.

    `faults` are the first faults of the record, `fault_count` is the number of all.
    """

    first: int
    deals: int
    rows: Sequence[DealRow]
    totals: Sequence[Number | None]
    ranks: Sequence[int | None]
    legal: bool
    faults: Sequence[PlacedFault]
    fault_count: int

    @property
    def is_decided(self) -> bool:
        """Whether somebody has a place in one of these deals."""
        return any(result.place for row in self.rows for result in row.results)


decode_report: Final = msgspec.json.Decoder(Report).decode
"""Decodes the JSON of a report."""


def match_table(record: Record, report_text: bytes, first: int, most: int | None) -> MatchTable:
    """The deals of a record from `first` on, at most so many or all of them, by the report on it."""
    report = decode_report(report_text)
    faults = (PlacedFault(number, fault) for number, deal in enumerate(report.deals, 1) for fault in deal.faults)
    return MatchTable(
        first=first,
        deals=len(report.deals),
        rows=list(islice(_rows(record, report_text, report), first - 1, None if most is None else first - 1 + most)),
        totals=report.totals,
        ranks=report.ranks,
        legal=report.legal,
        faults=list(islice(faults, MOST_FAULTS)),
        fault_count=sum(len(deal.faults) for deal in report.deals),
    )


def _rows(record: Record, report_text: bytes, report: Report) -> Iterator[DealRow]:
    match = Match(record.rules, len(record.players))
    results = read_results(report_text)
    for number, (deal, known, told) in enumerate(zip(record.deals, results, report.deals, strict=True), 1):
        go_on(match, deal, known)
        places = places_by_player(told.order, known.shared_places or ())
        yield DealRow(
            number,
            [
                PlayerResult(places.get(player), title_name(title) if title else None, points, total)
                for player, (title, points, total) in enumerate(
                    zip(told.titles, told.points, match.totals, strict=True), 1
                )
            ],
            told.verified,
            len(told.faults),
        )
