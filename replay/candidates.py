"""Candidates: what a player could try to lay or do, spelt as in a record.

`legal` keeps those that the judge accepts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from replay.cards import JOKER, MOST_COPIES, RANKS, SUITS
from replay.gifts import BEST, Exchange, Gift
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
    """Every different choice of one of these cards or more, up to `most`; equal cards stand together."""
    for count in range(1, min(len(cards), most) + 1):
        yield from choices(cards, count)


def choices(cards: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every different choice of so many of these cards; equal cards stand together."""
    return combinations(cards, count) if len(set(cards)) == len(cards) else _choices_among_equals(cards, count)


def _choices_among_equals(cards: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """The same where cards may be equal: however many there are of one, it matters only how many of them are taken."""
    if count == 0:
        yield ()
    for place in range(len(cards) - count + 1) if count else ():
        if place == 0 or cards[place] != cards[place - 1]:
            yield from ((cards[place], *others) for others in _choices_among_equals(cards[place + 1 :], count - 1))


def groups(held: Sequence[str], joker_words: JokerWords = plain_joker) -> Iterator[str]:
    """Every group of one rank, with jokers and without, and jokers alone."""
    jokers = held.count(JOKER)
    for count in range(1, jokers + 1):
        yield " ".join([JOKER] * count)
    by_rank: dict[str, list[str]] = {}
    for name in held:
        by_rank.setdefault(name[-1], []).append(name)
    for rank in RANKS:
        for chosen in subsets(by_rank.get(rank, ())):
            yield " ".join(chosen)
            for count in range(1, jokers + 1):
                yield from (" ".join((*chosen, *[word] * count)) for word in joker_words(chosen))


def runs(held: Sequence[str], folds: Iterable[int] = (1,)) -> Iterator[str]:
    """Every run of three ranks or more in as many suits at once as `folds` says, jokers filling any places."""
    natural = set(held) - {JOKER}
    jokers = held.count(JOKER)
    lacked = {suit: [suit + rank not in natural for rank in RANKS] for suit in SUITS}
    there = {suit: lacks.count(False) for suit, lacks in lacked.items()}
    for suits in (chosen for fold in folds for chosen in combinations(SUITS, fold)):
        if sum(there[suit] for suit in suits) + jokers < SHORTEST_RUN * len(suits):
            continue
        lacking = [sum(column) for column in zip(*(lacked[suit] for suit in suits), strict=True)]
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
    """The gift that the player still owes: every choice of cards that can be meant."""
    exchange = table.exchange
    gift = exchange.owed.get(player) if exchange is not None else None
    if exchange is None or gift is None or player in exchange.made:
        return
    for chosen in choices(_to_give(table, exchange, gift), gift.size):
        yield f"give {gift.taker} {' '.join(chosen)}"


def _to_give(table: Table, exchange: Exchange, gift: Gift) -> list[str]:
    """The cards that a gift is chosen from; of a hand that is known, the best ones come from no other step."""
    held = held_names(table, gift.giver)
    if gift.choice != BEST or table.dealt_unknown >> gift.giver & 1:
        return held
    best, one = exchange.ladder.best, table.rules.alphabet.one
    due = set(best(table.dealt[gift.giver], gift.size))
    return [name for name in held if due.issuperset(best(one[name], 1))]


def right_words(table: Table, player: int) -> Iterator[str]:
    """The words that the player's last set has given him and that he has not yet used."""
    if table.speaker == player:
        yield from (f"say {word}" for word, left in table.rights.items() if left > 0)
