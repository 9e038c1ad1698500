"""Statistics of people: the counts of all ids of a person, added up from what a store has of each id."""

from collections.abc import Collection, Iterator
from typing import Final

from daifu.data.store.store import Store
from daifu.data.store.values import ALL_DEALS, DealFilter, MergedGame, Opponent, Person
from daifu.replay.counters import Counts, add_counts
from daifu.replay.games.catalogue import PROFILES

EVERYBODY: Final = 1 << 62
"""More people than there are."""


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
        add_counts(sums.setdefault(merged.get(player, player), {}), counts)
    names = store.people.names(sums)
    found = [Opponent(player, names.get(player, player), counts) for player, counts in sums.items()]
    return sorted(found, key=lambda one: (-one.counts.get("deals", 0), one.id))


def groups_by_person(store: Store, rules: str) -> dict[str, int]:
    """The group of each rated person of a game: those who met, also by way of others. The highest rated is in group 1.

    Ratings of different groups cannot be compared.
    """
    merged = store.people.merged()
    leads: dict[str, str] = {}
    for both in store.statistics.meetings(rules):
        one, other = (_leader(leads, merged.get(player, player)) for player in both)
        leads[other] = one
    rated = [one.person for one in store.ratings.ratings(rules, limit=EVERYBODY).rated]
    numbers: dict[str, int] = {}
    return {person: numbers.setdefault(_leader(leads, person), len(numbers) + 1) for person in rated}


def _leader(leads: dict[str, str], person: str) -> str:
    """The person who stands for the group of another one. Ways that are gone become shorter."""
    while (lead := leads.setdefault(person, person)) != person:
        leads[person] = leads[lead]
        person = leads[person]
    return person


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
