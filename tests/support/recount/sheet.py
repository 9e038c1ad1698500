"""What is counted of one record, or of many: counters by player, by table and by pair."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

Number = int | float


@dataclass
class Sheet:
    """Counters by player number and how many were seated, by how many were seated, and by two player numbers."""

    seats: defaultdict[tuple[int, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    tables: defaultdict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    pairs: defaultdict[tuple[int, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


@dataclass
class Scribe:
    """Writes on a sheet what happened in deals with so many players."""

    sheet: Sheet
    seated: int

    def own(self, player: int, name: str, number: int = 1) -> None:
        """Something that only players have."""
        self.sheet.seats[player, self.seated][name] += number

    def table(self, name: str, number: int = 1) -> None:
        """Something that only the deal has."""
        self.sheet.tables[self.seated][name] += number

    def both(self, player: int, name: str, number: int = 1) -> None:
        """Something that a player did, and so somebody at the table."""
        self.own(player, name, number)
        self.table(name, number)

    def pair(self, player: int, other: int, name: str, number: int = 1) -> None:
        """Something between two players as the one sees it who is named first."""
        self.sheet.pairs[player, other][name] += number


def left(counts: Counter[str]) -> dict[str, int]:
    """The counters that came to something."""
    return {name: number for name, number in counts.items() if number}
