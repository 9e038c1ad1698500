"""The options of Akagiri's daihinmin, and the title tables that they select.

Rules: A-OPT, A-TITLE-1, A-SCORE-1, A-XCH.
"""

from collections.abc import Mapping
from typing import Final

from replay.exchange import Pairing
from replay.options import Option, Value, choice, illegal_play, number, switch
from replay.text import Text

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
    3: (FUGO, HEIMIN, HINMIN),
    4: (FUGO, HEIMIN, HEIMIN, HINMIN),
    5: (DAIFUGO, FUGO, HEIMIN, HINMIN, DAIHINMIN),
    6: (DAIFUGO, FUGO, HEIMIN, HEIMIN, HINMIN, DAIHINMIN),
    7: (DAIFUGO, FUGO, FUGO, HEIMIN, HINMIN, HINMIN, DAIHINMIN),
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


def is_list_of_counts(value: Value) -> bool:
    """Whether this is null, or a list of the numbers of cards that each pair exchanges."""
    return value is None or (isinstance(value, list) and all(type(count) is int and count >= 0 for count in value))


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


SEATING_OPTIONS: Final[tuple[Option, ...]] = (
    choice(
        "deal_direction",
        ("ccw", "cw"),
        "A-OPT-DIR",
        "The way round the cards are dealt; the replay does not depend on it.",
        "カードを配る向き。再現の結果には影響しない。",
    ),
    choice("play_direction", ("cw", "ccw"), "A-OPT-DIR", "The way round play goes.", "手番が回る向き。"),
    choice(
        "seat_direction",
        ("ccw", "cw"),
        "A-OPT-DIR",
        "The way round the places sit, beginning with place 1: ccw puts place 2 on his right.",
        "1位から順位順に座る向き。ccwでは2位が1位の右隣に座る。",
    ),
    choice(
        "first_leader",
        ("dealer", "daifugo"),
        "A-OPT-LEAD",
        "Who leads to the first trick: the dealer, or place 1.",
        "最初の場の親。dealerはディーラー、daifugoは1位の者。",
    ),
)

CARD_OPTIONS: Final[tuple[Option, ...]] = (
    number("jokers", 0, 2, "A-DECK-1", "How many jokers there are in all.", "ジョーカーの総数。", default=1),
    number(
        "decks", 1, 2, "A-OPT-DECKS", "How many packs of 52 cards are used.", "52枚のトランプを使う組数。", default=1
    ),
    switch(
        "joker_wild",
        "A-OPT-JOKNW",
        "The joker may stand for other cards.",
        "ジョーカーを他のカードの代わりに使える。",
        default=True,
    ),
    switch("runs", "A-OPT-NORUN", "Runs may be played.", "階段（同じスートの続き札）を出せる。", default=True),
)

ORDER_OPTIONS: Final[tuple[Option, ...]] = (
    switch("revolution", "A-OPT-NOREV", "There are revolutions.", "革命がある。", default=True),
    switch(
        "revolution_natural_only",
        "A-OPT-REVNAT",
        "A group that holds a joker makes no revolution.",
        "ジョーカーを含む組では革命にならない。",
    ),
    switch(
        "revolution_exact_four",
        "A-Q-7",
        "Only groups of exactly four make a revolution, not larger ones.",
        "ちょうど4枚の組だけが革命になり、5枚以上ではならない。",
    ),
    switch(
        "revolution_default_declared",
        "A-Q-8",
        "A set that may make a revolution does so without a word; else it has to be declared.",
        "革命になる組は宣言がなくても革命とする。いいえの場合は宣言が必要。",
        default=True,
    ),
    switch(
        "revolution_by_run",
        "A-OPT-REVRUN",
        "Runs of four or more make a revolution, too.",
        "4枚以上の階段でも革命になる。",
    ),
    switch(
        "jack_back",
        "A-OPT-JB",
        "Who plays a jack may turn the order for the trick.",
        "Jを出した者は、その場の間だけ強さを逆にできる。",
    ),
)

RANKING_OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "title_table",
        " | ".join(TITLE_TABLE_NAMES) + " | list of these, one a number of players",
        STANDARD_TABLE_NAME,
        "A-OPT-TITLE",
        Text(
            "The titles by place: a table, or several for different numbers of players.",
            "順位ごとの称号の表。人数の異なる複数の表を並べてもよい。",
        ),
        is_choice_of_tables,
    ),
    Option(
        "exchange_counts",
        "list of integers from 0 | null",
        None,
        "A-Q-11",
        Text(
            "The cards that each pair exchanges, outer pair first; null leaves it to the titles.",
            "交換する枚数を外側の組から順に並べる。nullなら称号に従う。",
        ),
        is_list_of_counts,
    ),
    switch(
        "fallen_daifugo",
        "A-OPT-FALL",
        "A daifugo who is not first becomes last.",
        "1位になれなかった大富豪は最下位に落ちる（都落ち）。",
    ),
    switch(
        "fallen_immediate",
        "A-Q-17",
        "The fallen daifugo leaves the deal at once.",
        "都落ちした大富豪はその時点で抜ける。",
    ),
)

FINISHING_OPTIONS: Final[tuple[Option, ...]] = (
    switch(
        "no_finish_joker_two",
        "A-OPT-FIN1",
        "No going out with a joker or a 2, nor with a 3 while the order is turned.",
        "ジョーカーや2では上がれない。強さが逆のときは2の代わりに3で上がれない。",
    ),
    switch("no_finish_group", "A-OPT-FIN2", "No going out with a group of two or more.", "2枚以上の組では上がれない。"),
    choice(
        "finish_ban_mode",
        ("illegal", "demote"),
        "A-Q-15",
        "Who goes out with a banned set keeps his place, or takes the last one free.",
        "禁止上がりの扱い。illegalは順位をそのままとし、demoteは空いている最下位に落とす。",
    ),
)

TRICK_OPTIONS: Final[tuple[Option, ...]] = (
    switch(
        "eight_stop", "A-OPT-8", "A set that contains an 8 ends the trick.", "8を含む組を出すと場が流れる（8切り）。"
    ),
    switch(
        "eight_stop_in_runs",
        "A-Q-18",
        "Runs that contain an 8 end the trick, too.",
        "8を含む階段でも場が流れる。",
        default=True,
    ),
    choice(
        "spade3",
        ("off", "joker_single", "always"),
        "A-OPT-S3",
        "What the lone spade 3 beats: nothing special, a lone joker, or everything.",
        "スペードの3単独の強さ。off：特別扱いなし、joker_single：単独のジョーカーに勝つ、always：常に最強。",
    ),
    switch(
        "spade3_ends_trick",
        "A-Q-21",
        "A spade 3 that takes a lone joker ends the trick.",
        "単独のジョーカーにスペードの3を出すと場が流れる。",
    ),
    switch(
        "suit_lock",
        "A-OPT-LOCK",
        "Two singles of one suit in a row lock the trick to it.",
        "同じスートの1枚出しが続くと、その場はそのスートに縛られる。",
    ),
    switch(
        "pass_locks",
        "A-Q-1",
        "A pass shuts its player out of the trick.",
        "パスすると、その場が流れるまで参加できない。",
    ),
    illegal_play("A-SET-4"),
)

OPTIONS: Final = SEATING_OPTIONS + CARD_OPTIONS + ORDER_OPTIONS + RANKING_OPTIONS + FINISHING_OPTIONS + TRICK_OPTIONS
