"""Statistics of people: the counts of all ids of a person, added up from what a store has of each id."""

from collections.abc import Collection, Iterator

from daifu.data.store.store import Store
from daifu.data.store.values import ALL_DEALS, DealFilter, MergedGame, Opponent, Person
from daifu.replay.counters import Counts
from daifu.replay.games.catalogue import PROFILES


def counts_by_person(
    store: Store, rules: str, least: int, counters: Collection[str] | None = None, wanted: DealFilter = ALL_DEALS
) -> Iterator[tuple[str, Counts]]:
    """The counts of everybody with at least `least` of these deals of a game, by the id of the person.

    Where `counters` are named, the others may be missing.
    """
    merged = store.people.merged()
    several = {person: [person] for person in merged.values()}
    for player, person in merged.items():
        several[person].append(player)
    for player, counts in store.statistics.everybody(rules, least, wanted, counters):
        if player not in merged and player not in several:
            yield player, counts
    for person, players in several.items():
        counts = store.statistics.player(players, rules, wanted) or {}
        if counts.get("deals", 0) >= least:
            yield person, counts


def opponents_of(store: Store, person: Person, rules: str) -> list[Opponent]:
    """The opponents of a person, those met most often first."""
    merged = store.people.merged()
    sums: dict[str, Counts] = {}
    for player, counts in store.statistics.opponents(person.players, rules):
        _add_counts(sums.setdefault(merged.get(player, player), {}), counts)
    names = store.people.names(sums)
    found = [Opponent(player, names.get(player, player), counts) for player, counts in sums.items()]
    return sorted(found, key=lambda one: (-one.counts.get("deals", 0), one.id))


def _add_counts(total: Counts, counts: Counts) -> None:
    for name, count in counts.items():
        total[name] = total.get(name, 0) + count


def games_of_both(store: Store, one: Person, other: Person) -> list[MergedGame]:
    """The games that one of two people has played."""
    games = []
    for rules in (*PROFILES, *store.statistics.houses()):
        counts = [store.statistics.player(person.players, rules) for person in (one, other)]
        if any(counts):
            deals = [(found or {}).get("deals", 0) for found in counts]
            games.append(MergedGame(rules, deals, [_skill(store, person, rules) for person in (one, other)]))
    return games


def _skill(store: Store, person: Person, rules: str) -> float | None:
    """The rating of a person in a game, as lists show it."""
    days = store.ratings.history(person.players, rules).standings
    return round(days[-1].rating.skill, 2) if days else None
