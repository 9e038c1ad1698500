"""The titles of all games: their names for people, how they rank, and the title tables of daihinmin."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from daifu.replay.text import Text

if TYPE_CHECKING:
    from daifu.replay.options import Value

TITLE_NAMES: Final = {
    "super_daifugo": Text("super daifugo", "超大富豪"),
    "daifugo": Text("daifugo", "大富豪"),
    "fugo": Text("fugo", "富豪"),
    "heimin": Text("heimin", "平民"),
    "hinmin": Text("hinmin", "貧民"),
    "daihinmin": Text("daihinmin", "大貧民"),
    "super_daihinmin": Text("super daihinmin", "超大貧民"),
    "greater_dalmuti": Text("Greater Dalmuti", "大ダルマチ"),
    "lesser_dalmuti": Text("Lesser Dalmuti", "小ダルマチ"),
    "merchant": Text("Merchant", "商人"),
    "lesser_peon": Text("Lesser Peon", "小貧民"),
    "greater_peon": Text("Greater Peon", "大貧民"),
}
"""Names of titles by their names in records, the best title of each game first."""


def title_name(title: str) -> Text:
    """The name of a title; an unknown title is shown as it is written."""
    return TITLE_NAMES.get(title) or Text(title, title)


TITLE_RANKS: Final = {title: place for place, title in enumerate(TITLE_NAMES)}
"""The rank of each title in its game: lower is better."""

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


def is_choice_of_tables(value: "Value") -> bool:
    """Whether this is the name of a title table, or a list of names for different numbers of players."""
    if not isinstance(value, list):
        return value in TITLE_TABLE_NAMES
    numbers = [len(ALTERNATIVE_TITLES[name]) for name in value if isinstance(name, str) and name in ALTERNATIVE_TITLES]
    return all(name in TITLE_TABLE_NAMES for name in value) and len(set(numbers)) == len(numbers)


def chosen_tables(value: "Value") -> TitleTables:
    """The titles in force under this choice; an alternative replaces only the table for its number of players."""
    names = value if isinstance(value, list) else [value]
    chosen = [ALTERNATIVE_TITLES[name] for name in names if isinstance(name, str) and name in ALTERNATIVE_TITLES]
    return {**STANDARD_TITLES, **{len(titles): titles for titles in chosen}}
