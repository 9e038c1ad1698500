"""What happens between the games: deal, first lead, titles and standing (F-DEAL, F-FIRST, F-OYA-1, F-NEXT-1)."""

from collections.abc import Callable
from functools import partial
from operator import lt
from typing import Final

from replay.actions import PLAY, Action
from replay.cards import STANDARD, Pack
from replay.deal import NOT_WRITTEN, Deal, Start
from replay.games.floor13.cards import PACK
from replay.games.floor13.drawing import unfinished_pass
from replay.games.floor13.finishing import order
from replay.games.floor13.scoring import minus_last_set, minus_the_others, nothing, points
from replay.games.floor13.stock import RenewedStock, Stock
from replay.games.floor13.table import Floor13Table
from replay.options import Options, whole_number
from replay.sitting import Sitting, same_ranking
from replay.table import NOBODY

PLAYERS: Final = range(2, 9)
FOUR_PLAYERS: Final = 4
HAND_OF_FOUR: Final = 7
"""The hand size that the rules fix, for four players only (F-DEAL-1)."""

PRIZES: Final = {"uno": minus_the_others, "basic": nothing, "x10": minus_last_set}


def sitting(options: Options) -> Sitting:
    """The customs of a table under these options."""
    return Sitting(
        players=PLAYERS,
        pack=lambda _players: PACK,
        begin=partial(begin, make_stock=renewed_stock if options["reshuffle"] else plain_stock),
        titles=titles,
        order=result,
        score=partial(points, prize=PRIZES[str(options["scoring"])]),
        follows=same_but_for_ties,
        sizes=partial(sizes_out_of_place, chosen=whole_number(options, "hand_size")),
        untitled=lambda table: not table.out,
        contradicts=lambda written, replayed: written[: len(replayed)] != replayed,
        better=lt,
    )


def titles(players: int) -> tuple[str | None, ...]:
    """The first is daifugo, or oya, the last daihinmin; nobody else has a title (F-OYA-1, F-Q-31)."""
    return ("daifugo", *(None,) * (players - 2), "daihinmin")


def begin(table: Floor13Table, start: Start, make_stock: Callable[[Start], Stock]) -> None:
    """The stock is laid out; the last of the game before leads, in a first game whom the record names (F-FIRST)."""
    table.stock = make_stock(start)
    first, candidates = start.deal.first, may_lead(start)
    if first in candidates:
        table.turn = first
        return
    table.turn = start.ranking[-1] if start.ranking else NOBODY
    if len(candidates) > 1:
        table.pending = partial(first_of, candidates=candidates)


def plain_stock(start: Start) -> Stock:
    """What is left of the pack, in its order where the record says it."""
    written = start.deal.stock
    if written is not None:
        return Stock(list(map(STANDARD.one.__getitem__, reversed(written))))
    hands = [hand for hand in start.deal.hands or () if hand is not None]
    left = PACK.size - sum(hand.size for hand in hands)
    return Stock(None, hidden=max(0, left), named=sum(hand.cards for hand in hands))


def renewed_stock(start: Start) -> RenewedStock:
    """The same, to be shuffled anew when it runs short (option `reshuffle`)."""
    plain = plain_stock(start)
    dealt = sum(hand.size for hand in start.deal.hands or () if hand is not None)
    return RenewedStock(plain.cards, hidden=plain.hidden, named=plain.named, total=dealt + plain.left)


def result(table: Floor13Table, deal: Deal) -> list[int] | None:
    """The order of a game when all its actions are taken; a pass announced last of all has had no draw."""
    unfinished_pass(table)
    return order(table, deal)


def may_lead(start: Start) -> set[int]:
    """The last of the game before, and those tied with him; a written ranking says who it is (F-FIRST-2, F-Q-31).

    In a first game it is anybody.
    """
    if not start.ranking:
        return set(start.seats)
    return tied_for_last(start, start.ranking) if start.deal.places == NOT_WRITTEN else {start.ranking[-1]}


def tied_for_last(start: Start, ranking: tuple[int, ...]) -> set[int]:
    """The last of a ranking, and those who have as many points from the game before."""
    points, last = start.points, ranking[-1]
    most = points[last - 1] if points else None
    return {last} if most is None else {player for player in ranking if points[player - 1] == most}


def first_of(table: Floor13Table, action: Action, candidates: set[int]) -> None:
    """Among those who may lead a game, whoever acts first does (F-FIRST-2)."""
    if action.player in candidates:
        table.turn = action.player
    if action.player in candidates or action.verb == PLAY:
        table.pending = None


def same_but_for_ties(start: Start, previous: tuple[int, ...]) -> bool:
    """Whether a written ranking is that of the game before; those tied for last may stand in any order (F-Q-31)."""
    if same_ranking(start, previous):
        return True
    last = tied_for_last(start, previous)
    return start.ranking[: -len(last)] == previous[: -len(last)] and set(start.ranking[-len(last) :]) == last


def sizes_out_of_place(start: Start, _pack: Pack, sizes: dict[int, int], chosen: int | None) -> str:
    """The size due where hands are of others: that chosen, 7 for four players, elsewhere any for all (F-Q-40)."""
    found = set(sizes.values())
    due = chosen or (HAND_OF_FOUR if len(start.seats) == FOUR_PLAYERS else max(found))
    return "" if found == {due} else str(due)
