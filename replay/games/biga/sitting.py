"""The beginning and the end of a deal: drawing the cards, going out, and points (B-DRAW, B-OUT-1, B-END-1, B-SCORE)."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.cards import Pack
from daifu.replay.deal import Deal, Number, Points, Start
from daifu.replay.engine import end_deal
from daifu.replay.engine import goes_out as takes_place
from daifu.replay.games.biga.table import BigATable, only_possible_partner, team_is_out
from daifu.replay.melds import Combination
from daifu.replay.options import Options
from daifu.replay.sitting import Doubt, doubt_sum, even_sizes, points_differ, points_text, sizes_differ
from daifu.replay.table import NOBODY


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


EndTest = Callable[[BigATable], bool]
"""Tells whether the play is over after a player has gone out."""

DEFENDERS: Final = 3


def goes_out(over: EndTest, table: BigATable, player: int, combination: Combination) -> None:
    """Give an empty hand the next place; the partner may be known from then on."""
    takes_place(table, player, combination)
    if table.partner is None:
        table.partner = only_possible_partner(table)
    if not table.over and over(table):
        end_deal(table)


def first_out_or_team(table: BigATable) -> bool:
    """Whether the play is over: with both Big As shown before play, as soon as one player is out.

    Option `solo_shown_first_only`, B-Q-24.
    """
    return table.shown > 1 or team_is_out(table)


def final_order(table: BigATable, deal: Deal) -> list[int] | None:
    """The players who went out, if the play was over; those with cards have no place (B-Q-22)."""
    if is_called_off(table):
        return None
    if not table.over and not deal.abandoned:
        # Three players are out who are the defenders if the two others are partners, as an unknown card allows. Play
        # would have gone on if they were not.
        hidden = table.partner is None and table.active >> table.declarer & 1
        return table.out if hidden and len(table.out) == DEFENDERS else None
    return table.out if table.over else None


def call_off(table: BigATable, action: Action) -> None:
    """End the deal without a result, because a player leaves: without that hand there are no teams."""
    table.speaker = NOBODY
    table.left |= 1 << action.player
    end_deal(table)


def is_called_off(table: BigATable) -> bool:
    """Whether the deal has ended without a result."""
    return table.left > 0


LAST_PLACE: Final = 5
"""The place that counts for players with cards when the play is over."""

UNITS: Final[Mapping[tuple[int, int], int]] = {
    (1, 2): 3,
    (2, 1): 3,
    (1, 3): 2,
    (3, 1): 2,
    (1, 4): 1,
    (4, 1): 1,
    (2, LAST_PLACE): -1,
    (LAST_PLACE, 2): -2,
    (3, LAST_PLACE): -1,
    (LAST_PLACE, 3): -2,
    (4, LAST_PLACE): -3,
    (LAST_PLACE, 4): -3,
    (LAST_PLACE, LAST_PLACE): -3,
}
"""The units won by the places of declarer and partner; all other places are a draw (B-SCORE-1, B-Q-23)."""

ALONE_POINTS: Final[Mapping[int, int]] = {1: 32, LAST_PLACE: -32}
"""The units of a declarer without partner, by place (B-SCORE-3)."""
SHOWN_ALONE_POINTS: Final[Mapping[int, int]] = {1: 64, LAST_PLACE: -64}
"""The same if both Big As were shown before play (B-SCORE-4)."""
SHOWN_ALONE_FIRST_ONLY_POINTS: Final[Mapping[int, int]] = {**dict.fromkeys(range(2, LAST_PLACE + 1), -64), 1: 64}
"""The same if the declarer must be first (option `solo_shown_first_only`, B-Q-24)."""

Places = tuple[int, int]
"""The places of declarer and partner."""
Payment = Callable[[Places], tuple[int, int, int]]
"""The points of the declarer, of the partner and of each defender."""
ScoringRule = Callable[[BigATable, Start, list[int]], Points]


def scoring_rule(options: Options) -> ScoringRule:
    """The rule of points under these options."""
    secret = secret_payment_as_printed if options["seed_literal_p2d5"] else secret_payment
    shown_alone = SHOWN_ALONE_FIRST_ONLY_POINTS if options["solo_shown_first_only"] else SHOWN_ALONE_POINTS
    return partial(deal_points, secret, shown_alone)


def deal_points(
    secret: Payment, shown_alone: Mapping[int, int], table: BigATable, start: Start, order: list[int]
) -> Points:
    """The points of a deal by player; none if an unknown card hides the teams or who is declarer."""
    points: Points = [None] * start.count
    if table.partner is None or table.uncertain:
        return points
    place = _place(order, table.declarer)
    if table.partner == NOBODY:
        gains = shown_alone if table.shown > 1 else ALONE_POINTS
        own, partners, others = payment_alone(gains.get(place, 0))
    else:
        payment = announced_payment if table.announced else secret
        own, partners, others = payment((place, _place(order, table.partner)))
    for player in start.seats:
        points[player - 1] = {table.declarer: own, table.partner: partners}.get(player, others)
    return points


MOST_PAYMENTS_CACHED: Final = 1024


def doubt_rule(options: Options) -> Callable[[Start, list[int], Sequence[Number | None]], Doubt | None]:
    """The rule that finds written points which are no payment between any declarer, partner and defenders."""
    secret = secret_payment_as_printed if options["seed_literal_p2d5"] else secret_payment
    first_only = options["solo_shown_first_only"] is True

    def doubt(start: Start, order: list[int], points: Sequence[Number | None]) -> Doubt | None:
        written = tuple([points[player - 1] for player in start.seats])
        places = tuple([_place(order, player) for player in start.seats]) if order else ()
        if is_payment(secret, first_only, places, written):
            return None
        known = [one for one in written if one is not None]
        if len(known) == len(written) and (found := doubt_sum(points, known, 0)):
            return found
        return Doubt("payment", {"found": points_text(points)})

    return doubt


@lru_cache(MOST_PAYMENTS_CACHED)
def is_payment(secret: Payment, first_only: bool, places: tuple[int, ...], points: tuple[Number | None, ...]) -> bool:  # noqa: FBT001 - an option
    """Whether some declarer and partner get these points at these places, both by seat; without places, at any."""
    shown_alone = SHOWN_ALONE_FIRST_ONLY_POINTS if first_only else SHOWN_ALONE_POINTS
    seats = range(len(points))
    every_place = range(1, LAST_PLACE + 1)
    for declarer in seats:
        for own_place in places[declarer : declarer + 1] or every_place:
            paid = [(declarer, *payment_alone(gains.get(own_place, 0))) for gains in (ALONE_POINTS, shown_alone)]
            for partner in seats:
                for place in places[partner : partner + 1] or every_place:
                    if partner != declarer:
                        paid += [(partner, *pay((own_place, place))) for pay in (secret, announced_payment)]
            for partner, own, partners, others in paid:
                due: Points = [others] * len(points)
                due[partner], due[declarer] = partners, own
                if not points_differ(points, due):
                    return True
    return False


def payment_alone(gain: int) -> tuple[int, int, int]:
    """The payment between a declarer without partner and the other four."""
    return gain, 0, -gain // 4


def secret_payment(places: Places) -> tuple[int, int, int]:
    """The payment if the partner was not known before play (B-SCORE-1)."""
    units = UNITS.get(places, 0)
    return 2 * units, units, -units


def secret_payment_as_printed(places: Places) -> tuple[int, int, int]:
    """The same with the slip of a printed table that does not add up (option `seed_literal_p2d5`, B-SCORE-5)."""
    own, partners, others = secret_payment(places)
    return own, partners, 1 if places == (LAST_PLACE, 2) else others


def announced_payment(places: Places) -> tuple[int, int, int]:
    """The payment if the partner was known before play (B-SCORE-2)."""
    units = UNITS.get(places, 0)
    return 3 * units, 3 * units, -2 * units


def _place(order: list[int], player: int) -> int:
    return order.index(player) + 1 if player in order else LAST_PLACE
