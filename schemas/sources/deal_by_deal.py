"""Reads and judges items and logs of any length deal by deal, without keeping the deals.

`daifu.schemas.judgement` judges a whole record at once.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from daifu.replay.deal import Deal, DealReport, Points
from daifu.replay.match import Match
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

if TYPE_CHECKING:
    from daifu.replay.match import Player


class DealWithNotice(NamedTuple):
    """A deal that was read, and a notice for people about it."""

    deal: Deal
    notice: Text | None = None


class LogReader:
    """Reads a server log in one pass, with the result of `conversion.read_item` but without the limits of a record.

    When `deals` has been read to its end, `problem` is the place that ended them early, if there is one, and `rest` the
    log that goes on behind it, or behind this log. The constructor and `deals` raise `SourceRefused`.
    """

    house: None = None

    def __init__(self, log: ForeignLog) -> None:
        self._log = log
        self.problem: SourceProblem | None = None
        self.rest: ForeignLog | None = None
        with refuse_log_errors(log):
            self._resolved = ResolvedLog(decode_log(log, self._note), source_file_name(log.file))
        self._reader = DealByDealReader("uecda", self._resolved.log.options, PLAYERS)
        self.rules = self._reader.rules
        self.players = [{"id": player["id"], "name": player["name"]} for player in self._resolved.log.players]

    def deals(self) -> Iterator[DealWithNotice]:
        """The deals in their order.

        Only after the last deal is it known whether they are a record; if not, or where there is none, `SourceRefused`
        is raised then.
        """
        found = False
        for raw, notice in self._resolved.deals():
            found = True
            deal = self._reader.take(raw)
            if deal is not None:
                yield DealWithNotice(deal, notice)
        self.rest = log_behind(self._log, self._resolved.log, UECDA)
        if self._resolved.log.broken is not None and self.problem is None:
            self.problem = log_problem(self._log, self._resolved.log.broken)
        if self.problem is not None and not found:
            raise SourceRefused([self.problem], self.rest)
        self._finish()

    def ending(self) -> list[Text]:
        """Notices for people about the end of the log; known when `deals` has been read to its end."""
        return self._resolved.ending()

    def _note(self, problem: SourceProblem) -> None:
        """Keep the problem that the log cannot be read to its end."""
        self.problem = problem

    def _finish(self) -> None:
        try:
            self._reader.finish(self._resolved.log.record([]))
        except RecordRefused as refusal:
            problems = [self.problem] if self.problem else []
            raise SourceRefused([*problems, *refuse_record(self._log, refusal).reasons], self.rest) from refusal


class JudgedDeal(NamedTuple):
    """A deal, the report on it, and a notice for people about how it was read."""

    deal: Deal
    report: DealReport
    notice: Text | None


class DealByDealJudge:
    """Judges an item or a log deal by deal, without keeping the deals.

    A log is judged by its own rules. When `deals` has been read to its end, `problem` and `rest` are those of its
    `LogReader`. The constructor and `deals` raise `SourceRefused`.
    """

    def __init__(self, entry: Item | ForeignLog, other: OtherRules | None = None) -> None:
        self._source = LogReader(entry) if isinstance(entry, ForeignLog) else _ItemReader(entry, other)
        self.players: Sequence[Player] = self._source.players
        self.rules = self._source.rules.profile.name
        self._match = Match(self._source.rules, len(self.players), house=self._source.house)

    def deals(self) -> Iterator[JudgedDeal]:
        """Each deal with its report; there is a record to report on only if this comes to its end."""
        for deal, notice in self._source.deals():
            yield JudgedDeal(deal, self._match.play(deal), notice)

    @property
    def problem(self) -> SourceProblem | None:
        """The broken place that ended the deals early."""
        return self._source.problem

    @property
    def rest(self) -> ForeignLog | None:
        """The log that goes on behind these deals."""
        return self._source.rest

    @property
    def totals(self) -> Points:
        """The points of each player so far."""
        return self._match.totals

    @property
    def ranks(self) -> list[int | None]:
        """The place of each player by the points so far."""
        return self._match.ranks()

    def ending(self) -> list[Text]:
        """Notices for people about the whole record; known when `deals` has been read to its end."""
        return self._source.ending()


class _ItemReader:
    """Hands out the deals of a record that was read at once, with the interface of `LogReader`."""

    problem: SourceProblem | None = None
    rest: ForeignLog | None = None

    def __init__(self, item: Item, other: OtherRules | None) -> None:
        self._record, self._notices = read_item(item, other)
        self.rules = self._record.rules
        self.house = self._record.house
        self.players = self._record.players

    def deals(self) -> Iterator[DealWithNotice]:
        return map(DealWithNotice, self._record.deals)

    def ending(self) -> list[Text]:
        return self._notices
