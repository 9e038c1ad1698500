"""The beginning and the end of a deal: drawing the cards, going out, and points (B-DRAW, B-OUT-1, B-END-1, B-SCORE)."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.cards import Pack
from daifu.replay.deal import Deal, Number, Points, Start
from daifu.replay.engine import end_deal
from daifu.replay.engine import goes_out as takes_place
from daifu.replay.games.biga.declarations import await_declaration
from daifu.replay.games.biga.sets import PACK
from daifu.replay.games.biga.table import BigATable, only_possible_partner, team_is_out
from daifu.replay.melds import Combination
from daifu.replay.options import Options
from daifu.replay.sitting import Doubt, SittingRules, doubt_sum, even_sizes, points_differ, points_text, sizes_differ
from daifu.replay.table import NOBODY

PLAYERS: Final = range(5, 6)
DEFENDERS: Final = 3


def sitting_rules(options: Options) -> SittingRules:
    """The sitting rules under these options."""
    secret, shown = payments_under(options)
    return SittingRules(
        players=PLAYERS,
        pack=lambda _players: PACK,
        begin=await_declaration,
        titles=lambda players: (None,) * players,
        order=final_order,
        score=partial(deal_points, secret, shown),
        doubt=partial(doubt_payment, lru_cache(1024)(partial(is_payment, secret, shown))),
        sizes=wrong_sizes,
        first_players=lambda start: {"first_drawer": first_drawer(start)},
        appointed="first",
        called_off=lambda table: table.left > 0,
    )


def first_drawer(start: Start) -> int | None:
    """The player who draws first: the one recorded, else the first out of the deal before (B-DRAW-2), at first seat 1.

    None if that is not known.
    """
    deal = start.deal
    if deal.first is not None:
        drawer = deal.first
    elif start.ranking:
        drawer = start.ranking[0]
    elif start.number == 0:
        drawer = start.seats[0]
    else:
        drawer = start.winner if deal.places is not None else 0
    return drawer if drawer in start.seats else None


def wrong_sizes(start: Start, pack: Pack, sizes: dict[int, int]) -> str:
    """The hand sizes due if they are wrong: three of 22 and two of 21 (B-DRAW-1).

    The first three to draw must hold the 22 where the deal writes `first`. Elsewhere only how many hands of each size
    there are is looked at (B-Q-30).
    """
    first = start.deal.first
    if first is None:
        return sizes_differ(start, pack, sizes)
    turn = start.seats.index(first)
    drawers = start.seats[turn:] + start.seats[:turn]
    due = dict(zip(drawers, even_sizes(start, pack), strict=True))
    return "" if sizes == due else " ".join(str(due[player]) for player in sizes)


def goes_out(table: BigATable, player: int, combination: Combination, *, first_only: bool) -> None:
    """Give an empty hand the next place; the partner may be known from then on.

    With both Big As shown before play, the first player out may end it (option `solo_shown_first_only`, B-Q-24).
    """
    takes_place(table, player, combination)
    if table.partner is None:
        table.partner = only_possible_partner(table)
    if not table.over and ((first_only and table.shown > 1) or team_is_out(table)):
        end_deal(table)


def final_order(table: BigATable, deal: Deal) -> list[int] | None:
    """The players who went out, if the play was over; those with cards have no place (B-Q-22)."""
    if table.over:
        return None if table.left else table.out
    # Three players are out who are the defenders if the two others are partners, as an unknown card allows. Play
    # would have gone on if they were not.
    hidden = table.partner is None and table.active >> table.declarer & 1 and not deal.abandoned
    return table.out if hidden and len(table.out) == DEFENDERS else None


def call_off(table: BigATable, action: Action) -> None:
    """End the deal without a result, because a player leaves: without that hand there are no teams."""
    table.speaker = NOBODY
    table.left |= 1 << action.player
    end_deal(table)


LAST_PLACE: Final = 5
"""The place that counts for players with cards when the play is over."""

Payments = Mapping[tuple[int, int], tuple[int, int, int]]
"""The points of the declarer, of the partner and of each defender, by the places of declarer and partner."""


def payments(units: Sequence[Sequence[int]], declarer: int, partner: int, defender: int) -> Payments:
    """The payments where places win these units, the declarer's by row, and a unit is worth so much to each."""
    return {
        (own, other): (one * declarer, one * partner, one * defender)
        for own, row in enumerate(units, 1)
        for other, one in enumerate(row, 1)
    }


def payments_alone(*units: int) -> Payments:
    """The payments of a declarer without partner, who has a unit of each of the four, by place."""
    return payments([[one] * LAST_PLACE for one in units], 4, 0, -1)


UNITS: Final = (
    (0, 3, 2, 1, 0),
    (3, 0, 0, 0, -1),
    (2, 0, 0, 0, -1),
    (1, 0, 0, 0, -3),
    (0, -2, -2, -3, -3),
)
"""The units won by the place of the declarer, a row each, and that of the partner (B-SCORE-1, B-Q-23)."""
SECRET: Final = payments(UNITS, 2, 1, -1)
"""The payments if the partner was not known before play (B-SCORE-1)."""
AS_PRINTED: Final[Payments] = {**SECRET, (LAST_PLACE, 2): (-4, -2, 1)}
"""The same with the slip of a printed table that does not add up (option `seed_literal_p2d5`, B-SCORE-5)."""
ANNOUNCED: Final = payments(UNITS, 3, 3, -2)
"""The payments if the partner was known before play (B-SCORE-2)."""
ALONE: Final = payments_alone(8, 0, 0, 0, -8)
"""The payments of a declarer without partner (B-SCORE-3)."""
SHOWN: Final = payments_alone(16, 0, 0, 0, -16)
"""The same if both Big As were shown before play (B-SCORE-4)."""
SHOWN_FIRST_ONLY: Final = payments_alone(16, -16, -16, -16, -16)
"""The same if the declarer must be first (option `solo_shown_first_only`, B-Q-24)."""


def payments_under(options: Options) -> tuple[Payments, Payments]:
    """The payments of a partner not known before play, and of a declarer who has shown both Big As."""
    secret = AS_PRINTED if options["seed_literal_p2d5"] else SECRET
    return secret, SHOWN_FIRST_ONLY if options["solo_shown_first_only"] else SHOWN


def possible_payments(table: BigATable, secret: Payments, shown: Payments) -> tuple[Payments, Payments]:
    """What is paid in this deal if there is a partner, and if there is none."""
    return ANNOUNCED if table.announced else secret, shown if table.shown > 1 else ALONE


def deal_points(secret: Payments, shown: Payments, table: BigATable, start: Start, order: list[int]) -> Points:
    """The points of a deal by player; none if an unknown card hides the teams or who is declarer."""
    points: Points = [None] * start.count
    if table.partner is None or table.uncertain:
        return points
    with_partner, alone = possible_payments(table, secret, shown)
    paid = with_partner if table.partner else alone
    own, partners, others = paid[_place(order, table.declarer), _place(order, table.partner)]
    for player in start.seats:
        points[player - 1] = {table.declarer: own, table.partner: partners}.get(player, others)
    return points


def doubt_payment(
    is_paid: Callable[[tuple[int, ...], tuple[Number | None, ...]], bool],
    start: Start,
    order: list[int],
    points: Sequence[Number | None],
) -> Doubt | None:
    """The doubt about written points that are no payment between any declarer, partner and defenders."""
    written = tuple([points[player - 1] for player in start.seats])
    if is_paid(tuple([_place(order, player) for player in start.seats]) if order else (), written):
        return None
    known = [one for one in written if one is not None]
    if len(known) == len(written) and (found := doubt_sum(points, known, 0)):
        return found
    return Doubt("payment", {"found": points_text(points)})


def is_payment(secret: Payments, shown: Payments, places: tuple[int, ...], points: tuple[Number | None, ...]) -> bool:
    """Whether some declarer and partner get these points at these places, both by seat; without places, at any."""
    every_place = range(1, LAST_PLACE + 1)
    for declarer, partner in product(range(len(points)), repeat=2):
        own_places, others_places = (places[seat : seat + 1] or every_place for seat in (declarer, partner))
        for at in product(own_places, others_places):
            for paid in (ALONE, shown) if partner == declarer else (secret, ANNOUNCED):
                own, partners, others = paid[at]
                due: Points = [others] * len(points)
                due[partner], due[declarer] = partners, own
                if not points_differ(points, due):
                    return True
    return False


def _place(order: list[int], player: int) -> int:
    return order.index(player) + 1 if player in order else LAST_PLACE
