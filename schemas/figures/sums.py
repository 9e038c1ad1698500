"""Sums of counters, which figures use like counters: the counter `place.3` has its part in `places`, three times."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from schemas.figures.titles import STANDING

Counts = Mapping[str, int]
"""Counters by name; what is not named is 0."""

Part = tuple[str, int]
"""The name of a counter or of a sum, and how many times one goes into the other."""

Sum = tuple[str, tuple[Part, ...]]
"""The name of a sum, and the counters that go into it."""

Variance = tuple[str, tuple[str, str, str]]
"""The name of a variance, and of what sum, what sum of squares and how many it is."""

NONE: Final = "none"
"""No place, in the name of a counter."""

PLAIN: Final[Mapping[str, str]] = {
    "deals": "begun",
    "undecided": "begun",
    "passes.able": "passes_seen",
    "passes.unable": "passes_seen",
    "partners": "teams",
    "opponents": "teams",
}
"""Counters that go into a sum once, each for itself."""

VARIANCES: Final[Mapping[str, tuple[str, str, str]]] = {
    "points_variance": ("points", "points_squared", "scored"),
    "standing_variance": ("standing", "standing_squared", "deals"),
}
"""Sample variances of all that was measured, and what they need."""


def sums_of(counters: Iterable[str]) -> tuple[Sum, ...]:
    """All sums that can be made of these counters, each with what goes into it, and how many times.

    What goes into a sum may be a sum itself, which then stands before it.
    """
    sums: dict[str, list[Part]] = {}
    waiting = deque(counters)
    while waiting:
        counter = waiting.popleft()
        for name, times in _parts_of(counter):
            if name not in sums:
                sums[name] = []
                waiting.append(name)
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


def _parts_of(counter: str) -> Iterable[Part]:
    first, *rest = counter.split(".")
    if counter in PLAIN:
        return ((PLAIN[counter], 1),)
    return _OF_FAMILIES[first](*rest) if rest and first in _OF_FAMILIES else ()


def variance(total: int, squares: int, count: int) -> float:
    """The sample variance of so many values with this sum and sum of squares; 0 where it is not known."""
    return (squares * count - total * total) / count / (count - 1) if count > 1 else 0.0


def _of_a_place(place: str) -> Iterable[Part]:
    if place == NONE:
        return ()
    return ("placed", 1), ("places", int(place)), ("places_squared", int(place) ** 2)


def _of_a_turn(before: str, after: str = "") -> Iterable[Part]:
    """Deals begun as the one and ended as the other; or, as a sum of these, all that were begun as the one."""
    if not after:
        return [("turns", 1)]
    sums = {
        f"turn.{before}": True,
        "turns_risen": STANDING[after] < STANDING[before],
        "turns_fallen": STANDING[after] > STANDING[before],
    }
    return [(name, 1) for name, applies in sums.items() if applies]


def _of_a_role(_role: str, outcome: str) -> Iterable[Part]:
    return [("roles", 1)] if outcome == "deals" else []


_OF_FAMILIES: Final[Mapping[str, Callable[..., Iterable[Part]]]] = {
    "place": _of_a_place,
    "turn": _of_a_turn,
    "role": _of_a_role,
}
