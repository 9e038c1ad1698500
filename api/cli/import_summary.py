"""What `import` says at its end: how many records came to what, how fast, and which faults they have."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console
from rich.table import Table

from api.cli import wording
from api.cli.imports import REFUSED, Imported
from api.cli.language import Language, say
from data.store.asked import Status
from replay.faults import CATALOGUE
from replay.text import Text

TAKEN_IN: Final = Text("Taken in", "取り込み結果")
GAMES_A_SECOND: Final = Text("deals/s", "回/秒")
STATUSES: Final = {
    Status.CREATED: Text("created", "新規"),
    Status.GROWN: Text("grown", "続き"),
    Status.EXISTS: Text("exists", "既存"),
    REFUSED: Text("refused", "読めず"),
}


@dataclass(slots=True)
class ImportTally:
    """Sums over what was imported."""

    statuses: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    deals: int = 0
    actions: int = 0

    def add(self, imported: Imported) -> None:
        """Take one more in."""
        self.statuses[imported.status] += 1
        self.faults.update(imported.faults)
        self.deals += imported.deals
        self.actions += imported.actions


def show_imported(tally: ImportTally, seconds: float, language: Language) -> None:
    """Print the sums, and how often each fault was found."""
    console = Console(highlight=False)
    sums = Table(title=say(TAKEN_IN, language), title_justify="left")
    cells: dict[Text, object] = {text: tally.statuses[status] for status, text in STATUSES.items()}
    speed = f"{tally.deals / seconds:,.0f}" if seconds else "-"
    cells |= {wording.DEALS: tally.deals, wording.ACTIONS: tally.actions, GAMES_A_SECOND: speed}
    for heading in cells:
        sums.add_column(say(heading, language), justify="right")
    sums.add_row(*map(str, cells.values()))
    console.print(sums)
    if tally.faults:
        console.print(_faults(tally.faults, language))


def _faults(faults: Counter[str], language: Language) -> Table:
    table = Table()
    table.add_column(say(wording.CODE, language))
    table.add_column(say(wording.NUMBER, language), justify="right")
    for code in sorted(faults, key=lambda code: (-faults[code], list(CATALOGUE).index(code))):
        table.add_row(code, str(faults[code]))
    return table
