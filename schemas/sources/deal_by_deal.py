"""Reads and judges items and logs of any length deal by deal, without keeping the deals.

`schemas.judgement` judges a whole record at once.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from replay.deal import Deal, DealReport, Points
from replay.match import Match
from replay.text import Text
from schemas.record.decode import DealByDealReader
from schemas.record.errors import RecordRefused
from schemas.sources.conversion import (
    decode_log,
    read_item,
    refuse_log_errors,
    refuse_nul,
    refuse_record,
    source_file_name,
)
from schemas.sources.items import ForeignLog, Item, SourceProblem, SourceRefused, log_as_item
from schemas.uecda.importer import ResolvedLog
from schemas.uecda.plain_deals import PLAYERS

if TYPE_CHECKING:
    from replay.match import Player


class DealWithNotice(NamedTuple):
    """A deal that was read, and a notice for people about it."""

    deal: Deal
    notice: Text | None = None


class LogReader:
    """Reads a server log in one pass, with the result of `conversion.read_item` but without the limits of a record.

    The constructor and `deals` raise `SourceRefused`.
    """

    def __init__(self, log: ForeignLog) -> None:
        self._log = log
        self._text = decode_log(log)
        with refuse_log_errors(log, self._text):
            self._resolved = ResolvedLog(self._text, source_file_name(log.file))
        self._reader = DealByDealReader("uecda", self._resolved.log.options, PLAYERS)
        self.rules = self._reader.rules
        self.players = [{"id": player["id"], "name": player["name"]} for player in self._resolved.log.players]

    def deals(self) -> Iterator[DealWithNotice]:
        """The deals in their order.

        Only after the last deal is it known whether they are a record; if not, `SourceRefused` is raised then.
        """
        with refuse_log_errors(self._log, self._text):
            for raw, notice in self._resolved.deals():
                deal = self._reader.take(raw)
                if deal is not None:
                    yield DealWithNotice(deal, notice)
        self._finish()

    def ending(self) -> list[Text]:
        """Notices for people about the end of the log; known when `deals` has been read to its end."""
        return self._resolved.ending()

    def _finish(self) -> None:
        record = self._resolved.log.record([])
        refuse_nul(self._log, record["source"])
        try:
            self._reader.finish(record)
        except RecordRefused as refusal:
            raise refuse_record(self._log, refusal) from refusal


class JudgedDeal(NamedTuple):
    """A deal, the report on it, and a notice for people about how it was read."""

    deal: Deal
    report: DealReport
    notice: Text | None


class DealByDealJudge:
    """Judges an item or a log deal by deal, without keeping the deals.

    By the rules of another game than its own, a log is read as one record. The constructor and `deals` raise
    `SourceRefused`.
    """

    def __init__(self, entry: Item | ForeignLog, rules: str | None = None) -> None:
        self._source = _open_reader(entry, rules)
        self.players: Sequence[Player] = self._source.players
        self.rules = self._source.rules.profile.name
        self._match = Match(self._source.rules, len(self.players))

    def deals(self) -> Iterator[JudgedDeal]:
        """Each deal with its report; there is a record to report on only if this comes to its end."""
        for deal, notice in self._source.deals():
            yield JudgedDeal(deal, self._match.play(deal), notice)

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


def _open_reader(entry: Item | ForeignLog, rules: str | None) -> "LogReader | _ItemReader":
    """The reader of an entry by its own rules, or by those of another game."""
    if not isinstance(entry, ForeignLog):
        return _ItemReader(entry, rules)
    if rules is None:
        return LogReader(entry)
    item = log_as_item(entry)
    if isinstance(item, SourceProblem):
        raise SourceRefused([item])
    return _ItemReader(item, rules)


class _ItemReader:
    """Hands out the deals of a record that was read at once, with the interface of `LogReader`."""

    def __init__(self, item: Item, rules: str | None) -> None:
        self._record, self._notices = read_item(item, rules)
        self.rules = self._record.rules
        self.players = self._record.players

    def deals(self) -> Iterator[DealWithNotice]:
        return map(DealWithNotice, self._record.deals)

    def ending(self) -> list[Text]:
        return self._notices
