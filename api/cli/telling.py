"""One record judged, and what is said about it gathered while its deals go by, for none of them is kept."""

from contextlib import ExitStack
from typing import NamedTuple, Protocol

from api.cli import wording
from api.cli.language import Language, say
from api.cli.report_line import ReportPage
from api.cli.spool import Room, Spool
from api.cli.summary import SummaryPage, where
from api.cli.tally import Tally
from api.cli.told import Told
from replay.deal import Deal
from replay.report import DealReport
from replay.text import Text
from schemas.intake.judging import Judging
from schemas.sources import Item, Log


class Page(Protocol):
    """What is said about one record."""

    def deal(self, number: int, deal: Deal, report: DealReport, /) -> bytes:
        """What is said about the next deal, which has this number from 0; maybe nothing."""
        ...

    def head(self, tally: Tally, /) -> bytes:
        """What stands before that about the deals, all of which have gone by."""
        ...

    def foot(self) -> bytes:
        """What stands behind it."""
        ...


class Manner(NamedTuple):
    """How records are told: as JSON or in a language, with at most so many faults of each.

    What is too much to be held until it is printed waits in the room.
    """

    as_json: bool
    language: Language
    limit: int
    room: Room

    def page(self, entry: Item | Log, judging: Judging) -> Page:
        """The page for a record."""
        if self.as_json:
            return ReportPage(entry.file, entry.line, judging)
        return SummaryPage(where(entry.file, entry.line), judging, self.language, self.limit)

    def notice(self, entry: Item | Log, notice: Text) -> bytes:
        """The line that tells people something about how a record was read."""
        text = say(wording.notice(notice), self.language)
        return f"{where(entry.file, entry.line)}: {text}\n".encode(errors="replace")


def tell(entry: Item | Log, manner: Manner, told: Told) -> None:
    """Judge a record and say what came of it.

    Raises `Refused`, and `OSError` where there is no room for what is to be said: then nothing has been said.
    """
    notices, body, tally = Spool(manner.room), Spool(manner.room), Tally.of_record()
    with ExitStack() as failing:
        failing.callback(notices.drop)
        failing.callback(body.drop)
        judging = Judging(entry)
        page = manner.page(entry, judging)
        for number, (deal, report, notice) in enumerate(judging.deals()):
            tally.count(deal, report)
            body.put(page.deal(number, deal, report))
            if notice is not None:
                notices.put(manner.notice(entry, notice))
        for notice in judging.ending():
            notices.put(manner.notice(entry, notice))
        failing.pop_all()
    told.tally.add(tally)
    told.print_spool(notices, aside=True)
    told.print(page.head(tally), aside=False)
    told.print_spool(body, aside=False)
    told.print(page.foot(), aside=False)
