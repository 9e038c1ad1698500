"""The table of a season: what everybody came to over all its evenings, and their places.

An evening is all tables of one day and one event. Points are the sum of the points of its deals, in thousandths, as
statistics count them; `docs/seasons.md` says how places follow.
"""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from daifu.data.store.values import EveningCounts, SeasonTerms, StoredSeason
from daifu.replay.counters import Counts, add_counts
from daifu.replay.games.catalogue import PROFILES, game_of
from daifu.replay.statistics.results import THOUSANDTHS

_PLACES: Final = {
    f"place.{place}": place for place in range(1, max(profile.players[-1] for profile in PROFILES.values()) + 1)
}
"""The places of the largest table of any game, by the counters that count them."""
COUNTERS: Final = ("deals", "first", "scored", "points", "places", *_PLACES)
"""The counters that a table is made of."""


class Evening(NamedTuple):
    """An evening of a season: its day and event, and how many people came. None stands for no day, or no event."""

    day: date | None
    event: str | None
    people: int


class EveningResult(NamedTuple):
    """What somebody came to on an evening: their place among those who came, and whether it is one that counts.

    `points` are in thousandths, None where nothing was scored; `total` is what counts for the season after it.
    """

    place: int
    points: int | None
    deals: int
    firsts: int
    counts: bool
    total: int | None


class SeasonLine(NamedTuple):
    """A person in the table of a season.

    `place` is None for who came to too few evenings. `points` are those that count, in thousandths; `places` are how
    often each place was reached in a deal, `mean_place` their mean in halves summed, and `results` are by the number of
    the evening from 0.
    """

    place: int | None
    person: str
    name: str
    points: int | None
    evenings: int
    evenings_won: int
    deals: int
    places: Mapping[int, int]
    half_places: int
    results: Mapping[int, EveningResult]

    @property
    def firsts(self) -> int:
        """How many deals they won."""
        return self.places.get(1, 0)


class SeasonTable(NamedTuple):
    """The table of a season in one game, whose evenings are first to last.

    `games` are all games of the season, the most played first. `least` is how many evenings a place takes.
    """

    terms: SeasonTerms
    rules: str | None
    games: Sequence[str]
    fewer_is_better: bool
    least: int
    evenings: Sequence[Evening]
    lines: Sequence[SeasonLine]


_Sums = dict[str, Counts]
"""What each person came to on an evening."""


def make_table(
    terms: SeasonTerms, rules: str, games: Sequence[str], came: Iterable[EveningCounts], merged: Mapping[str, str]
) -> SeasonTable:
    """The table of what was counted for ids, `merged` of which lead to others; people are named by their ids yet."""
    fewer = bool(PROFILES[game_of(rules)].rules({}).sitting.better(0, 1))
    sign = 1 if fewer else -1
    least = max(terms.least, terms.best or 1) if fewer else terms.least
    evenings, sums = _evenings(came, merged)
    lines = _lines(sums, terms.best, sign)
    return SeasonTable(terms, rules, games, fewer, least, evenings, _ranked(lines, least, sign))


def _evenings(came: Iterable[EveningCounts], merged: Mapping[str, str]) -> tuple[list[Evening], list[_Sums]]:
    """The evenings first to last, those without a day before all others, and who came to each."""
    sums: defaultdict[tuple[date | None, str | None], defaultdict[str, Counts]]
    sums = defaultdict(lambda: defaultdict(dict))
    for player, day, event, counts in came:
        if counts.get("deals"):
            add_counts(sums[day, event][merged.get(player, player)], counts)
    order = sorted(sums, key=lambda one: (one[0] or date.min, one[1] or ""))
    return [Evening(*one, len(sums[one])) for one in order], [dict(sums[one]) for one in order]


def _lines(came: Sequence[_Sums], best: int | None, sign: int) -> list[SeasonLine]:
    """Everybody with all that they came to, without places; the smallest of points with this sign are the best."""
    results: defaultdict[str, dict[int, EveningResult]] = defaultdict(dict)
    totals: defaultdict[str, Counts] = defaultdict(dict)
    for number, sums in enumerate(came):
        keys = {person: _key(_points(counts), _places(counts), sign) for person, counts in sums.items()}
        order = sorted(keys.values())
        for person, counts in sums.items():
            add_counts(totals[person], counts)
            place = 1 + bisect_left(order, keys[person])
            deals, firsts = counts["deals"], counts.get("first", 0)
            results[person][number] = EveningResult(place, _points(counts), deals, firsts, True, None)  # noqa: FBT003
    return [_line(person, totals[person], _counted(own, best, sign)) for person, own in results.items()]


def _counted(results: dict[int, EveningResult], best: int | None, sign: int) -> dict[int, EveningResult]:
    """The results with what counts after each of them, and of all of them only the `best` as those that count."""
    found: dict[int, EveningResult] = {}
    chosen: list[tuple[int, int]] = []
    total = 0
    for number, one in results.items():
        if one.points is not None:
            insort(chosen, (sign * one.points, number))
            total += one.points
            if best is not None and len(chosen) > best:
                total -= sign * chosen.pop()[0]
        found[number] = one._replace(total=total if chosen else None)
    kept = {number for _, number in chosen}
    return {number: one._replace(counts=one.points is not None and number in kept) for number, one in found.items()}


def _line(person: str, counts: Counts, results: dict[int, EveningResult]) -> SeasonLine:
    return SeasonLine(
        place=None,
        person=person,
        name=person,
        points=results[next(reversed(results))].total,
        evenings=len(results),
        evenings_won=sum(one.place == 1 for one in results.values()),
        deals=counts["deals"],
        places=_places(counts),
        half_places=counts.get("places", 0),
        results=results,
    )


def _points(counts: Counts) -> int | None:
    return counts.get("points", 0) if counts.get("scored") else None


def _places(counts: Counts) -> dict[int, int]:
    return {_PLACES[name]: number for name, number in counts.items() if name in _PLACES}


_Key = tuple[bool, int, tuple[int, ...]]


def _key(points: int | None, places: Mapping[int, int], sign: int) -> _Key:
    """What a table is sorted by, the smallest first: points, then more first places, more second places and so on."""
    row = (-places.get(place, 0) for place in range(1, max(places, default=0) + 1))
    # The 1 ends the places, so that whoever has any further place is ahead.
    return points is None, sign * (points or 0), (*row, 1)


def _ranked(lines: Iterable[SeasonLine], least: int, sign: int) -> list[SeasonLine]:
    """The lines by their places, which those share who are equal; then those who came too seldom, in the same order."""
    keyed = sorted(
        ((line.evenings < least, _key(line.points, line.places, sign), line.person, line) for line in lines),
        key=lambda one: one[:3],
    )
    found: list[SeasonLine] = []
    before: _Key | None = None
    for number, (is_seldom, key, _, line) in enumerate(keyed, 1):
        place = found[-1].place if found and key == before else number
        found.append(line._replace(place=None if is_seldom else place))
        before = key
    return found


def points_number(points: int | None) -> float | int | None:
    """Points in thousandths as a number, whole where it is."""
    if points is None:
        return None
    return points // THOUSANDTHS if points % THOUSANDTHS == 0 else points / THOUSANDTHS


def current_season(seasons: Sequence[StoredSeason], today: date) -> StoredSeason | None:
    """Of all seasons, the latest first, the one that runs on this day; else the latest that has begun, or is there."""
    begun = [one for one in seasons if one.terms.since is None or one.terms.since <= today]
    running = [one for one in begun if one.terms.until is None or today <= one.terms.until]
    return next(iter((*running, *begun, *seasons)), None)
