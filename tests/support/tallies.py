"""Deals written down briefly, and what is counted of them."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from replay.options import Options
from replay.tallies import Counts, Tallies, tallied
from schemas.raw import FORMAT, RawRecord
from schemas.record import read_record


def counted(
    rules: str, deals: Sequence[Mapping[str, Any]], players: int = 4, options: Options | None = None
) -> Tallies:
    """What is counted of these deals among so many players."""
    names = [f"P{number}" for number in range(1, players + 1)]
    raw = {"format": FORMAT, "rules": rules, "options": dict(options or {}), "players": names, "deals": [*deals]}
    return tallied(read_record(cast("RawRecord", raw)))[1]


def of_player(tallies: Tallies, player: int) -> Counts:
    """The counters of a player who always sat with as many others."""
    found = [counts for (number, _seated), counts in tallies.seats.items() if number == player]
    assert len(found) == 1
    return found[0]


def by_player(tallies: Tallies, name: str) -> list[int]:
    """A counter of all players, in player order."""
    return [of_player(tallies, player).get(name, 0) for player, _seated in sorted(tallies.seats)]


def total(tallies: Tallies, name: str) -> int:
    """A counter summed over all seats."""
    return sum(counts.get(name, 0) for counts in tallies.seats.values())


def on_table(tallies: Tallies, name: str) -> int:
    """A counter summed over all tables."""
    return sum(counts.get(name, 0) for counts in tallies.tables.values())
