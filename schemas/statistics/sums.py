"""Sums and variances of counters, which figures use like counters, with their descriptions.

For example, the counter `place.3` goes into the sum `places` three times.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from replay.text import Text
from schemas.titles import TITLE_RANKS

Counts = Mapping[str, int]
"""Counters by name; what is not named is 0."""

Part = tuple[str, int]
"""The name of a counter or of a sum, and how many times one goes into the other."""

Sum = tuple[str, tuple[Part, ...]]
"""The name of a sum, and the counters that go into it."""

Variance = tuple[str, tuple[str, str, str]]
"""The name of a variance, and the names of the sum, the sum of squares and the number of its values."""

NONE: Final = "none"
"""No place, in the name of a counter."""

PLAIN_SUMS: Final[Mapping[str, str]] = {
    "deals": "begun",
    "undecided": "begun",
    "passes.able": "passes_seen",
    "passes.unable": "passes_seen",
    "partners": "teams",
    "opponents": "teams",
}
"""Counters that go into a sum once."""

VARIANCES: Final[Mapping[str, tuple[str, str, str]]] = {
    "points_variance": ("points", "points_squared", "scored"),
    "standing_variance": ("standing", "standing_squared", "deals"),
}
"""Sample variances, and the counters that they need."""


def sums_of(counters: Iterable[str]) -> tuple[Sum, ...]:
    """All sums that can be made of these counters, each with its parts.

    A part may be a sum itself, which then stands before it.
    """
    sums: dict[str, list[Part]] = {}
    queue = deque(counters)
    while queue:
        counter = queue.popleft()
        for name, times in _sums_with(counter):
            if name not in sums:
                sums[name] = []
                queue.append(name)
            sums[name].append((counter, times))
    return tuple((name, tuple(parts)) for name, parts in sums.items())


def names_of_sums(counters: Iterable[str]) -> set[str]:
    """The names of these sums, and of the variances that can be made of these counters."""
    known = list(counters)
    return {name for name, _ in (*sums_of(known), *variances_of(known))}


def variances_of(counters: Iterable[str]) -> tuple[Variance, ...]:
    """The variances that can be made of these counters."""
    known = set(counters)
    return tuple((name, needed) for name, needed in VARIANCES.items() if known.issuperset(needed))


def _sums_with(counter: str) -> Iterable[Part]:
    first, *rest = counter.split(".")
    if counter in PLAIN_SUMS:
        return ((PLAIN_SUMS[counter], 1),)
    return _FAMILY_SUMS[first](*rest) if rest and first in _FAMILY_SUMS else ()


def variance(total: int, squares: int, count: int) -> float:
    """The sample variance of `count` values with this sum and sum of squares; 0 for fewer than two."""
    return (squares * count - total * total) / count / (count - 1) if count > 1 else 0.0


def _sums_with_place(place: str) -> Iterable[Part]:
    if place == NONE:
        return ()
    return ("placed", 1), ("places", int(place)), ("places_squared", int(place) ** 2)


def _sums_with_turn(before: str, after: str = "") -> Iterable[Part]:
    """The sums of `turn.<from>.<to>`, and those of the sum `turn.<from>`."""
    if not after:
        return [("turns", 1)]
    sums = {
        f"turn.{before}": True,
        "turns_risen": TITLE_RANKS[after] < TITLE_RANKS[before],
        "turns_fallen": TITLE_RANKS[after] > TITLE_RANKS[before],
    }
    return [(name, 1) for name, applies in sums.items() if applies]


def _sums_with_role(_role: str, outcome: str) -> Iterable[Part]:
    return [("roles", 1)] if outcome == "deals" else []


_FAMILY_SUMS: Final[Mapping[str, Callable[..., Iterable[Part]]]] = {
    "place": _sums_with_place,
    "turn": _sums_with_turn,
    "role": _sums_with_role,
}

SUM_TEXTS: Final[Mapping[str, Text]] = {
    "begun": Text("`deals` + `undecided`: all deals.", "`deals` + `undecided`。すべての回の数。"),
    "placed": Text("All of `place.<place>`: deals that gave a place.", "`place.<place>` の合計。順位がついた回の数。"),
    "places": Text("These places added up.", "その順位の合計。"),
    "places_squared": Text("The squares of these places added up.", "その順位の2乗の合計。"),
    "turn.<from>": Text(
        "All of `turn.<from>.<to>` with one title before: deals begun with it and ended with any.",
        "前の身分が同じ `turn.<from>.<to>` の合計。その身分で始め、身分を得て終わった回の数。",
    ),
    "turns": Text("All of `turn.<from>.<to>`.", "`turn.<from>.<to>` の合計。"),
    "turns_risen": Text("Those with a better title after.", "そのうち、身分が上がったもの。"),
    "turns_fallen": Text("Those with a lower title after.", "そのうち、身分が下がったもの。"),
    "passes_seen": Text(
        "`passes.able` + `passes.unable`: passes of hands that are known.",
        "`passes.able` + `passes.unable`。手札が分かっているパスの数。",
    ),
    "roles": Text("All of `role.<part>.deals`.", "`role.<part>.deals` の合計。"),
    "teams": Text("`partners` + `opponents`.", "`partners` + `opponents`。"),
    "points_variance": Text("The sample variance of the points of all deals.", "すべての回の得点の不偏分散。"),
    "standing_variance": Text(
        "The sample variance of the share of the others who did better, over all deals.",
        "自分より上位だった相手の割合の、すべての回にわたる不偏分散。",
    ),
}
"""By name; of the sums of each title, the one with a place for it."""
