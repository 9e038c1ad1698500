"""Sums of counters, which figures use like counters, with their descriptions."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from daifu.replay.text import Text
from daifu.replay.titles import TITLE_RANKS

Counts = Mapping[str, int]
"""Counters by name; what is not named is 0."""

Sum = tuple[str, tuple[str, ...]]
"""The name of a sum, and the counters or sums that go into it."""

PLAIN_SUMS: Final[Mapping[str, str]] = {
    "deals": "begun",
    "undecided": "begun",
    "passes.able": "passes_seen",
    "passes.unable": "passes_seen",
    "partners": "teams",
    "opponents": "teams",
}
"""Counters that go into a sum."""


def sums_of(counters: Iterable[str]) -> tuple[Sum, ...]:
    """All sums that can be made of these counters, each with its parts.

    A part may be a sum itself, which then stands before it.
    """
    sums: dict[str, list[str]] = {}
    queue = deque(counters)
    while queue:
        counter = queue.popleft()
        for name in _sums_with(counter):
            if name not in sums:
                sums[name] = []
                queue.append(name)
            sums[name].append(counter)
    return tuple((name, tuple(parts)) for name, parts in sums.items())


def names_of_sums(counters: Iterable[str]) -> set[str]:
    """The names of these sums."""
    return {name for name, _ in sums_of(counters)}


def _sums_with(counter: str) -> Iterable[str]:
    first, *rest = counter.split(".")
    if counter in PLAIN_SUMS:
        return (PLAIN_SUMS[counter],)
    return _FAMILY_SUMS[first](*rest) if rest and first in _FAMILY_SUMS else ()


def _sums_with_turn(before: str, after: str = "") -> Iterable[str]:
    """The sums of `turn.<from>.<to>`, and those of the sum `turn.<from>`."""
    if not after:
        return ["turns"]
    sums = {
        f"turn.{before}": True,
        "turns_risen": TITLE_RANKS[after] < TITLE_RANKS[before],
        "turns_fallen": TITLE_RANKS[after] > TITLE_RANKS[before],
    }
    return [name for name, applies in sums.items() if applies]


def _sums_with_role(_role: str, outcome: str) -> Iterable[str]:
    return ["roles"] if outcome == "deals" else []


_FAMILY_SUMS: Final[Mapping[str, Callable[..., Iterable[str]]]] = {
    "turn": _sums_with_turn,
    "role": _sums_with_role,
}

SUM_TEXTS: Final[Mapping[str, Text]] = {
    "begun": Text("`deals` + `undecided`: all deals.", "`deals` + `undecided`。すべての回の数。"),
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
}
"""By name; of the sums of each title, the one with a place for it."""
