"""Around a deal of Dalmuti: places, titles, seats and points, then revolution, taxes and the merchants' swap.

The ranking is the order of play. Rules: D-SEAT, D-TITLE, D-SCORE, D-PHIL, D-REV, D-TAX, D-OPT-4, D-OPT-8.
"""

from collections.abc import Callable, Sequence
from typing import Final

from daifu.replay.actions import PLAY, Action
from daifu.replay.cards import Pack
from daifu.replay.deal import Deal, Number, Points, Start
from daifu.replay.engine import clear_trick
from daifu.replay.exchange import Pairing, gifts_between, give, report_missing_gifts
from daifu.replay.faults import IGNORED
from daifu.replay.games.dalmuti.sets import BOTH_JESTERS, TAX_LADDER, swapping_merchants
from daifu.replay.options import Options
from daifu.replay.sitting import Doubt, by_place, points_differ, points_text
from daifu.replay.table import ANY_CARDS, BLIND_SWAP, DEALT_CARDS, Exchange, Gift, Table
from daifu.replay.tricks import action_text

TITLES: Final = ("greater_dalmuti", "lesser_dalmuti", "merchant", "lesser_peon", "greater_peon")
GREATER_DALMUTI, LESSER_DALMUTI, MERCHANT, LESSER_PEON, GREATER_PEON = TITLES
FEWEST_WITH_LESSER: Final = 4

PlayOrder = Callable[[tuple[int, ...]], tuple[int, ...]]
"""The order of play of a ranking."""


def titles(players: int) -> tuple[str, ...]:
    """The titles by place (D-TITLE-1); with few players, merchants take the place of lesser titles."""
    if players < FEWEST_WITH_LESSER:
        return (GREATER_DALMUTI, *(MERCHANT,) * (players - 2), GREATER_PEON)
    return (GREATER_DALMUTI, LESSER_DALMUTI, *(MERCHANT,) * (players - 4), LESSER_PEON, GREATER_PEON)


def tax_pairings(players: int) -> tuple[Pairing, ...]:
    """The pairs that exchange cards: two between the greater titles, one between the lesser (D-TAX-2 to D-TAX-4)."""
    greater = (0, players - 1, 2)
    return (greater, (1, players - 2, 1)) if players >= FEWEST_WITH_LESSER else (greater,)


def places_in_force(start: Start) -> tuple[int, ...]:
    """The ranking in force; without one, the seats are the places."""
    return start.ranking or start.seats


def seats_by_place(deal: Deal, ranking: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats by place; after a reset, in player order."""
    return ranking or (tuple(sorted(seats)) if deal.places is None else seats)


def down_the_ranking(ranking: tuple[int, ...]) -> tuple[int, ...]:
    """The order of play if place 2 sits at the Greater Dalmuti's left: 1, 2, ..., N (D-SEAT-4)."""
    return ranking


def up_the_ranking(ranking: tuple[int, ...]) -> tuple[int, ...]:
    """The order of play if place 2 sits at the Greater Dalmuti's right and play still runs clockwise: 1, N, ..., 2."""
    return (ranking[0], *ranking[:0:-1])


def ring_in_force(order: PlayOrder, start: Start) -> tuple[int, ...]:
    """The players as they play one after another."""
    return order(places_in_force(start))


def wrong_seats(start: Start) -> tuple[int, ...]:
    """The seats due if the written circle is not that of the ranking (D-SEAT-3)."""
    due = places_in_force(start)
    turn = start.seats.index(due[0])
    return () if start.seats[turn:] + start.seats[:turn] == due else due


def newcomers_among_merchants(start: Start, previous: tuple[int, ...]) -> bool:
    """Whether old players keep their order and newcomers are merchants, places 3 to N-2 (D-OPT-6)."""
    now = places_in_force(start)
    stayed = [player for player in now if player in previous]
    newcomers = [place for place, player in enumerate(now) if player not in previous]
    if not newcomers and len(stayed) < len(previous):
        return True
    kept = [player for player in previous if player in now]
    return stayed == kept and all(1 < place < len(now) - 2 for place in newcomers)


def no_newcomers(start: Start, previous: tuple[int, ...]) -> bool:
    """Whether there are no newcomers and the ranking is as before (D-OPT-6 off)."""
    return set(places_in_force(start)) <= set(previous) and newcomers_among_merchants(start, previous)


def wrong_sizes(order: PlayOrder, start: Start, pack: Pack, sizes: dict[int, int]) -> str:
    """The hand sizes due if they are wrong: the first in the order of dealing get the extra cards (D-DEAL-2)."""
    ring = ring_in_force(order, start)
    share, extra = divmod(pack.size, len(ring))
    due = {player: share + (turn < extra) for turn, player in enumerate(ring)}
    return "" if sizes == due else " ".join(str(due[player]) for player in sizes)


def place_points(start: Start, order: list[int]) -> Points:
    """A point for each player who is still in when a player goes out (D-SCORE-2)."""
    return by_place(start, order, tuple(range(len(start.seats) - 1, -1, -1)))


def philosophical_points(places: tuple[int, ...], start: Start, order: list[int]) -> Points:
    """The points, one more for a Dalmuti if the corresponding peon did not stay in place (D-PHIL-1)."""
    points = place_points(start, order)
    for rich, poor, _count in tax_pairings(len(places)):
        if order.index(places[poor]) < poor:
            points[places[rich] - 1] = (points[places[rich] - 1] or 0) + 1
    return points


def doubt_philosophical(start: Start, order: list[int], points: Sequence[Number | None]) -> Doubt | None:
    """The doubt about written points that no deal from this ranking gives, before or after a revolution of titles.

    Without an order, those who share points may have come in any order.
    """
    if order and len(order) < len(start.seats):
        return None
    for places in (start.ranking, start.ranking[::-1]):
        dalmuti = [places[rich] for rich, _poor, _count in tax_pairings(len(places))] if places else []
        for paid in range(1 << len(dalmuti)):
            base = {player: points[player - 1] or 0 for player in start.seats}
            for bit, player in enumerate(dalmuti):
                base[player] -= paid >> bit & 1
            due = philosophical_points(places, start, order or sorted(base, key=lambda player: -base[player]))
            if not points_differ(points, due):
                return None
    return Doubt("philosophical", {"found": points_text(points)})


BEST_MERCHANT: Final = 2
REVOLUTION: Final = "revolution"
FIRST_DEAL: Final = "first deal"
LESSER: Final = "lesser"
"""The kind of the gifts between the lesser titles (D-TAX-4)."""


def deal_opening(options: Options) -> Callable[[Table, Start], None]:
    """What opens a deal: the Greater Dalmuti leads once the taxes are paid, if there are any (D-TAX-1, D-OPT-8)."""
    back = DEALT_CARDS if options["tax_gift_from_dealt_hand"] else ANY_CARDS
    opening = report_missing_taxes if options["implicit_passes"] else report_missing_gifts

    def open_deal(table: Table, start: Start) -> None:
        ranking = places_in_force(start)
        table.places = ranking
        table.turn = ranking[0]
        if options["first_hand_no_tax"] and start.number == 0:
            table.exchange = Exchange({}, TAX_LADDER, waived=FIRST_DEAL)
        elif start.deal.exchanged:
            table.exchange = Exchange({}, TAX_LADDER)
        else:
            owed = gifts_between(ranking, tax_pairings(len(ranking)), back)
            for player in ranking[1:-1]:
                if player in owed:
                    owed[player].kind = LESSER
            table.exchange = Exchange(owed, TAX_LADDER)
        table.pending = opening

    return open_deal


def say_revolution(ring: PlayOrder) -> Callable[[Table, Action], None]:
    """The handler of `say revolution` at a table that plays in the order `ring` of its places.

    A player dealt both jesters may cancel the taxes before any is paid (D-REV-1); the Greater Peon also reverses the
    places (D-REV-3).
    """

    def say(table: Table, action: Action) -> None:
        exchange = exchange_of(table)
        is_late = exchange.closed or any(exchange.owed[giver].choice != BLIND_SWAP for giver in exchange.made)
        if is_late or not table.may_have_been_dealt(action.player, BOTH_JESTERS):
            code = "late_declaration" if is_late else "false_declaration"
            table.report(action.player, code, IGNORED, "jesters", what=action_text(action))
            return
        exchange.owed = {giver: gift for giver, gift in exchange.owed.items() if gift.choice == BLIND_SWAP}
        exchange.waived = exchange.waived or REVOLUTION
        if action.player == table.places[-1]:
            table.places = table.places[::-1]
            table.sit(ring(table.places))
            table.turn = table.places[0]

    return say


def give_with_swap(table: Table, action: Action) -> None:
    """Move a gift; the best merchant may also swap a card with another merchant, once a deal (D-OPT-4)."""
    exchange = exchange_of(table)
    pair = {action.player, action.target}
    if len(pair) > 1 and pair <= set(swapping_merchants(table)) and table.places[BEST_MERCHANT] in pair:
        exchange.owed[action.player] = Gift(action.player, action.target, 1, BLIND_SWAP)
        exchange.owed[action.target] = Gift(action.target, action.player, 1, BLIND_SWAP)
    give(table, action)


def exchange_of(table: Table) -> Exchange:
    """The deal's exchange; in this game every deal has one, even without taxes."""
    if table.exchange is None:
        raise LookupError
    return table.exchange


BEST_RANK: Final = 1


def report_missing_taxes(table: Table, action: Action) -> None:
    """Report the gifts not made at the first play; from then on passes may be left out."""
    report_missing_gifts(table, action)
    if table.pending is None:
        table.pending = skip_passes


def skip_passes(table: Table, action: Action) -> None:
    """Let all others pass silently if the next leader plays and nobody could have followed.

    That is so if the set is of the best rank, or has more cards than any opponent.
    """
    top = table.top
    if action.verb != PLAY or top is None or action.player != table.rules.next_leader(table):
        return
    opponents = [player for player in table.seated if table.active >> player & 1 and player != table.owner]
    if top.ranks == (BEST_RANK,) or all(table.hand_size(player) < top.count for player in opponents):
        clear_trick(table)
