"""What `check` says about one record to people: its sums, its faults, and how the players stand."""

from collections.abc import Iterator

from api.cli import wording
from api.cli.language import Language, headed, listed, say
from api.cli.names import names_of
from api.cli.printable import printable
from api.cli.tally import Tally, in_order
from replay.deal import Deal, Number
from replay.faults import Fault
from replay.record import Record
from replay.report import Report
from schemas.sources import Item, Unread


def summary(item: Item, record: Record, report: Report, language: Language, limit: int) -> Iterator[str]:
    """The lines about a record that was judged, with at most `limit` of its faults one by one."""
    tally = Tally.of(record, report)
    head = wording.verdict(report.rules, len(record.players), tally, legal=report.legal)
    yield f"{where(item.file, item.line)}: {say(head, language)}"
    if tally.faults:
        counted = (say(wording.fault_count(*key), language) for key in in_order(tally.faults))
        yield "  " + headed(say(wording.FAULTS, language), listed(counted, language), language)
    yield from _faults(record, report, language, limit)
    if standing := _standing(record, report):
        yield "  " + headed(say(wording.TOTALS, language), listed(standing, language), language)


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


def _faults(record: Record, report: Report, language: Language, limit: int) -> Iterator[str]:
    found = [(number, fault) for number, deal in enumerate(report.deals) for fault in deal.faults]
    names = names_of(record.players)
    for number, fault in found[:limit]:
        place = _place(number, record.deals[number], fault, names, language)
        yield "  " + headed(place, fault_line(fault, language), language)
    if len(found) > limit:
        yield f"  {say(wording.more(len(found) - limit), language)}"


def _place(number: int, deal: Deal, fault: Fault, names: list[str], language: Language) -> str:
    """Deal and action, counted from 1, the action as it was recorded, and who is to blame."""
    parts = [say(wording.deal(number + 1), language)]
    if fault.action is not None and deal.actions is not None:
        parts.append(say(wording.action(fault.action + 1, printable(deal.actions[fault.action].text)), language))
    if fault.player is not None:
        parts.append(names[fault.player - 1])
    return listed(parts, language)


def _standing(record: Record, report: Report) -> list[str]:
    """The players who have points with their ranks and totals, best first."""
    ranked = sorted(
        (rank, player, total)
        for player, (rank, total) in enumerate(zip(report.ranks, report.totals, strict=True))
        if rank is not None and total is not None
    )
    names = names_of(record.players)
    return [f"{rank}. {names[player]} {_figure(total)}" for rank, player, total in ranked]


def _figure(total: Number) -> str:
    return f"{total:g}" if isinstance(total, float) else str(total)
