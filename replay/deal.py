"""A deal: its hands and stock as recorded, what it starts from, and the report on it."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.cards import Alphabet
from daifu.replay.faults import NOTICE, Fault
from daifu.replay.melds import LONGEST_HAND_TEXT, Lexicon
from daifu.replay.text import ReadError, expected, refused_cards

Number = int | float
Total = int | Decimal
"""An exact sum of points: a whole number where all of them are."""

NOT_WRITTEN: Final[tuple[int, ...]] = ()
"""The value of `places` for a deal that does not write them; None means that the ranking was reset."""


class Hand:
    """A hand as recorded: the known cards, the number of unknown ones, and the number of all."""

    __slots__ = ("cards", "size", "unknown")

    def __init__(self, cards: int, unknown: int, size: int) -> None:
        self.cards = cards
        self.unknown = unknown
        self.size = size

    @classmethod
    def of(cls, alphabet: Alphabet, cards: int, unknown: int = 0) -> "Hand":
        """The hand of these cards and this number of unknown ones."""
        return cls(cards, unknown, alphabet.count(cards) + unknown)


class Result:
    """The written result: the order, best first, and the points by player number, each None if not written."""

    __slots__ = ("order", "points")

    def __init__(self, order: tuple[int, ...] | None = None, points: tuple[Number | None, ...] | None = None) -> None:
        self.order = order
        self.points = points


NO_RESULT: Final = Result()


class Deal:
    """One deal of a record (record format, section 1).

    `hands` are by player number from 1, None for players who sit out. `stock` are the cards of the stock, the top one
    first, each as the multiset that holds it once.
    """

    __slots__ = (
        "abandoned",
        "actions",
        "dealer",
        "exchanged",
        "first",
        "hands",
        "places",
        "result",
        "seats",
        "stock",
    )

    def __init__(  # noqa: PLR0913 - the fields of a deal, always by name
        self,
        *,
        seats: tuple[int, ...] | None = None,
        places: tuple[int, ...] | None = NOT_WRITTEN,
        hands: Sequence[Hand | None] | None = None,
        exchanged: bool = False,
        dealer: int | None = None,
        first: int | None = None,
        stock: tuple[int, ...] | None = None,
        actions: list[Action] | None = None,
        result: Result = NO_RESULT,
        abandoned: bool = False,
    ) -> None:
        self.seats = seats
        self.places = places
        self.hands = hands
        self.exchanged = exchanged
        self.dealer = dealer
        self.first = first
        self.stock = stock
        self.actions = actions
        self.result = result
        self.abandoned = abandoned


class Start:
    """What a deal starts from.

    `seats` are the players who take part, as they sit; `ranking` is the ranking in force, best first, or empty.
    `number` counts the deals of the record from 0; `count` is the number of its players, seated or not. `winner` is the
    first of the deal before, 0 if that was undecided, and `points` are its points by player. `before` are the seats of
    the deal before, `decided` the number of decided deals so far, `totals` the points that they gave to each player,
    and `kept` the cards that stay out of this deal, None where nothing tells.
    """

    __slots__ = (
        "before",
        "count",
        "deal",
        "decided",
        "kept",
        "number",
        "points",
        "ranking",
        "seats",
        "totals",
        "winner",
    )

    def __init__(
        self,
        deal: Deal,
        number: int,
        count: int,
        seats: tuple[int, ...],
        ranking: tuple[int, ...],
        winner: int = 0,
        points: Sequence[Number | None] = (),
    ) -> None:
        self.deal = deal
        self.number = number
        self.count = count
        self.seats = seats
        self.ranking = ranking
        self.winner = winner
        self.points = points
        self.before = seats
        self.decided = 0
        self.totals: Sequence[Total | None] = ()
        self.kept: int | None = None

    def with_deal(self, deal: Deal) -> "Start":
        """The same start of another deal, such as one with other cards."""
        twin = Start(deal, self.number, self.count, self.seats, self.ranking, self.winner, self.points)
        twin.before, twin.decided, twin.totals, twin.kept = self.before, self.decided, self.totals, self.kept
        return twin


MOST_UNKNOWN_CARDS: Final = 200
"""The most unknown cards of a hand: `?*200`."""

_UNKNOWN_CARDS: Final = re.compile(r"\?(?:\*([1-9][0-9]{0,2}))?")


def read_hands(lexicon: Lexicon, texts: Iterable[str | None]) -> list[Hand | None]:
    """The hands of a deal, None for players without one. Raises `ReadError`, also for more than `LONGEST_HAND_TEXT`."""
    try:
        return [None if text is None else _read_known_cards(lexicon, text) for text in texts]
    except KeyError:  # some cards are unknown, unreadable or oddly spaced
        return [None if text is None else read_hand(lexicon, text) for text in texts]


def _read_known_cards(lexicon: Lexicon, text: str) -> Hand:
    """The hand in a text of known cards. Raises `KeyError` for anything else."""
    ones = lexicon.known_cards(text)
    return Hand(lexicon.alphabet.of_ones(ones), 0, len(ones))


def read_hand(lexicon: Lexicon, text: str) -> Hand:
    """The hand in a text of cards, with `?` for an unknown one and `?*13` for thirteen. Raises `ReadError`."""
    words = _card_words(text)
    marks = [mark for mark in map(_UNKNOWN_CARDS.fullmatch, words) if mark is not None]
    known = [word for word in words if not _UNKNOWN_CARDS.fullmatch(word)]
    _require_known_cards(lexicon, [word for word in known if word not in lexicon.one])
    unknown = sum(int(mark[1] or 1) for mark in marks)
    if unknown > MOST_UNKNOWN_CARDS:
        raise ReadError(
            expected(f"at most {MOST_UNKNOWN_CARDS} unknown cards", f"{MOST_UNKNOWN_CARDS}枚以下の不明札", str(unknown))
        )
    return Hand.of(lexicon.alphabet, lexicon.alphabet.of_ones([lexicon.one[word] for word in known]), unknown)


def read_cards(lexicon: Lexicon, text: str) -> tuple[int, ...]:
    """The cards in a text, in their order, each as the multiset that holds it once. Raises `ReadError`.

    None may be unknown.
    """
    try:
        return tuple(lexicon.known_cards(text))
    except KeyError:  # some cards are unreadable or oddly spaced
        words = _card_words(text)
        _require_known_cards(lexicon, [word for word in words if word not in lexicon.one])
        return tuple(map(lexicon.one.__getitem__, words))


def _card_words(text: str) -> list[str]:
    if len(text) > LONGEST_HAND_TEXT:
        raise ReadError(expected(f"at most {LONGEST_HAND_TEXT} characters", f"{LONGEST_HAND_TEXT}文字以下", text))
    return text.split()


def _require_known_cards(lexicon: Lexicon, words: list[str]) -> None:
    if words:
        raise ReadError(refused_cards("cards of this game", "このゲームのカード", words, lexicon.spellings))


Points = list[Number | None]
"""Points by player: player 1 comes first."""


class DealReport:
    """The report on one deal: `order` lists the players with a place, best first; `titles` and `points` are by player.

    `unfinished` are the seated players without a place. A deal without actions is not `verified`: its written result is
    taken. `decided` is false for a deal without a result. Where only points were written and some are equal, there is
    no order, and `shared_places` are the places by player.
    """

    __slots__ = ("decided", "faults", "order", "points", "shared_places", "titles", "unfinished", "verified")

    def __init__(
        self,
        order: list[int],
        unfinished: list[int],
        titles: list[str | None],
        points: Points,
        faults: list[Fault],
        *,
        verified: bool = True,
        decided: bool = True,
    ) -> None:
        self.order = order
        self.unfinished = unfinished
        self.titles = titles
        self.points = points
        self.faults = faults
        self.verified = verified
        self.decided = decided
        self.shared_places: list[int | None] | None = None

    @property
    def legal(self) -> bool:
        """Whether nothing worse than a notice was found."""
        return all(fault.severity == NOTICE for fault in self.faults)
