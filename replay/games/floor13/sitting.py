"""Between the games: deal, first lead, titles, standing and points.

Rules: F-DEAL, F-FIRST, F-OYA-1, F-NEXT-1, F-PT-1, F-SCORE.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import lt
from typing import Final

from daifu.replay.actions import PLAY, Action
from daifu.replay.cards import STANDARD, Pack
from daifu.replay.deal import NOT_WRITTEN, Deal, Number, Points, Start
from daifu.replay.games.floor13.sets import PACK
from daifu.replay.games.floor13.table import Floor13Table, Stock, final_order
from daifu.replay.games.floor13.turns import check_draw, wait_for_draw
from daifu.replay.options import Options, whole_number
from daifu.replay.sitting import Doubt, SittingRules, doubt_sum, points_text, same_ranking
from daifu.replay.table import NOBODY

Prize = Callable[[Floor13Table], int | None]
"""Returns the points of the winner, None if they depend on unknown cards."""


def game_points(prize: Prize, table: Floor13Table, start: Start, _order: list[int]) -> Points:
    """The points of a game: those of each hand, and the prize of the winner, if there is one (F-END-3)."""
    scored: Points = [None] * start.count
    for player in start.seats:
        scored[player - 1] = table.cost((player,)) if table.unknown[player] else table.costs[player]
    for winner in table.out:
        scored[winner - 1] = prize(table)
    return scored


def minus_the_others(table: Floor13Table) -> int | None:
    """The prize of uno scoring, so that the points sum to 0; None if it depends on unknown cards."""
    cost = table.cost([player for player in table.clockwise if player not in table.out])
    return None if cost is None else -cost


def doubt_hands(scoring: str, start: Start, order: list[int], points: Sequence[Number | None]) -> Doubt | None:
    """The doubt about written points that give another order, or whose sum is not what uno scoring fixes.

    In a game without a winner everybody has the points of their hand, whatever the scoring (F-END-3).
    """
    by_order = [player for player in order if points[player - 1] is not None]
    by_points = sorted(by_order, key=lambda player: points[player - 1] or 0)
    if by_order != by_points:
        owed = [*by_points, *(player for player in order if player not in by_order)]
        return Doubt("order", {"found": points_text(points), "order": points_text(order), "owed": points_text(owed)})
    written = [one for player in start.seats if (one := points[player - 1]) is not None]
    if scoring != "uno" or len(written) < len(start.seats) or min(written) > 0:
        return None
    return doubt_sum(points, written, 0)


PLAYERS: Final = range(2, 9)
PLAYERS_WITH_FIXED_HAND: Final = 4
FIXED_HAND_SIZE: Final = 7
"""The hand size that the rules fix, for four players only (F-DEAL-1)."""

PRIZES: Final[Mapping[str, Prize]] = {
    "uno": minus_the_others,
    "basic": lambda _table: 0,
    "x10": lambda table: -10 * table.total,  # of the last set, by any player (F-Q-3, F-Q-4)
}


def sitting_rules(options: Options) -> SittingRules:
    """The sitting rules under these options.

    New hands have the option's size, else as many cards as leave half of the pack as stock; 7 for four (F-DEAL-1).
    """
    hand_size = whole_number(options, "hand_size")
    return SittingRules(
        players=PLAYERS,
        pack=lambda _players: PACK,
        begin=begin_game,
        titles=lambda players: ("daifugo", *(None,) * (players - 2), "daihinmin"),  # F-OYA-1, F-Q-31
        order=game_result,
        score=partial(game_points, PRIZES[str(options["scoring"])]),
        doubt=partial(doubt_hands, str(options["scoring"])),
        follows=same_except_ties,
        sizes=partial(wrong_sizes, hand_size),
        untitled=lambda table: not table.out,
        contradicts=lambda written, replayed: written[: len(replayed)] != replayed,
        better=lt,
        first_players=lambda start: {"lead": [*sorted(may_lead(start))] if start.ranking else []},
        hand_size=lambda players: hand_size or FIXED_HAND_SIZE * PLAYERS_WITH_FIXED_HAND // players,
        appointed="first",
    )


def begin_game(table: Floor13Table, start: Start) -> None:
    """Lay out the stock and set the leader: the last of the game before, in a first game the one recorded (F-FIRST)."""
    table.stock = stock = dealt_stock(start)
    if table.rules.options["reshuffle"]:
        stock.total = stock.left + sum(hand.size for hand in start.deal.hands or () if hand is not None)
    first, candidates = start.deal.first, may_lead(start)
    if first in candidates:
        table.turn = first
        return
    table.turn = start.ranking[-1] if start.ranking else NOBODY
    if len(candidates) > 1:
        table.pending = partial(first_to_act_leads, candidates)


def dealt_stock(start: Start) -> Stock:
    """The stock: the rest of the pack, in its order if that is recorded."""
    written = start.deal.stock
    hands = [hand for hand in start.deal.hands or () if hand is not None]
    if written is not None and not any(hand.unknown for hand in hands):
        return Stock(list(written[::-1]))  # nothing is unseen
    named = STANDARD.add_all([hand.cards for hand in hands])
    if written is not None:
        return Stock(list(written[::-1]), named=STANDARD.add(named, STANDARD.of_ones(list(written))))
    left = PACK.size - sum(hand.size for hand in hands)
    return Stock(None, hidden=max(0, left), named=named)


def game_result(table: Floor13Table, deal: Deal) -> list[int] | None:
    """The order of a game after its actions; reports a pass announced last of all without its draw."""
    if table.pending is wait_for_draw and not table.over:
        check_draw(table, table.announced, table.turn, 0)
    return final_order(table, deal)


def may_lead(start: Start) -> set[int]:
    """The last of the game before and those tied with them; a written ranking settles it (F-FIRST-2, F-Q-31).

    In a first game it is everybody.
    """
    if not start.ranking:
        return set(start.seats)
    return tied_for_last(start, start.ranking) if start.deal.places == NOT_WRITTEN else {start.ranking[-1]}


def tied_for_last(start: Start, ranking: tuple[int, ...]) -> set[int]:
    """The last of a ranking, and all with as many points from the game before."""
    points, last = start.points, ranking[-1]
    most = points[last - 1] if points else None
    return {last} if most is None else {player for player in ranking if points[player - 1] == most}


def first_to_act_leads(candidates: set[int], table: Floor13Table, action: Action) -> None:
    """Give the lead to the first to act among those who may lead (F-FIRST-2)."""
    if action.player in candidates:
        table.turn = action.player
    if action.player in candidates or action.verb == PLAY:
        table.pending = None


def same_except_ties(start: Start, previous: tuple[int, ...]) -> bool:
    """Whether a written ranking is that of the game before; those tied for last may be in any order (F-Q-31)."""
    if same_ranking(start, previous):
        return True
    last = tied_for_last(start, previous)
    return start.ranking[: -len(last)] == previous[: -len(last)] and set(start.ranking[-len(last) :]) == last


def wrong_sizes(chosen: int | None, start: Start, _pack: Pack, sizes: dict[int, int]) -> str:
    """The size due if hands have another: the option's, 7 for four players, else any if all are equal (F-Q-40)."""
    due = chosen or (FIXED_HAND_SIZE if len(start.seats) == PLAYERS_WITH_FIXED_HAND else max(sizes.values()))
    for size in sizes.values():
        if size != due:
            return str(due)
    return ""
