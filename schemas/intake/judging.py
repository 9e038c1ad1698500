"""Items and logs read and replayed deal by deal, whatever format they are in; `schemas.judged` does it at once."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from replay.deal import Deal
from replay.match import Match
from replay.report import DealReport
from replay.sitting import Points
from replay.text import Text
from schemas.intake.item import Item, Log
from schemas.intake.log_reading import LogReading, ReadDeal
from schemas.intake.reading import read_item

if TYPE_CHECKING:
    from replay.record import Player


class JudgedDeal(NamedTuple):
    """A deal, the report on it, and what people should be told about how it was read."""

    deal: Deal
    report: DealReport
    notice: Text | None


class Judging:
    """An item or a log judged deal by deal, none of which is kept. Raises `Refused`, here and in `deals`."""

    def __init__(self, entry: Item | Log) -> None:
        self._reading = LogReading(entry) if isinstance(entry, Log) else _ItemReading(entry)
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


class _ItemReading:
    """What a `LogReading` is, for a record that was read at once."""

    def __init__(self, item: Item) -> None:
        self._record, self._notices = read_item(item)
        self.rules = self._record.rules
        self.players = self._record.players

    def deals(self) -> Iterator[ReadDeal]:
        return map(ReadDeal, self._record.deals)

    def ending(self) -> list[Text]:
        return self._notices
