"""The sets of daifugo with local rules: groups and runs, and what jokers in them can be."""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Final

from daifu.replay.cards import JOKER, RANKS, SUITS
from daifu.replay.games.daifugo.options import House
from daifu.replay.legal import (
    JokerWords,
    candidate_groups,
    candidate_runs,
    candidate_runs_beyond,
    held_names,
    plain_joker,
    possible_lines,
)
from daifu.replay.melds import (
    ALWAYS_ASK,
    GROUP,
    JOKER_STRENGTH,
    LAST_RANK,
    RANK_LABELS,
    RUN,
    Card,
    Combination,
    Meld,
    Strength,
    card,
    rank_label,
    strength,
    windows,
)
from daifu.replay.table import Table

ABOVE_ALL: Final = JOKER_STRENGTH + 1
"""The strength of a spade 3 that nothing follows."""
UNBEATABLE: Final = (ABOVE_ALL, ABOVE_ALL)
HIGHEST: Final = (JOKER_STRENGTH, JOKER_STRENGTH)
"""The strength of jokers alone."""
EACH_SUIT: Final = range(len(SUITS))
BITS: Final = 4
"""The bits that count each suit."""
PLACES: Final = {name: place for place, name in enumerate(("-", *RANKS, "+"), -1)}
"""The ranks by their names, and the places below the 3 and above the 2."""
MOST_JOKERS_ALONE: Final = 2
"""As many jokers alone are a set whatever the pack has."""


def rank_number(value: int | str) -> int:
    """A rank as it stands in options, counted from the 3."""
    return RANK_LABELS.index(str(value).replace("T", "10"))


def one_suit(suit: int) -> int:
    """A suit, counted once."""
    return 1 << BITS * suit


def suit_count(suits: int, suit: int) -> int:
    """How often a suit is counted."""
    return suits >> BITS * suit & 15


def counted_suits(cards: tuple[Card, ...]) -> int:
    """The suits of cards, counted."""
    return sum([one_suit(suit) for _rank, suit in cards])


def plain_suits(suits: int) -> int:
    """Counted suits as a bit each."""
    return sum([1 << suit for suit in EACH_SUIT if suit_count(suits, suit)])


def counted_once(suits: int) -> int:
    """Suits of a bit each, each counted once."""
    return sum([one_suit(suit) for suit in EACH_SUIT if suits >> suit & 1])


class Laid:
    """A meld taken apart: natural cards, jokers that stand for a card or an edge, the suits of all, and free jokers.

    `cards` are those of which the rank and the suit are known, places `beyond` the ranks included. Counted are the
    `suits`, and the `own` ones of natural cards.
    """

    __slots__ = ("beyond", "cards", "free", "jokers", "meld", "natural", "own", "suits")

    def __init__(self, meld: Meld) -> None:
        self.meld = meld
        self.natural: tuple[Card, ...] = tuple([card(name) for name in meld.names if name != JOKER])
        self.cards, self.own = self.natural, counted_suits(self.natural)
        self.suits, self.beyond = self.own, False
        for word in meld.stand_ins:
            suit = SUITS.index(word[0])
            self.suits += one_suit(suit)
            if len(word) > 1:
                self.cards += ((PLACES[word[1]], suit),)
                self.beyond = self.beyond or word[1] in "-+"
        self.jokers = meld.count - len(self.natural)
        self.free = self.jokers - len(meld.stand_ins)


class HouseSet(Combination):
    """A set with what local rules ask of it.

    Its `suits` are counted, four bits a suit; `own` are those of its natural cards. It has this number of `jokers`,
    `loose` ones without a suit, or jokers alone (`lone`). `plain` are the ranks of its natural cards. `storm` tells
    that it is a sandstorm, `taker` that it is made of cards that take jokers. `locking`, `full` and `colour` are the
    suits and the colour to which it can lock a trick, 0 if it cannot.
    """

    __slots__ = ("colour", "full", "jokers", "locking", "lone", "loose", "meld", "own", "plain", "storm", "taker")

    def __init__(self, laid: Laid, kind: str, label: str, ranks: tuple[int, ...], suits: int, loose: int) -> None:
        """A set of these ranks, weakest first; jokers alone have none."""
        floor, ceiling = ((ranks[0], -ranks[-1]), (ranks[-1], -ranks[0])) if ranks else (HIGHEST, HIGHEST)
        super().__init__(
            kind=kind,
            count=laid.meld.count,
            floor=floor,
            ceiling=ceiling,
            label=label,
            ranks=ranks,
            suits=suits,
            natural=not laid.jokers,
        )
        self.meld = laid.meld
        self.bar = floor
        self.own = laid.own
        self.plain = tuple([rank for rank, _suit in laid.natural])
        self.jokers, self.loose, self.lone = laid.jokers, loose, not laid.natural
        self.locking = self.full = self.colour = 0
        self.storm = self.taker = False

    @property
    def named(self) -> Strength | None:
        """The strength that jokers alone were said to have, None unless all were said to be of one rank."""
        laid = Laid(self.meld)
        ranks = {rank for rank, _suit in laid.cards}
        known = len(ranks) == 1 and len(laid.cards) == self.count and not laid.beyond
        return strength(ranks.pop()) if known else None

    def twin(self) -> "HouseSet":
        """The same set without effects."""
        twin = HouseSet(Laid(self.meld), self.kind, self.label, self.ranks, self.suits, self.loose)
        twin.floor, twin.ceiling, twin.bar = self.floor, self.ceiling, self.bar
        twin.own, twin.storm, twin.taker = self.own, self.storm, self.taker
        return twin

    def raised(self) -> "HouseSet":
        """The same set lying above all others, without effects: nothing is stronger."""
        top = self.twin()
        top.floor = top.ceiling = top.bar = UNBEATABLE
        return top


class Reader:
    """Reads melds as the sets that they can be in a house, without effects."""

    def __init__(self, house: House) -> None:
        self._runs, self._wild, self._decks = house.runs, house.joker_wild, house.decks.count
        self._has_runs = house.on("runs")
        self._jokers, self._most_alone = house.jokers.count, max(house.jokers.count, MOST_JOKERS_ALONE)
        self._storm = house.sandstorm
        self._storm_rank = rank_number(house.sandstorm.rank) if house.on("sandstorm") else None
        self._takes: str = house.spade3.takes
        self._takers = frozenset(map(card, house.spade3.cards)) if house.on("spade3") else frozenset()

    def read(self, meld: Meld) -> list[HouseSet]:
        """Every reading of a meld, groups before runs."""
        laid = Laid(meld)
        if self._wild.suit == "missing" and laid.jokers > self._jokers:
            return []
        if not laid.natural:
            label = "-".join([JOKER] * meld.count)
            return [HouseSet(laid, GROUP, label, (), 0, meld.count)] if meld.count <= self._most_alone else []
        groups, storm = list(self._groups(laid)), self._storm
        for one in groups:
            named = one.count == storm.count and one.ranks[0] == self._storm_rank
            one.storm = named and (storm.joker or one.natural)
            as_many = one.count == 1 or self._takes == "as_many"
            one.taker = one.natural and as_many and self._takers.issuperset(laid.natural)
            if (one.storm and not storm.clears) or (one.taker and self._takes == "single"):
                one.floor = one.ceiling = one.bar = UNBEATABLE
        return [*groups, *self._runs_of(laid)] if self._has_runs else groups

    def _groups(self, laid: Laid) -> Iterator[HouseSet]:
        """The groups that cards can be.

        A joker has the suit that was named, or is a suit that the group lacks (`joker_wild.suit`); of several, those
        first that come first in the order S H D C.
        """
        ranks = {rank for rank, _suit in laid.cards}
        if len(ranks) > 1 or laid.beyond or (laid.jokers and not self._wild.groups):
            return
        rank, count, free = ranks.pop(), laid.meld.count, laid.free
        lacking: list[int] = []
        if self._wild.suit == "missing":
            left = [self._decks - suit_count(laid.suits, suit) for suit in EACH_SUIT]
            if min(left) < 0:
                return
            lacking = [suit for suit in EACH_SUIT for _ in range(left[suit])]
        label = "-".join([RANK_LABELS[rank]] * (count - free) + [JOKER] * free)
        for chosen in dict.fromkeys(combinations(lacking, min(free, len(lacking)))):
            suits = laid.suits + sum(map(one_suit, chosen))
            yield HouseSet(laid, GROUP, label, (rank,) * count, suits, free - len(chosen))

    def _runs_of(self, laid: Laid) -> Iterator[HouseSet]:
        """The runs that cards can be, the lowest first."""
        rules, count, ranks = self._runs, laid.meld.count, {rank for rank, _suit in laid.cards}
        if count < rules.least or len(ranks) < len(laid.cards) or (laid.jokers and not self._wild.runs):
            return
        same, suits = rules.suits == "same", plain_suits(laid.suits)
        if (same and suits.bit_count() > 1) or (laid.beyond and not rules.joker_ends):
            return
        first, last = (-1, LAST_RANK + 1) if rules.joker_ends else (0, LAST_RANK)
        for window in windows(ranks, count, first, last):
            run = HouseSet(laid, RUN, "-".join(map(rank_label, window)), tuple(window), laid.suits, laid.free)
            run.bar = {"shift": run.floor, "beyond": run.ceiling}.get(rules.answer, ALWAYS_ASK)
            if same:
                run.own = run.suits = counted_once(suits)
                run.loose = 0
            yield run


def flaw_kind(meld: Meld) -> str:
    """The kind of the fault for a meld that is no combination: "joker" if it has one."""
    return "joker" if JOKER in meld.names else ""


def candidates(house: House, joker_words: JokerWords | None = None) -> Callable[[Table, int], Iterator[str]]:
    """The function that gives every set of a hand; `joker_words` spell jokers otherwise than by the rules."""
    runs, missing = house.runs, house.joker_wild.suit == "missing"
    names_jokers = house.any_on("number_lock", "full_lock")

    def suited_jokers(cards: tuple[str, ...]) -> list[str]:
        """A plain joker, and one of any suit that it can take: a joker beyond four suits has none."""
        taken = {name[0] for name in cards} if missing else ()
        return [JOKER, *(f"{JOKER}={suit}" for suit in SUITS if suit not in taken)]

    words = joker_words or (suited_jokers if missing or house.on("suit_lock") else plain_joker)

    def sets(table: Table, player: int) -> Iterator[str]:
        held = held_names(table, player)
        yield from candidate_groups(held, words)
        if names_jokers and JOKER in held:
            yield from (f"{JOKER}=S{rank}" for rank in RANKS)
        if house.on("runs") and runs.suits == "any":
            yield from mixed_runs(held, runs.least, ends=runs.joker_ends)
        elif house.on("runs"):
            yield from candidate_runs(held, shortest=runs.least)
            if runs.joker_ends:
                yield from candidate_runs_beyond(held, runs.least)

    return sets


def mixed_runs(held: list[str], least: int, *, ends: bool) -> Iterator[str]:
    """Every run of any suits, jokers filling the gaps."""
    jokers = held.count(JOKER)
    by_rank = [[name for name in dict.fromkeys(held) if name != JOKER and name[1] == rank] for rank in RANKS]

    def choices(part: list[list[str]]) -> Iterator[str]:
        """Every way to take a card of each rank, a joker where there is none."""
        return (" ".join(chosen[::-1]) for chosen in product(*(names or [JOKER] for names in reversed(part))))

    for low, high in possible_lines([int(not names) for names in by_rank], jokers, least):
        yield from choices(by_rank[low:high])
    for length in range(least - 1, len(RANKS) + 1) if ends and jokers else ():
        for part, edge in ((by_rank[:length], "-"), (by_rank[-length:], "+")):
            if sum(not names for names in part) < jokers:
                yield from (f"{text} {JOKER}=S{edge}" for text in choices(part))
