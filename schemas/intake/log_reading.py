"""A server log of any length as a record that is read deal by deal, and of which nothing is kept."""

from collections.abc import Iterator
from typing import NamedTuple

from replay.deal import Deal
from replay.text import Text
from schemas.deal_by_deal import DealByDeal
from schemas.intake.item import Log
from schemas.intake.log_text import refuse_nul, refusing, text_of
from schemas.intake.reading import refused_record, source_name
from schemas.problems import RecordRefused
from schemas.uecda.plain_deals import PLAYERS
from schemas.uecda.settle import SettledLog


class ReadDeal(NamedTuple):
    """A deal that was read, and what people should be told about it."""

    deal: Deal
    notice: Text | None = None


class LogReading:
    """One pass over a server log: what `reading.read_item` finds in it, but for the limits of a whole record.

    Raises `Refused`, here and in `deals`.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._text = text_of(log)
        with refusing(log, self._text):
            self._settled = SettledLog(self._text, source_name(log.file))
        self._reader = DealByDeal("uecda", self._settled.log.options, PLAYERS)
        self.rules = self._reader.rules
        self.players = [{"id": player["id"], "name": player["name"]} for player in self._settled.log.players]

    def deals(self) -> Iterator[ReadDeal]:
        """The deals in their order.

        Whether they are a record shows after the last of them: whatever was made of them before may have to be dropped.
        """
        with refusing(self._log, self._text):
            for raw, notice in self._settled.deals():
                deal = self._reader.take(raw)
                if deal is not None:
                    yield ReadDeal(deal, notice)
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
            raise refused_record(self._log, refusal) from refusal
