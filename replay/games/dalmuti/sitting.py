"""Around a deal of Dalmuti: places, titles, seats and points, then revolution, taxes and the merchants' swap.

The ranking is the order of play. Rules: D-SEAT, D-TITLE, D-SCORE, D-PHIL, D-REV, D-TAX, D-OPT-4, D-OPT-8.
"""

from collections.abc import Sequence
from typing import Final

from daifu.replay.actions import PLAY, Action
from daifu.replay.cards import Pack
from daifu.replay.deal import Deal, Number, Points, Start
from daifu.replay.engine import clear_trick, played_order
from daifu.replay.exchange import Pairing, exchange_pairings, gifts_between, give, report_missing_gifts
from daifu.replay.faults import IGNORED
from daifu.replay.games.dalmuti.sets import BOTH_JESTERS, TAX_LADDER, full_pack, reduced_pack, swapping_merchants
from daifu.replay.options import Options, whole_number
from daifu.replay.sitting import Doubt, SittingRules, by_place, even_sizes, no_points, points_differ, points_text
from daifu.replay.table import ANY_CARDS, BLIND_SWAP, DEALT_CARDS, Exchange, Gift, Table
from daifu.replay.tricks import action_text

TITLES: Final = ("greater_dalmuti", "lesser_dalmuti", "merchant", "lesser_peon", "greater_peon")
FEWEST_WITH_LESSER: Final = 4


def titles(players: int) -> tuple[str, ...]:
    """The titles by place (D-TITLE-1); with few players, merchants take the place of lesser titles."""
    ends = 2 if players >= FEWEST_WITH_LESSER else 1
    return (*TITLES[:ends], *["merchant"] * (players - 2 * ends), *TITLES[-ends:])


def tax_pairings(ranking: tuple[int, ...]) -> tuple[Pairing, ...]:
    """The pairs that exchange cards: two between the greater titles, one between the lesser (D-TAX-2 to D-TAX-4)."""
    return exchange_pairings(titles(len(ranking)), [2, 1])


def places_in_force(start: Start) -> tuple[int, ...]:
    """The ranking in force; without one, the seats are the places."""
    return start.ranking or start.seats


def seats_by_place(deal: Deal, ranking: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats by place; after a reset, in player order."""
    return ranking or (tuple(sorted(seats)) if deal.places is None else seats)


def order_of_play(options: Options, places: tuple[int, ...]) -> tuple[int, ...]:
    """The players of a ranking as they play one after another: 1, 2, ..., N (D-SEAT-4).

    It is 1, N, ..., 2 if place 2 sits at the Greater Dalmuti's right: play still runs clockwise.
    """
    return places if options["seat_direction"] == "cw" else (places[0], *places[:0:-1])


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


def place_points(start: Start, order: list[int]) -> Points:
    """A point for each player who is still in when a player goes out (D-SCORE-2)."""
    return by_place(start, order, range(len(start.seats) - 1, -1, -1))


def philosophical_points(places: tuple[int, ...], start: Start, order: list[int]) -> Points:
    """The points, one more for a Dalmuti if the corresponding peon did not stay in place (D-PHIL-1)."""
    points = place_points(start, order)
    for rich, poor, _count in tax_pairings(places):
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
        dalmuti = [places[rich] for rich, _poor, _count in tax_pairings(places)] if places else []
        for paid in range(1 << len(dalmuti)):
            base = {player: points[player - 1] or 0 for player in start.seats}
            for bit, player in enumerate(dalmuti):
                base[player] -= paid >> bit & 1
            due = philosophical_points(places, start, order or sorted(base, key=lambda player: -base[player]))
            if not points_differ(points, due):
                return None
    return Doubt("philosophical", {"found": points_text(points)})


def sitting_rules(players: range, options: Options) -> SittingRules:
    """What happens around deals of these numbers of players under these options."""

    def ring(start: Start) -> tuple[int, ...]:
        return order_of_play(options, places_in_force(start))

    def wrong_sizes(start: Start, pack: Pack, sizes: dict[int, int]) -> str:
        """The hand sizes due if they are wrong: the first in the order of dealing get the extra cards (D-DEAL-2)."""
        due = dict(zip(ring(start), even_sizes(start, pack), strict=True))
        return "" if sizes == due else " ".join(str(due[player]) for player in sizes)

    def score(table: Table, start: Start, order: list[int]) -> Points:
        return philosophical_points(table.places, start, order)  # titles are those in force in play (D-PHIL-2)

    philosophical = options["philosophical"]
    return SittingRules(
        players=range(2, 21) if options["allow_any_players"] else players,
        pack=reduced_pack if options["reduced_deck"] else full_pack,
        begin=open_deal,
        titles=titles,
        order=played_order,
        points=place_points if options["score"] and not philosophical else no_points,
        score=score if philosophical else None,
        doubt=doubt_philosophical if philosophical else None,
        ring=ring,
        seats=seats_by_place,
        wrong_seats=wrong_seats,
        follows=newcomers_among_merchants if options["join_between_hands"] else no_newcomers,
        sizes=wrong_sizes,
        counted=whole_number(options, "hands_target"),
    )


REVOLUTION: Final = "revolution"
FIRST_DEAL: Final = "first deal"
LESSER: Final = "lesser"
"""The kind of the gifts between the lesser titles (D-TAX-4)."""


def open_deal(table: Table, start: Start) -> None:
    """Open a deal: the Greater Dalmuti leads once the taxes are paid, if there are any (D-TAX-1, D-OPT-8)."""
    options = table.rules.options
    table.places = ranking = places_in_force(start)
    table.turn = ranking[0]
    owed: dict[int, Gift] = {}
    waived = FIRST_DEAL if options["first_hand_no_tax"] and start.number == 0 else ""
    if not (waived or start.deal.exchanged):
        back = DEALT_CARDS if options["tax_gift_from_dealt_hand"] else ANY_CARDS
        owed = gifts_between(ranking, tax_pairings(ranking), back)
        for player in owed.keys() & ranking[1:-1]:
            owed[player].kind = LESSER
    table.exchange = Exchange(owed, TAX_LADDER, waived)
    table.pending = skip_passes if options["implicit_passes"] else report_missing_gifts


def say_revolution(table: Table, action: Action) -> None:
    """Say `revolution`: a player dealt both jesters may cancel the taxes before any is paid (D-REV-1).

    The Greater Peon also reverses the places (D-REV-3).
    """
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
        table.sit(order_of_play(table.rules.options, table.places))
        table.turn = table.places[0]


def give_with_swap(table: Table, action: Action) -> None:
    """Move a gift; the best merchant may also swap a card with another merchant, once a deal (D-OPT-4)."""
    exchange = exchange_of(table)
    pair, merchants = {action.player, action.target}, swapping_merchants(table)
    if len(pair) > 1 and pair.issubset(merchants) and merchants[0] in pair:
        exchange.owed[action.player] = Gift(action.player, action.target, 1, BLIND_SWAP)
        exchange.owed[action.target] = Gift(action.target, action.player, 1, BLIND_SWAP)
    give(table, action)


def exchange_of(table: Table) -> Exchange:
    """The deal's exchange; in this game every deal has one, even without taxes."""
    if table.exchange is None:
        raise LookupError
    return table.exchange


def skip_passes(table: Table, action: Action) -> None:
    """Report the gifts not made at the first play; from then on, passes may be left out.

    All others pass silently if the next leader plays and nobody could have followed: the set is of the best rank, or
    has more cards than any opponent.
    """
    if table.exchange is not None and not table.exchange.closed:
        report_missing_gifts(table, action)
        table.pending = skip_passes
    top = table.top
    if action.verb != PLAY or top is None or action.player != table.rules.next_leader(table):
        return
    opponents = [player for player in table.seated if table.active >> player & 1 and player != table.owner]
    if top.ranks == (1,) or all(table.hand_size(player) < top.count for player in opponents):
        clear_trick(table)
