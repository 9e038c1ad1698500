"""The sets of daifugo with local rules: groups and runs, and what jokers in them can be."""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Final

from daifu.replay.cards import JOKER, RANKS, SUITS
from daifu.replay.games.daifugo.options import House
from daifu.replay.legal import (
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
NOT_NAMED: Final = -9
"""The rank of jokers that were not said to stand for one."""
EACH_SUIT: Final = range(len(SUITS))
BITS: Final = 4
"""The bits that count each suit."""
EDGES: Final = {"-": -1, "+": LAST_RANK + 1}
"""The places below the 3 and above the 2 as ranks."""
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


MADE_OF: Final = ("kind", "count", "floor", "ceiling", "label", "bar", "ranks", "suits", "own", "plain", "loose")
"""What a set is made of by its cards."""


class HouseSet(Combination):
    """A set with what local rules ask of it.

    Its `suits` are counted, four bits a suit; `own` are those of its natural cards. It has this number of `jokers`,
    `loose` ones without a suit, or jokers alone (`lone`), which were said to have the rank `named`. `plain` are the
    ranks of its natural cards. `storm` tells that it is a sandstorm, `taker` that it is made of cards that take jokers.
    `locking`, `full` and `colour` are the suits and the colour to which it can lock a trick, 0 if it cannot.
    """

    __slots__ = ("colour", "full", "jokers", "locking", "lone", "loose", "named", "own", "plain", "storm", "taker")

    def __init__(  # noqa: PLR0913 - a set is made of exactly these, always by name
        self,
        *,
        kind: str,
        count: int,
        floor: Strength,
        ceiling: Strength,
        label: str,
        bar: Strength,
        ranks: tuple[int, ...],
        suits: int,
        own: int,
        plain: tuple[int, ...],
        loose: int = 0,
        named: int = NOT_NAMED,
    ) -> None:
        super().__init__(
            kind=kind,
            count=count,
            floor=floor,
            ceiling=ceiling,
            label=label,
            ranks=ranks,
            suits=suits,
            natural=len(plain) == count,
        )
        self.bar = bar
        self.own = own
        self.plain = plain
        self.jokers = count - len(plain)
        self.loose = loose
        self.named = named
        self.lone = not plain
        self.locking = self.full = self.colour = 0
        self.storm = False
        self.taker = False

    def twin(self) -> "HouseSet":
        """The same set without effects."""
        twin = HouseSet(**{name: getattr(self, name) for name in MADE_OF})
        twin.storm, twin.taker = self.storm, self.taker
        return twin

    def raised(self) -> "HouseSet":
        """The same set lying above all others, without effects: nothing is stronger."""
        top = self.twin()
        top.floor = top.ceiling = top.bar = (ABOVE_ALL, ABOVE_ALL)
        return top


class Laid:
    """A meld taken apart: natural cards, and jokers that stand for a card, a suit, a place at an edge, or anything."""

    __slots__ = ("count", "edges", "free", "names", "natural", "suits")

    def __init__(self, meld: Meld) -> None:
        self.count = meld.count
        self.natural = tuple([card(name) for name in meld.names if name != JOKER])
        names, suits, edges = [], [], []
        for word in meld.stand_ins:
            suit = SUITS.index(word[0])
            if len(word) == 1:
                suits.append(suit)
            elif word[1] in EDGES:
                edges.append((EDGES[word[1]], suit))
            else:
                names.append(card(word))
        self.names: tuple[Card, ...] = tuple(names)
        self.suits: tuple[int, ...] = tuple(suits)
        self.edges: tuple[Card, ...] = tuple(edges)
        self.free = self.count - len(self.natural) - len(meld.stand_ins)

    @property
    def jokers(self) -> int:
        """The number of jokers."""
        return self.count - len(self.natural)


class Reader:
    """Reads melds as the sets that they can be in a house, without effects."""

    def __init__(self, house: House) -> None:
        self._runs, self._wild, self._decks = house.runs, house.joker_wild, house.decks.count
        self._has_runs = house.on("runs")
        self._jokers, self._most_alone = house.jokers.count, max(house.jokers.count, MOST_JOKERS_ALONE)
        self._storms, self._storm = house.on("sandstorm"), house.sandstorm
        self._storm_rank = rank_number(house.sandstorm.rank)
        self._takes: str = house.spade3.takes
        self._takers = frozenset(map(card, house.spade3.cards)) if house.on("spade3") else frozenset()

    def read(self, meld: Meld) -> list[HouseSet]:
        """Every reading of a meld, groups before runs."""
        laid = Laid(meld)
        if self._wild.suit == "missing" and laid.jokers > self._jokers:
            return []
        if not laid.natural:
            return [jokers_alone(laid)] if laid.count <= self._most_alone else []
        groups, storm = list(self._groups(laid)), self._storm
        for one in groups:
            named = one.count == storm.count and one.ranks[0] == self._storm_rank
            one.storm = self._storms and named and (storm.joker or one.natural)
            as_many = one.count == 1 or self._takes == "as_many"
            one.taker = bool(self._takers) and one.natural and as_many and self._takers.issuperset(laid.natural)
            if (one.storm and not storm.clears) or (one.taker and self._takes == "single"):
                one.floor = one.ceiling = one.bar = (ABOVE_ALL, ABOVE_ALL)
        return [*groups, *self._runs_of(laid)] if self._has_runs else groups

    def _groups(self, laid: Laid) -> Iterator[HouseSet]:
        """The groups that cards can be: several where a joker may be one of several missing suits."""
        ranks = {rank for rank, _suit in laid.natural + laid.names}
        if len(ranks) > 1 or laid.edges or (laid.jokers and not self._wild.groups):
            return
        rank = ranks.pop()
        for suits, loose in self._suits_of(laid):
            yield HouseSet(
                kind=GROUP,
                count=laid.count,
                floor=strength(rank),
                ceiling=strength(rank),
                label="-".join([RANK_LABELS[rank]] * (laid.count - laid.free) + [JOKER] * laid.free),
                bar=strength(rank),
                ranks=(rank,) * laid.count,
                suits=suits,
                own=counted_suits(laid.natural),
                plain=(rank,) * len(laid.natural),
                loose=loose,
            )

    def _suits_of(self, laid: Laid) -> Iterator[tuple[int, int]]:
        """The suits that a group can have, and how many of its jokers have none.

        A joker has the suit that was named, or is a suit that the group lacks; of several, those first that come first
        in the order S H D C.
        """
        suits, decks = counted_suits(laid.natural + laid.names) + sum(map(one_suit, laid.suits)), self._decks
        if self._wild.suit != "missing":
            yield suits, laid.free
        elif all(suit_count(suits, suit) <= decks for suit in EACH_SUIT):
            lacking = [suit for suit in EACH_SUIT for _ in range(decks - suit_count(suits, suit))]
            taken = min(laid.free, len(lacking))
            for chosen in dict.fromkeys(combinations(lacking, taken)):
                yield suits + sum(map(one_suit, chosen)), laid.free - taken

    def _runs_of(self, laid: Laid) -> Iterator[HouseSet]:
        """The runs that cards can be, the lowest first."""
        rules, answer = self._runs, self._runs.answer
        cards = laid.natural + laid.names + laid.edges
        ranks = {rank for rank, _suit in cards}
        suits = {suit for _rank, suit in cards}.union(laid.suits)
        if laid.count < rules.least or len(ranks) < len(cards) or (laid.jokers and not self._wild.runs):
            return
        same = rules.suits == "same"
        if (same and len(suits) > 1) or (laid.edges and not rules.joker_ends):
            return
        own = one_suit(laid.natural[0][1]) if same else counted_suits(laid.natural)
        first, last = (-1, LAST_RANK + 1) if rules.joker_ends else (0, LAST_RANK)
        for window in windows(ranks, laid.count, first, last):
            floor, ceiling = (window[0], -window[-1]), (window[-1], -window[0])
            yield HouseSet(
                kind=RUN,
                count=laid.count,
                floor=floor,
                ceiling=ceiling,
                label="-".join(map(rank_label, window)),
                bar=floor if answer == "shift" else ceiling if answer == "beyond" else ALWAYS_ASK,
                ranks=tuple(window),
                suits=own if same else counted_suits(cards) + sum(map(one_suit, laid.suits)),
                own=own,
                plain=tuple([rank for rank, _suit in laid.natural]),
                loose=0 if same else laid.free,
            )


def jokers_alone(laid: Laid) -> HouseSet:
    """Jokers alone, above every other group of as many cards."""
    ranks = {rank for rank, _suit in laid.names}
    highest = (JOKER_STRENGTH, JOKER_STRENGTH)
    return HouseSet(
        kind=GROUP,
        count=laid.count,
        floor=highest,
        ceiling=highest,
        label="-".join([JOKER] * laid.count),
        bar=highest,
        ranks=(),
        suits=0,
        own=0,
        plain=(),
        loose=laid.count,
        named=ranks.pop() if len(ranks) == 1 and len(laid.names) == laid.count else NOT_NAMED,
    )


def flaw_kind(meld: Meld) -> str:
    """The kind of the fault for a meld that is no combination: "joker" if it has one."""
    return "joker" if JOKER in meld.names else ""


def candidates(house: House) -> Callable[[Table, int], Iterator[str]]:
    """The function that gives every set that a hand can make."""
    runs, missing = house.runs, house.joker_wild.suit == "missing"
    joker_words = free_suits if missing else named_suits if house.on("suit_lock") else plain_joker
    names_jokers = house.on("number_lock") or house.on("full_lock")

    def sets(table: Table, player: int) -> Iterator[str]:
        held = held_names(table, player)
        yield from candidate_groups(held, joker_words)
        if names_jokers and JOKER in held:
            yield from (f"{JOKER}=S{rank}" for rank in RANKS)
        if not house.on("runs"):
            return
        if runs.suits == "any":
            yield from mixed_runs(held, runs.least, ends=runs.joker_ends)
            return
        yield from candidate_runs(held, shortest=runs.least)
        if runs.joker_ends:
            yield from candidate_runs_beyond(held, runs.least)

    return sets


def named_suits(_cards: tuple[str, ...]) -> list[str]:
    """A plain joker, or one of any suit."""
    return [JOKER, *(f"{JOKER}={suit}" for suit in SUITS)]


def free_suits(cards: tuple[str, ...]) -> list[str]:
    """The suits that a joker can take: a missing one; a joker beyond four suits has none."""
    taken = {name[0] for name in cards}
    return [JOKER, *(f"{JOKER}={suit}" for suit in SUITS if suit not in taken)]


def mixed_runs(held: list[str], least: int, *, ends: bool) -> Iterator[str]:
    """Every run of any suits, jokers filling the gaps."""
    jokers = held.count(JOKER)
    by_rank = [[name for name in dict.fromkeys(held) if name != JOKER and name[1] == rank] for rank in RANKS]
    lacking = [int(not names) for names in by_rank]
    for low, high in possible_lines(lacking, jokers, least):
        yield from mixed_choices(by_rank[low:high])
    for length in range(least - 1, len(RANKS) + 1) if ends and jokers else ():
        for part, edge in ((by_rank[:length], "-"), (by_rank[-length:], "+")):
            if sum(not names for names in part) < jokers:
                yield from (f"{text} {JOKER}=S{edge}" for text in mixed_choices(part))


def mixed_choices(by_rank: list[list[str]]) -> Iterator[str]:
    """Every way to take a card of each rank, a joker where there is none."""
    for chosen in product(*(names or [JOKER] for names in reversed(by_rank))):
        yield " ".join(chosen[::-1])
