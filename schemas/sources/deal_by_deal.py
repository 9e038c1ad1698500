"""Items and logs of any length read and judged deal by deal, none of which is kept.

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
from schemas.sources.items import ForeignLog, Item
from schemas.uecda.importer import ResolvedLog
from schemas.uecda.plain_deals import PLAYERS

if TYPE_CHECKING:
    from replay.match import Player


class DealWithNotice(NamedTuple):
    """A deal that was read, and what people should be told about it."""

    deal: Deal
    notice: Text | None = None


class LogReader:
    """One pass over a server log: what `reading.read_item` finds in it, but for the limits of a whole record.

    Raises `Refused`, here and in `deals`.
    """

    def __init__(self, log: ForeignLog) -> None:
        self._log = log
        self._text = decode_log(log)
        with refuse_log_errors(log, self._text):
            self._settled = ResolvedLog(self._text, source_file_name(log.file))
        self._reader = DealByDealReader("uecda", self._settled.log.options, PLAYERS)
        self.rules = self._reader.rules
        self.players = [{"id": player["id"], "name": player["name"]} for player in self._settled.log.players]

    def deals(self) -> Iterator[DealWithNotice]:
        """The deals in their order.

        Whether they are a record shows after the last of them: whatever was made of them before may have to be dropped.
        """
        with refuse_log_errors(self._log, self._text):
            for raw, notice in self._settled.deals():
                deal = self._reader.take(raw)
                if deal is not None:
                    yield DealWithNotice(deal, notice)
        self._finish()

    def ending(self) -> list[Text]:
        """What people should be told about how the log ends; known when `deals` has been read to its end."""
        return self._settled.ending()

    def _finish(self) -> None:
        record = self._settled.log.record([])
        refuse_nul(self._log, record["source"])
        try:
            self._reader.finish(record)
        except RecordRefused as refusal:
            raise refuse_record(self._log, refusal) from refusal


class JudgedDeal(NamedTuple):
    """A deal, the report on it, and what people should be told about how it was read."""

    deal: Deal
    report: DealReport
    notice: Text | None


class DealByDealJudge:
    """An item or a log judged deal by deal, none of which is kept. Raises `Refused`, here and in `deals`."""

    def __init__(self, entry: Item | ForeignLog) -> None:
        self._reading = LogReader(entry) if isinstance(entry, ForeignLog) else _ItemReader(entry)
        self.players: Sequence[Player] = self._reading.players
        self.rules = self._reading.rules.profile.name
        self._match = Match(self._reading.rules, len(self.players))

    def deals(self) -> Iterator[JudgedDeal]:
        """Each deal with its report. Only where this comes to its end is there a record to report on."""
        for deal, notice in self._reading.deals():
            yield JudgedDeal(deal, self._match.play(deal), notice)

    @property
    def totals(self) -> Points:
        """The points of each player so far."""
        return self._match.totals

    @property
    def ranks(self) -> list[int | None]:
        """The place of each player by them."""
        return self._match.ranks()

    def ending(self) -> list[Text]:
        """What people should be told about the whole; known when `deals` has been read to its end."""
        return self._reading.ending()


class _ItemReader:
    """What a `LogReader` is, for a record that was read at once."""

    def __init__(self, item: Item) -> None:
        self._record, self._notices = read_item(item)
        self.rules = self._record.rules
        self.players = self._record.players

    def deals(self) -> Iterator[DealWithNotice]:
        return map(DealWithNotice, self._record.deals)

    def ending(self) -> list[Text]:
        return self._notices
