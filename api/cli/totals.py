"""The grand total at the end of a check."""

from rich.console import Console
from rich.table import Table

from api.cli import wording
from api.cli.language import Language, say
from api.cli.tally import Tally, in_order


def show_totals(tally: Tally, language: Language) -> None:
    """Print the sums over everything that was checked, and how often each fault was found."""
    console = Console(highlight=False)
    console.print()
    console.print(_sums(tally, language))
    if tally.faults:
        console.print(_faults(tally, language))


def _sums(tally: Tally, language: Language) -> Table:
    table = Table(title=say(wording.IN_ALL, language), title_justify="left")
    for heading in (
        wording.RECORDS,
        wording.LEGAL,
        wording.NOT_LEGAL,
        wording.DEALS,
        wording.ACTIONS,
        wording.UNREADABLE,
    ):
        table.add_column(say(heading, language), justify="right")
    not_legal = tally.records - tally.legal
    table.add_row(*map(str, (tally.records, tally.legal, not_legal, tally.deals, tally.actions, tally.unread)))
    return table


def _faults(tally: Tally, language: Language) -> Table:
    table = Table()
    table.add_column(say(wording.CODE, language))
    table.add_column(say(wording.SEVERITY, language))
    table.add_column(say(wording.NUMBER, language), justify="right")
    for code, severity, number in in_order(tally.faults):
        table.add_row(code, say(wording.SEVERITIES[severity], language), str(number))
    return table
