"""Reads and judges items and logs of any length deal by deal, without keeping the deals.

`daifu.schemas.judgement` judges a whole record at once.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from daifu.replay.deal import Deal, DealReport, Points
from daifu.replay.match import Match, Player
from daifu.replay.text import Text
from daifu.schemas.record.decode import DealByDealReader
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.rules import OtherRules
from daifu.schemas.sources.conversion import (
    decode_log,
    log_behind,
    log_problem,
    read_item,
    refuse_log_errors,
    refuse_record,
    source_file_name,
)
from daifu.schemas.sources.items import UECDA, ForeignLog, Item, SourceProblem, SourceRefused
from daifu.schemas.uecda.deals import PLAYERS
from daifu.schemas.uecda.importer import ResolvedLog


class JudgedDeal(NamedTuple):
    """A deal, the report on it, and a notice for people about how it was read."""

    deal: Deal
    report: DealReport
    notice: Text | None


class DealByDealJudge:
    """Judges an item or a log deal by deal, without keeping the deals.

    A log is read in one pass and judged by its own rules, with the result of `conversion.read_item` but without the
    limits of a record. When `deals` has been read to its end, `problem` is the place that ended a log early, if there
    is one, and `rest` the log that goes on behind it, or behind this log. The constructor and `deals` raise
    `SourceRefused`.
    """

    def __init__(self, entry: Item | ForeignLog, other: OtherRules | None = None) -> None:
        self.problem: SourceProblem | None = None
        self.rest: ForeignLog | None = None
        self.players: Sequence[Player]
        self.ending: Callable[[], list[Text]]
        """Notices for people about the whole record; known when `deals` has been read to its end."""
        # Made when it is asked for: whoever leaves the deals then closes what a log has on disk. A log that this object
        # held itself would be closed by the garbage collector, at some later time.
        self._read_deals: Callable[[], Iterator[tuple[Deal, Text | None]]]
        if isinstance(entry, ForeignLog):
            with refuse_log_errors(entry):
                resolved = ResolvedLog(decode_log(entry, self._note), source_file_name(entry.file))
            reader = DealByDealReader("uecda", resolved.log.options, PLAYERS)
            rules, house = reader.rules, None
            self.players = [{"id": player["id"], "name": player["name"]} for player in resolved.log.players]
            self._read_deals = lambda: self._read_log(entry, resolved, reader)
            self.ending = resolved.ending
        else:
            record, notices = read_item(entry, other)
            rules, house = record.rules, record.house
            self.players = record.players
            self._read_deals = lambda: ((deal, None) for deal in record.deals)
            self.ending = lambda: notices
        self.rules = rules.profile.name
        self._match = Match(rules, len(self.players), house=house)

    def deals(self) -> Iterator[JudgedDeal]:
        """Each deal with its report; there is a record to report on only if this comes to its end."""
        for deal, notice in self._read_deals():
            yield JudgedDeal(deal, self._match.play(deal), notice)

    @property
    def totals(self) -> Points:
        """The points of each player so far."""
        return self._match.totals

    @property
    def ranks(self) -> list[int | None]:
        """The place of each player by the points so far."""
        return self._match.ranks()

    def _note(self, problem: SourceProblem) -> None:
        """Keep the problem that the log cannot be read to its end."""
        self.problem = problem

    def _read_log(
        self, log: ForeignLog, resolved: ResolvedLog, reader: DealByDealReader
    ) -> Iterator[tuple[Deal, Text | None]]:
        """The deals of a log in their order.

        Only after the last deal is it known whether they are a record; if not, or where there is none, `SourceRefused`
        is raised then.
        """
        found = False
        for raw, notice in resolved.deals():
            found = True
            deal = reader.take(raw)
            if deal is not None:
                yield deal, notice
        self.rest = log_behind(log, resolved.log, UECDA)
        if resolved.log.broken is not None and self.problem is None:
            self.problem = log_problem(log, resolved.log.broken)
        if self.problem is not None and not found:
            raise SourceRefused([self.problem], self.rest)
        try:
            reader.finish(resolved.log.record([]))
        except RecordRefused as refusal:
            problems = [self.problem] if self.problem else []
            raise SourceRefused([*problems, *refuse_record(log, refusal).reasons], self.rest) from refusal
