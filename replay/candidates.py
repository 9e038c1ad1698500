"""Candidates: what a player could try to lay or do, spelt as in a record.

`legal` keeps those that the judge accepts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from replay.cards import JOKER, MOST_COPIES, RANKS, SUITS
from replay.suited import SHORTEST_RUN
from replay.table import Table

JokerWords = Callable[[tuple[str, ...]], Iterable[str]]
"""What a joker that joins these cards of one rank may be written as."""


def plain_joker(_cards: tuple[str, ...]) -> Iterable[str]:
    """A joker in a group takes no suit."""
    return (JOKER,)


def held_names(table: Table, player: int) -> list[str]:
    """The known cards of a player, in printing order."""
    return table.rules.alphabet.list(table.hands[player])


def subsets(cards: Sequence[str], most: int = MOST_COPIES) -> Iterator[tuple[str, ...]]:
    """Every different choice of one of these cards or more, up to `most`."""
    for count in range(1, min(len(cards), most) + 1):
        yield from dict.fromkeys(combinations(cards, count))


def groups(held: Sequence[str], joker_words: JokerWords = plain_joker) -> Iterator[str]:
    """Every group of one rank, with jokers and without, and jokers alone."""
    jokers = held.count(JOKER)
    for count in range(1, jokers + 1):
        yield " ".join([JOKER] * count)
    for rank in RANKS:
        for chosen in subsets([name for name in held if name[-1] == rank and name != JOKER]):
            yield " ".join(chosen)
            for count in range(1, jokers + 1):
                yield from (" ".join((*chosen, *[word] * count)) for word in joker_words(chosen))


def runs(held: Sequence[str], folds: Iterable[int] = (1,)) -> Iterator[str]:
    """Every run of three ranks or more in as many suits at once as `folds` says, jokers filling any places."""
    natural = set(held) - {JOKER}
    jokers = held.count(JOKER)
    for fold in folds:
        if fold * SHORTEST_RUN > len(held):
            continue
        for suits in combinations(SUITS, fold):
            lacking = [sum(suit + rank not in natural for suit in suits) for rank in RANKS]
            for low, high in stretches(lacking, jokers):
                places = [suit + rank for rank in RANKS[low:high] for suit in suits]
                yield from fillings(places, natural, jokers)


def stretches(lacking: Sequence[int], jokers: int) -> Iterator[tuple[int, int]]:
    """Where runs begin and end that lack, by rank, so many cards, and in all no more than there are jokers."""
    for low in range(len(lacking)):
        lacked = 0
        for high, lack in enumerate(lacking[low:], low + 1):
            lacked += lack
            if lacked > jokers:
                break
            if high - low >= SHORTEST_RUN:
                yield low, high


def fillings(places: Sequence[str], natural: set[str], jokers: int) -> Iterator[str]:
    """Every way to fill these places with cards that are held and at most so many jokers, not with jokers alone."""
    open_places = {place for place in places if place not in natural}
    filled = [place for place in places if place in natural]
    for spare in range(min(jokers - len(open_places), len(filled) - 1) + 1):
        for covered in combinations(filled, spare):
            jokered = open_places.union(covered)
            yield " ".join(f"{JOKER}={place}" if place in jokered else place for place in places)


def gifts(table: Table, player: int) -> Iterator[str]:
    """The gift that the player still owes: every choice of cards; the judge knows which are the best."""
    exchange = table.exchange
    gift = exchange.owed.get(player) if exchange is not None else None
    if exchange is None or gift is None or player in exchange.made:
        return
    for chosen in dict.fromkeys(combinations(held_names(table, player), gift.size)):
        yield f"give {gift.taker} {' '.join(chosen)}"


def right_words(table: Table, player: int) -> Iterator[str]:
    """The words that the player's last set has given him and that he has not yet used."""
    if table.speaker == player:
        yield from (f"say {word}" for word, left in table.rights.items() if left > 0)
