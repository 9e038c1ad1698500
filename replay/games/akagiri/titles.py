"""Titles by place, and what follows from them: points and the exchange (A-TITLE-1, A-OPT-TITLE, A-SCORE-1, A-XCH)."""

from collections.abc import Mapping
from typing import Final

from replay.gifts import Pairing
from replay.options import Value

SUPER_DAIFUGO, DAIFUGO, FUGO, HEIMIN = "super_daifugo", "daifugo", "fugo", "heimin"
HINMIN, DAIHINMIN, SUPER_DAIHINMIN = "hinmin", "daihinmin", "super_daihinmin"

POINTS: Final = {
    SUPER_DAIFUGO: 3,
    DAIFUGO: 2,
    FUGO: 1,
    HEIMIN: 0,
    HINMIN: -1,
    DAIHINMIN: -2,
    SUPER_DAIHINMIN: -3,
}
"""The points of a title (A-SCORE-1); for the rich, also the cards that they exchange (A-XCH-1, A-XCH-2, A-Q-11)."""

FIRST_TITLES: Final = frozenset({DAIFUGO, SUPER_DAIFUGO})
"""The titles whose holder is the daifugo of his table."""

Titles = tuple[str, ...]
Tables = Mapping[int, Titles]
"""Titles by number of players, and there by place."""

STANDARD: Final[Tables] = {
    3: (FUGO, HEIMIN, HINMIN),
    4: (FUGO, HEIMIN, HEIMIN, HINMIN),
    5: (DAIFUGO, FUGO, HEIMIN, HINMIN, DAIHINMIN),
    6: (DAIFUGO, FUGO, HEIMIN, HEIMIN, HINMIN, DAIHINMIN),
    7: (DAIFUGO, FUGO, FUGO, HEIMIN, HINMIN, HINMIN, DAIHINMIN),
}

ALTERNATIVES: Final[Mapping[str, Titles]] = {
    "alt3": (DAIFUGO, HEIMIN, DAIHINMIN),
    "alt4": (DAIFUGO, FUGO, HINMIN, DAIHINMIN),
    "alt6a": (DAIFUGO, FUGO, FUGO, HINMIN, HINMIN, DAIHINMIN),
    "alt6b": (SUPER_DAIFUGO, DAIFUGO, FUGO, HINMIN, DAIHINMIN, SUPER_DAIHINMIN),
    "alt7a": (DAIFUGO, FUGO, HEIMIN, HEIMIN, HEIMIN, HINMIN, DAIHINMIN),
    "alt7b": (SUPER_DAIFUGO, DAIFUGO, FUGO, HEIMIN, HINMIN, DAIHINMIN, SUPER_DAIHINMIN),
}

STANDARD_NAME: Final = "standard"
NAMES: Final = (STANDARD_NAME, *ALTERNATIVES)


def is_choice_of_tables(value: Value) -> bool:
    """Whether this is the name of a title table, or a list of names, no two of them for the same number of players."""
    if not isinstance(value, list):
        return value in NAMES
    numbers = [len(ALTERNATIVES[name]) for name in value if isinstance(name, str) and name in ALTERNATIVES]
    return all(name in NAMES for name in value) and len(set(numbers)) == len(numbers)


def chosen_tables(value: Value) -> Tables:
    """The titles in force when this was chosen; an alternative replaces only the table of its own number of players."""
    names = value if isinstance(value, list) else [value]
    chosen = [ALTERNATIVES[name] for name in names if isinstance(name, str) and name in ALTERNATIVES]
    return {**STANDARD, **{len(titles): titles for titles in chosen}}


def is_list_of_counts(value: Value) -> bool:
    """Whether this is null, or a list with the cards that each pair exchanges."""
    return value is None or (isinstance(value, list) and all(type(count) is int and count >= 0 for count in value))


def pairings(titles: Titles, counts: Value) -> tuple[Pairing, ...]:
    """Who exchanges how much: place 1 with the last, and so on inward.

    `counts` says how much, outer pair first; where it is null, the titles do.
    """
    pairs = len(titles) // 2
    given = counts if isinstance(counts, list) else [POINTS[title] for title in titles[:pairs]]
    return tuple(
        (rich, len(titles) - 1 - rich, count)
        for rich, count in enumerate(given[:pairs])
        if isinstance(count, int) and count
    )
