"""A game of a FujiGokoro file, which does not name the players of its plays, and its exchange (U-XCH-1).

A group is written as its suits and its rank, `chs-3`, a run as its suit and its ranks, `h-678`; the card that the joker
stands for follows in parentheses. `-` is the place below the 3 and `+` the one above the 2.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from daifu.replay.cards import JOKER
from daifu.schemas.foreign_log import ReadingError, WritingError, quote_found
from daifu.schemas.fujigokoro import messages
from daifu.schemas.uecda.deals import ALL_PLAYERS, Gift
from daifu.schemas.uecda.messages import NO_STAND_IN, unknown_card

SUITS: Final = "cdhs"
RANKS: Final = "3456789tjqka2"
PLACES: Final = f"-{RANKS}+"
LONE_JOKER: Final = "jk"
HELD_JOKER: Final = "jo"
PASS: Final = "p"
FIVE_OF_A_RANK: Final = "cdhsx"
SHORTEST_RUN: Final = 3
MOST_CACHED: Final = 20_000

_GROUP: Final = re.compile(r"([cdhsx]+)-([3-9tjqka2])(?:\(([cdhsx]+)\))?")
_RUN: Final = re.compile(r"([cdhs])-([-+3-9tjqka2]{3,})(?:\(([-+3-9tjqka2])\))?")
_CARD: Final = re.compile("[SHDC][3456789TJQKA2]")

MOST_PLAYS: Final = 128
"""Plays of a game that FujiGokoro records at most (rules digest, section 3)."""

Hands = Sequence[str]

DAIFUGO, FUGO, _HEIMIN, HINMIN, DAIHINMIN = range(5)
PAIRS: Final = ((DAIHINMIN, DAIFUGO), (HINMIN, FUGO))


@lru_cache(MOST_CACHED)
def read_set(text: str) -> str:
    """An accepted set, `ch-a(c)`, as a record writes it, `HA X=C` (U-SET-1, U-JOK-1). Raises `ReadingError`."""
    if text == LONE_JOKER:
        return JOKER
    group, run = _GROUP.fullmatch(text), _RUN.fullmatch(text)
    if group is not None:
        words = _group_words(group[1], group[2], group[3] or "")
    else:
        words = _run_words(run[1], run[2], run[3] or "") if run is not None else []
    if not words:
        raise ReadingError(quote_found(text), messages.GROUP_OR_RUN)
    return " ".join(words).upper()


@lru_cache(MOST_CACHED)
def write_set(cards: tuple[str, ...]) -> str:
    """A set of a record's cards as FujiGokoro spells it. Raises `WritingError`."""
    if cards == (JOKER,):
        return LONE_JOKER
    natural = [_lower(card) for card in cards if not card.startswith(JOKER)]
    jokers = [card.partition("=")[2].lower() for card in cards if card.startswith(JOKER)]
    ranks = {card[1] for card in natural}
    if not natural or len(jokers) > 1:
        raise WritingError(messages.ONLY_GROUPS_AND_RUNS)
    joker = jokers[0] if jokers else None
    if len(ranks) == 1 and (not joker or joker[1:] in {"", *ranks}):
        return _write_group([card[0] for card in natural], ranks.pop(), joker)
    return _write_run(natural, joker)


def usual_spelling(cards: str) -> str:
    """A set of a record, or no cards for a pass, in FujiGokoro's usual spelling. Raises `WritingError`."""
    return write_set(tuple(cards.split())) if cards else PASS


def read_cards(words: Sequence[str]) -> str:
    """Cards held or given, `s7 jo`, as a record writes them, `S7 X`. Raises `ReadingError`."""
    cards = [_read_held(word) for word in words]
    if write_cards(cards) != list(words):
        raise ReadingError(quote_found(" ".join(words)), messages.IN_ORDER)
    return " ".join(cards)


def write_cards(cards: Iterable[str]) -> list[str]:
    """Cards held or given as FujiGokoro spells them, in its order. Raises `WritingError`."""
    return [HELD_JOKER if card == JOKER else card.lower() for card in sort_cards(cards)]


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """A record's cards in the order in which FujiGokoro writes a hand. Raises `WritingError`."""
    return tuple(sorted(cards, key=_card_order))


def _card_order(card: str) -> tuple[int, int]:
    if card == JOKER:
        return len(RANKS), 0
    word = _lower(card)
    return RANKS.index(word[1]), SUITS.index(word[0])


def _read_held(word: str) -> str:
    if word == HELD_JOKER:
        return JOKER
    if not _CARD.fullmatch(word.upper()) or not word.islower():
        raise ReadingError(quote_found(word), messages.OF_THE_PACK)
    return word.upper()


def _lower(card: str) -> str:
    if not _CARD.fullmatch(card):
        raise WritingError(unknown_card(card))
    return card.lower()


def _group_words(suits: str, rank: str, joker: str) -> list[str]:
    """The cards of a group, none if it is not a group. If `x` is present, the joker is the fifth card."""
    if "x" in suits:
        whole = sorted(suits) == sorted(FIVE_OF_A_RANK)
        return [suit + rank for suit in SUITS] + [JOKER] if whole else []
    natural = [suit + rank for suit in suits if suit != joker]
    if not natural or len(natural) + len(joker) != len(suits):
        return []
    return natural + [f"{JOKER}={suit}" for suit in joker]


def _run_words(suit: str, ranks: str, joker: str) -> list[str]:
    """The cards of a run, none if the joker has no place in it or a card is at a place that is only for the joker."""
    natural = [rank for rank in ranks if rank != joker]
    if len(natural) + len(joker) != len(ranks) or not set(natural) <= set(RANKS):
        return []
    return [f"{JOKER}={suit}{rank}" if rank == joker else suit + rank for rank in ranks]


def _write_group(suits: list[str], rank: str, joker: str | None) -> str:
    if joker is None:
        return f"{_suits(suits)}-{rank}"
    if not joker:
        if _suits(suits) != SUITS:
            raise WritingError(NO_STAND_IN)
        return f"{FIVE_OF_A_RANK}-{rank}({FIVE_OF_A_RANK})"
    if joker[0] in suits:
        raise WritingError(messages.ONLY_GROUPS_AND_RUNS)
    return f"{_suits([*suits, joker[0]])}-{rank}({joker[0]})"


def _suits(suits: Sequence[str]) -> str:
    return "".join(sorted(suits, key=SUITS.index))


def _write_run(natural: Sequence[str], joker: str | None) -> str:
    if joker == "":
        raise WritingError(NO_STAND_IN)
    cards = [*natural, *([joker] if joker else [])]
    suits = {card[0] for card in cards}
    ranks = sorted((card[1:] for card in cards), key=PLACES.find)
    if len(suits) != 1 or len(cards) < SHORTEST_RUN or "" in ranks:
        raise WritingError(messages.ONLY_GROUPS_AND_RUNS)
    return f"{suits.pop()}-{''.join(ranks)}" + (f"({joker[1:]})" if joker else "")


@dataclass(frozen=True, slots=True)
class Turn:
    """An accepted set, or a pass; its player follows from the rules.

    `cards` is the set as a record writes it, empty for a pass, and `spelt` as the file does; `microseconds` is the time
    that the player took, None if it is not written.
    """

    cards: str
    spelt: str
    microseconds: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """One game. Lists by player begin with player 1; cards are written as in a record.

    `classes` and `result` are each player's rank before and after the game, `seats` each player's seat, all counted
    from 0. `changed` is what each player submitted for exchange, `gifts` what was really exchanged, `original` the
    hands after that. `line` is the line of the plays in the file.
    """

    number: int | None
    classes: tuple[int, ...]
    seats: tuple[int, ...]
    dealt: tuple[str, ...]
    changed: tuple[str, ...]
    original: tuple[str, ...]
    gifts: tuple[Gift, ...]
    plays: tuple[Turn, ...]
    result: tuple[int, ...]
    line: int = 0


def derive_gifts(classes: Sequence[int], dealt: Hands, changed: Hands, original: Hands) -> tuple[Gift, ...]:
    """The gifts between the hands as dealt and those after the exchange; none if no player submitted anything.

    The poor submit what the server takes from them. A rich player gave the cards that their hand lacks afterwards: if
    their own choice was invalid, the server took other cards. Raises `ReadingError` if the hands do not agree.
    """
    gifts: list[Gift] = []
    if any(changed):
        pairs = [(classes.index(poor), classes.index(rich)) for poor, rich in PAIRS]
        gifts += [Gift(poor + 1, rich + 1, tuple(changed[poor].split())) for poor, rich in pairs]
        for poor, rich in pairs:
            held = Counter(f"{dealt[rich]} {changed[poor]}".split())
            given = sort_cards((held - Counter(original[rich].split())).elements())
            gifts.append(Gift(rich + 1, poor + 1, given))
    if hands_after(dealt, gifts) != [Counter(hand.split()) for hand in original]:
        raise ReadingError(messages.HANDS_WITHOUT_EXCHANGE, messages.AFTER_EXCHANGE)
    return tuple(gifts)


def submitted_cards(gifts: Sequence[Gift]) -> tuple[str, ...]:
    """The cards that each player gave, as the file has them if all choices were valid."""
    return tuple(
        " ".join(card for gift in gifts if gift.giver == player for card in gift.cards) for player in ALL_PLAYERS
    )


def hands_after(dealt: Hands, gifts: Sequence[Gift]) -> list[Counter[str]]:
    """The hands after the gifts, by player; a card that its giver did not hold has a negative count."""
    hands = [Counter(hand.split()) for hand in dealt]
    for gift in gifts:
        hands[gift.giver - 1].subtract(gift.cards)
        hands[gift.receiver - 1].update(gift.cards)
    return hands
