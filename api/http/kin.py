"""What is counted by id, as it is told: by person."""

from collections.abc import Iterable, Iterator

from api.http.services import services
from api.http.told_figures import Met
from data.store.asked import Filter
from data.store.people.asked import Person
from replay.tallies import Counts


def everybody(rules: str, least: int) -> Iterator[tuple[str, Counts]]:
    """Everybody who has played a game so many times, by the id that stands for him."""
    statistics, people = services().store.statistics, services().store.people
    merged = people.merged()
    several = {person: [person] for person in merged.values()}
    for player, person in merged.items():
        several[person].append(player)
    for player, counts in statistics.everybody(rules, least):
        if player not in merged and player not in several:
            yield player, counts
    for person, players in several.items():
        counts = statistics.player(players, rules, Filter()) or {}
        if counts.get("deals", 0) >= least:
            yield person, counts


def met(person: Person, rules: str) -> list[Met]:
    """Everybody whom a person sat with, those most often met first."""
    statistics, people = services().store.statistics, services().store.people
    merged = people.merged()
    sums: dict[str, Counts] = {}
    for player, counts in statistics.opponents(person.players, rules):
        _add(sums.setdefault(merged.get(player, player), {}), counts)
    names = people.names(sums)
    found = [Met(player, names.get(player, player), counts) for player, counts in sums.items()]
    return sorted(found, key=lambda one: (-one.counts.get("deals", 0), one.id))


def names_of(players: Iterable[str]) -> dict[str, str]:
    """What these go by."""
    return services().store.people.names(list(players))


def _add(total: Counts, counts: Counts) -> None:
    for name, count in counts.items():
        total[name] = total.get(name, 0) + count
