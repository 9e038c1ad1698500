"""A record as the tables take it: read, and replayed once if any of them needs the result."""

from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

from replay.deal import Deal, DealReport, Start
from replay.match import Match, Report
from schemas.judgement import RecordFacts, day_of_date, record_facts
from schemas.parquet.table import Row
from schemas.record.decode import decode_json
from schemas.record.model import DealShape


class RevisionInfo(NamedTuple):
    """What a store knows of a record beside its text: its number, which revision this is, and when it came."""

    id: int
    revision: int
    stored_at: datetime
    withdrawn: bool


class ExportedDeal(NamedTuple):
    """A deal: its `number` from 1, how it was written, what it started from, and the report on it.

    `places` is the ranking with which the table opened, best first, or empty; where only the result is known, that of
    the deal before, for nobody knows who sat where.
    """

    number: int
    shape: DealShape
    start: Start
    places: tuple[int, ...]
    report: DealReport


class ExportedRecord:
    """A record with what a store knows of it; `size` is the length of its text in bytes."""

    def __init__(self, kept: RevisionInfo, text: bytes) -> None:
        """Read the text of a record. Raises `RecordRefused` where it is none."""
        loaded = decode_json(text)
        self.kept = kept
        self.size = len(text)
        self.record = loaded.record
        self.shape = loaded.shape
        self.ids = [one if isinstance(one, str) else one.id for one in loaded.shape.players]
        self.names = [one if isinstance(one, str) else one.name for one in loaded.shape.players]

    @cached_property
    def day(self) -> date | None:
        """The day of its event."""
        written = day_of_date((self.shape.event or {}).get("date"))
        return None if written is None else date.fromisoformat(written)

    @cached_property
    def facts(self) -> RecordFacts:
        """What lists show of it."""
        return record_facts(self.shape, self.report)

    @property
    def head(self) -> Row:
        """How its rows begin in every table."""
        return self.kept.id, self.shape.rules, self.day

    @property
    def deals(self) -> list[ExportedDeal]:
        """Its deals in their order, replayed."""
        return self._replayed[0]

    @property
    def report(self) -> Report:
        """The report on it."""
        return self._replayed[1]

    @cached_property
    def _replayed(self) -> tuple[list[ExportedDeal], Report]:
        match = Match(self.record.rules, len(self.record.players))
        deals = [
            self._taken(match, deal, shape) for deal, shape in zip(self.record.deals, self.shape.deals, strict=True)
        ]
        reports = [deal.report for deal in deals]
        return deals, Report(self.shape.rules, list(self.record.players), reports, match.totals, match.ranks())

    @staticmethod
    def _taken(match: Match, deal: Deal, shape: DealShape) -> ExportedDeal:
        start = match.start(deal, [])
        places = start.ranking if deal.actions is None else match.open(start).places
        return ExportedDeal(match.number + 1, shape, start, places, match.play(deal))
