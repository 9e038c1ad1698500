"""What `check` says about one record to people: its sums, its faults, and how the players stand."""

from collections.abc import Iterable

from api.cli import wording
from api.cli.language import Language, headed, listed, say
from api.cli.names import names_of
from api.cli.printable import printable
from api.cli.tally import Tally, in_order
from replay.deal import Deal, Number
from replay.faults import Fault
from replay.report import DealReport
from replay.text import Text
from schemas.intake.judging import Judging
from schemas.sources import Unread


class SummaryPage:
    """The lines about a record that was judged, with at most `limit` of its faults one by one."""

    def __init__(self, place: str, judging: Judging, language: Language, limit: int) -> None:
        self._place = place
        self._judging = judging
        self._names = names_of(judging.players)
        self._language = language
        self._limit = limit
        self._found = 0

    def deal(self, number: int, deal: Deal, report: DealReport) -> bytes:
        """A line for each fault of a deal, as long as the limit is not reached."""
        left = max(0, self._limit - self._found)
        self._found += len(report.faults)
        return _lines([self._fault(number, deal, fault) for fault in report.faults[:left]])

    def head(self, tally: Tally) -> bytes:
        """What is told before the faults: the sums over all deals."""
        verdict = wording.verdict(self._judging.rules, len(self._names), tally, legal=bool(tally.legal))
        lines = [f"{self._place}: {say(verdict, self._language)}"]
        if tally.faults:
            counted = (say(wording.fault_count(*key), self._language) for key in in_order(tally.faults))
            lines.append(self._headed(wording.FAULTS, counted))
        return _lines(lines)

    def foot(self) -> bytes:
        """What is told after the faults: how many were left out, and how the players stand."""
        lines = []
        if self._found > self._limit:
            lines.append(f"  {say(wording.more(self._found - self._limit), self._language)}")
        if standing := self._standing():
            lines.append(self._headed(wording.TOTALS, standing))
        return _lines(lines)

    def _headed(self, heading: Text, parts: Iterable[str]) -> str:
        return "  " + headed(say(heading, self._language), listed(parts, self._language), self._language)

    def _fault(self, number: int, deal: Deal, fault: Fault) -> str:
        """The fault with its deal and action, counted from 1, the action as it was recorded, and who is to blame."""
        parts = [say(wording.deal(number + 1), self._language)]
        if fault.action is not None and deal.actions is not None:
            action = printable(deal.actions[fault.action].text)
            parts.append(say(wording.action(fault.action + 1, action), self._language))
        if fault.player is not None:
            parts.append(self._names[fault.player - 1])
        place = listed(parts, self._language)
        return "  " + headed(place, fault_line(fault, self._language), self._language)

    def _standing(self) -> list[str]:
        """The players who have points with their ranks and totals, best first."""
        ranked = sorted(
            (rank, player, total)
            for player, (rank, total) in enumerate(zip(self._judging.ranks, self._judging.totals, strict=True))
            if rank is not None and total is not None
        )
        return [f"{rank}. {self._names[player]} {_figure(total)}" for rank, player, total in ranked]


def refusal(unread: Unread, language: Language) -> str:
    """The line about something that cannot be read."""
    place = where(unread.file, unread.line)
    pointer = f"{printable(unread.pointer)}: " if unread.pointer else ""
    return f"{place}: {pointer}{printable(say(unread.expected, language))}"


def fault_line(fault: Fault, language: Language) -> str:
    """A fault in a sentence, with its code, severity, rule and resolution."""
    marks = (fault.code, say(wording.SEVERITIES[fault.severity], language), fault.rule)
    resolution = say(wording.RESOLUTIONS[fault.resolution], language)
    return f"{printable(say(fault.message, language))} [{listed((*marks, resolution), language)}]"


def where(file: str, line: int) -> str:
    """A file, and a line of it where there is one."""
    return f"{printable(file)}:{line}" if line else printable(file)


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode(errors="replace")


def _figure(total: Number) -> str:
    return f"{total:g}" if isinstance(total, float) else str(total)
