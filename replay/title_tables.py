"""The title tables of daihinmin, and the exchange and points that follow from them."""

from collections.abc import Mapping
from typing import Final

from daifu.replay.exchange import Pairing
from daifu.replay.options import Value

SUPER_DAIFUGO, DAIFUGO, FUGO, HEIMIN = "super_daifugo", "daifugo", "fugo", "heimin"
HINMIN, DAIHINMIN, SUPER_DAIHINMIN = "hinmin", "daihinmin", "super_daihinmin"

TITLE_POINTS: Final = {
    SUPER_DAIFUGO: 3,
    DAIFUGO: 2,
    FUGO: 1,
    HEIMIN: 0,
    HINMIN: -1,
    DAIHINMIN: -2,
    SUPER_DAIHINMIN: -3,
}
"""The points of a title (A-SCORE-1); for the rich, also the number of cards to exchange.

Rules: A-XCH-1, A-XCH-2, A-Q-11.
"""

FIRST_TITLES: Final = frozenset({DAIFUGO, SUPER_DAIFUGO})
"""The titles of which the holder is the daifugo of the table."""

Titles = tuple[str, ...]
TitleTables = Mapping[int, Titles]
"""Titles by number of players, and there by place."""

STANDARD_TITLES: Final[TitleTables] = {
    2: (FUGO, HINMIN),
    3: (FUGO, HEIMIN, HINMIN),
    4: (FUGO, HEIMIN, HEIMIN, HINMIN),
    5: (DAIFUGO, FUGO, HEIMIN, HINMIN, DAIHINMIN),
    6: (DAIFUGO, FUGO, HEIMIN, HEIMIN, HINMIN, DAIHINMIN),
    7: (DAIFUGO, FUGO, FUGO, HEIMIN, HINMIN, HINMIN, DAIHINMIN),
    8: (DAIFUGO, FUGO, FUGO, HEIMIN, HEIMIN, HINMIN, HINMIN, DAIHINMIN),
}

ALTERNATIVE_TITLES: Final[Mapping[str, Titles]] = {
    "alt3": (DAIFUGO, HEIMIN, DAIHINMIN),
    "alt4": (DAIFUGO, FUGO, HINMIN, DAIHINMIN),
    "alt6a": (DAIFUGO, FUGO, FUGO, HINMIN, HINMIN, DAIHINMIN),
    "alt6b": (SUPER_DAIFUGO, DAIFUGO, FUGO, HINMIN, DAIHINMIN, SUPER_DAIHINMIN),
    "alt7a": (DAIFUGO, FUGO, HEIMIN, HEIMIN, HEIMIN, HINMIN, DAIHINMIN),
    "alt7b": (SUPER_DAIFUGO, DAIFUGO, FUGO, HEIMIN, HINMIN, DAIHINMIN, SUPER_DAIHINMIN),
}

STANDARD_TABLE_NAME: Final = "standard"
TITLE_TABLE_NAMES: Final = (STANDARD_TABLE_NAME, *ALTERNATIVE_TITLES)


def is_choice_of_tables(value: Value) -> bool:
    """Whether this is the name of a title table, or a list of names for different numbers of players."""
    if not isinstance(value, list):
        return value in TITLE_TABLE_NAMES
    numbers = [len(ALTERNATIVE_TITLES[name]) for name in value if isinstance(name, str) and name in ALTERNATIVE_TITLES]
    return all(name in TITLE_TABLE_NAMES for name in value) and len(set(numbers)) == len(numbers)


def chosen_tables(value: Value) -> TitleTables:
    """The titles in force under this choice; an alternative replaces only the table for its number of players."""
    names = value if isinstance(value, list) else [value]
    chosen = [ALTERNATIVE_TITLES[name] for name in names if isinstance(name, str) and name in ALTERNATIVE_TITLES]
    return {**STANDARD_TITLES, **{len(titles): titles for titles in chosen}}


def exchange_pairings(titles: Titles, counts: Value) -> tuple[Pairing, ...]:
    """The pairs that exchange cards: place 1 with the last, and so on inward.

    `counts` are the numbers of cards, outer pair first; if it is null, the titles decide.
    """
    pairs = len(titles) // 2
    given = counts if isinstance(counts, list) else [TITLE_POINTS[title] for title in titles[:pairs]]
    return tuple(
        (rich, len(titles) - 1 - rich, count)
        for rich, count in enumerate(given[:pairs])
        if isinstance(count, int) and count
    )
