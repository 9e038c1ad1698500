"""What a game does between deals: seats, hand sizes, titles, results and points.

Points are summed exactly, and written ones are held against what the rules give.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from operator import gt, ne
from typing import Any, Final, NamedTuple, TypeVar

from daifu.replay.cards import Pack
from daifu.replay.counters import GameTable
from daifu.replay.deal import Deal, Number, Points, Start, Total
from daifu.replay.options import Value

Due = TypeVar("Due")


def without_gone(seats: tuple[int, ...], deal: Deal, gone: int) -> tuple[int, ...]:
    """Those of the seats that a deal has by default: not of players who left the deal before, unless it names them.

    `gone` is their mask; `places` name players, too.
    """
    named = deal.places or ()
    return tuple([player for player in seats if not gone >> player & 1 or player in named])


def clockwise(start: Start) -> tuple[int, ...]:
    """The order of play as the players sit."""
    return start.seats


def same_ranking(start: Start, previous: tuple[int, ...]) -> bool:
    """Whether a written ranking is that of the deal before; if the players differ, any ranking is."""
    return not start.deal.places or start.ranking == previous or set(start.ranking) != set(previous)


def even_sizes(start: Start, pack: Pack) -> tuple[int, ...]:
    """The sizes of the hands when the whole pack is dealt, largest first."""
    share, extra = divmod(pack.size, len(start.seats))
    return (share + 1,) * extra + (share,) * (len(start.seats) - extra)


def sizes_differ(start: Start, pack: Pack, sizes: dict[int, int]) -> str:
    """The sizes due if those of the hands, in any order, are others; else ""."""
    share = pack.size // len(sizes)
    given = 0
    even = True
    for size in sizes.values():
        given += size
        even = even and share <= size <= share + 1
    return "" if even and given == pack.size else " ".join(map(str, even_sizes(start, pack)))


def no_points(_start: Start, _order: list[int]) -> Points | None:
    """None: the order alone gives no points."""
    return None


def nobody_named(_start: Start) -> dict[str, Value]:
    """Nobody: the rules name only the leader, and that is the turn of the opened table."""
    return {}


class Doubt(NamedTuple):
    """What speaks against written points: the kind of `points_inconsistent`, and the details of its sentence."""

    kind: str
    details: dict[str, Any]


@dataclass(frozen=True)
class SittingRules:
    """What a game does around its deals.

    `players` are the possible numbers of players, `pack(n)` is the pack for n of them; `begin(table, start)` opens the
    deal: the leader and the exchange. `ring` is the order of play. `seats` are the seats that follow from a ranking and
    the seats before; `wrong_seats` gives the seats due if the written ones are wrong. `follows` tells whether a written
    ranking may come after the one before. `sizes` names the hand sizes due if they are wrong. `titles(n)` are by place.
    `order` is the result of a played deal, None while it is undecided; `score` gives its points; `points` gives those
    that follow from an order alone. `counted` limits the deals that count for the totals. `doubt` tells what speaks
    against points that were written beside an order, or without one: by default, other points that follow from it.

    `hand_size(n)` is the usual size of a hand for n players where the rest of the pack is the stock, None where the
    whole pack is dealt; `appointed` names the field of a deal by which a table says who begins where nothing else does.

    `called_off` tells whether a deal has ended without a result that is owed, `untitled` whether a played deal gives no
    titles, `contradicts` whether a written order differs from a
    replayed one, and `better` which of two totals ranks higher. `first_players` are the players with a part in the
    beginning of a deal, by the names of fields: `dealer`, `first_drawer`, or all who may `lead`.

    `reseat` gives the seats of a deal that writes none, where they depend on more than the ranking. `check_hands`
    reports what else is wrong with the hands, `keep` gives the cards that stay out of the next deals. `always_dealt`
    are the cards that are never left over where not the whole pack is dealt. A set is of `set_of` decided deals, 0 if
    it has no end; the ranking is forgotten after it if `titles_reset` is true.
    """

    players: range
    pack: Callable[[int], Pack]
    begin: Callable[[GameTable, Start], None]
    titles: Callable[[int], tuple[str | None, ...]]
    order: Callable[[GameTable, Deal], list[int] | None]
    points: Callable[[Start, list[int]], Points | None] = no_points
    score: Callable[[GameTable, Start, list[int]], Points] | None = None
    ring: Callable[[Start], tuple[int, ...]] = clockwise
    seats: Callable[[Deal, tuple[int, ...], tuple[int, ...]], tuple[int, ...]] = lambda _deal, _ranking, seats: seats
    wrong_seats: Callable[[Start], tuple[int, ...]] = lambda _start: ()
    follows: Callable[[Start, tuple[int, ...]], bool] = same_ranking
    sizes: Callable[[Start, Pack, dict[int, int]], str] = sizes_differ
    counted: int | None = None
    doubt: Callable[[Start, list[int], Sequence[Number | None]], Doubt | None] | None = None
    called_off: Callable[[GameTable], bool] = lambda _table: False
    untitled: Callable[[GameTable], bool] = lambda _table: False
    contradicts: Callable[[list[int], list[int]], bool] = ne
    better: Callable[[Any, Any], bool] = gt
    first_players: Callable[[Start], dict[str, Value]] = nobody_named
    reseat: Callable[[Start], tuple[int, ...]] | None = None
    check_hands: Callable[[GameTable, Start], None] | None = None
    keep: Callable[[Start], int | None] | None = None
    always_dealt: frozenset[str] = frozenset()
    set_of: int = 0
    titles_reset: bool = True
    hand_size: Callable[[int], int] | None = None
    appointed: str = ""

    def shares(self, start: Start) -> dict[int, int]:
        """How many cards each player is dealt; the first in the order of dealing get those that are over."""
        ring = self.ring(start)
        if self.hand_size is not None:
            return dict.fromkeys(ring, self.hand_size(len(ring)))
        pack = self.pack(len(ring))
        equal = dict.fromkeys(ring, pack.size // len(ring))
        if not self.sizes(start, pack, equal):
            return equal
        dealt = even_sizes(start, pack)
        for turn in range(len(ring)):
            sizes = dict(zip(ring[turn:] + ring[:turn], dealt, strict=True))
            if not self.sizes(start, pack, sizes):
                break
        return sizes


def by_place(start: Start, order: list[int], values: Sequence[Due]) -> list[Due | None]:
    """The value of each player, from the values by place; None for players who sat out or have no place."""
    found: list[Due | None] = [None] * start.count
    for place, player in enumerate(order):
        found[player - 1] = values[place]
    return found


MOST_DIGITS: Final = 600
"""More digits than a sum has: a number has 16 before the point, and the smallest has 340 behind it."""
_EXACT: Final = Context(prec=MOST_DIGITS)


def add_points(total: Total, points: Number) -> Total:
    """The exact sum, in which 0.1 is a tenth."""
    if isinstance(points, int) and isinstance(total, int):
        return total + points
    return _EXACT.add(total, Decimal(repr(points)))


def total_number(total: Total) -> Number:
    """A sum as a number for JSON: whole where it is, else the nearest that a program can hold."""
    if isinstance(total, int):
        return total
    return int(total) if total == total.to_integral_value() else float(total)


def sum_of_points(points: Sequence[Number]) -> Number:
    """The exact sum of these points."""
    total: Total = 0
    for one in points:
        total = add_points(total, one)
    return total_number(total)


def number_text(number: Number) -> str:
    """A number with all its digits: 7, 2.5, 1234567.5."""
    return repr(number).removesuffix(".0")


def points_text(points: Sequence[Number | None]) -> str:
    """Points or places by player, a dash for none."""
    return " ".join("-" if value is None else number_text(value) for value in points)


def points_differ(written: Sequence[Number | None], owed: Sequence[Number | None]) -> bool:
    """Whether written points contradict others; unknown points contradict nothing."""
    for place, found in enumerate(written):
        due = owed[place]
        if found != due and found is not None and due is not None:
            return True
    return False


def places_by_points(sitting: SittingRules, start: Start, points: Sequence[Number | None]) -> list[int | None] | None:
    """The place of each player by written points, equal points on the same place; None if a seated player has none."""
    gained = [points[player - 1] for player in start.seats]
    known = [one for one in gained if one is not None]
    if len(known) < len(gained):
        return None
    places: list[int | None] = [None] * start.count
    for player, own in zip(start.seats, known, strict=True):
        places[player - 1] = 1 + sum([sitting.better(other, own) for other in known])
    return places


def doubt_points(
    sitting: SittingRules, start: Start, order: list[int], points: Sequence[Number | None]
) -> Doubt | None:
    """What speaks against the written points of a deal that ended in this order, empty where players share places."""
    if sitting.doubt is not None:
        return sitting.doubt(start, order, points)
    owed = sitting.points(start, order or list(start.seats))
    return None if owed is None else doubt_by_order(start, order, points, owed)


def doubt_by_order(start: Start, order: list[int], points: Sequence[Number | None], owed: Points) -> Doubt | None:
    """What speaks against written points where the order gives those `owed`; without an order only their sum counts."""
    written = [one for player in start.seats if (one := points[player - 1]) is not None]
    due = [one for player in start.seats if (one := owed[player - 1]) is not None]
    if len(written) == len(due) == len(start.seats) and (doubt := doubt_sum(points, written, sum_of_points(due))):
        return doubt
    if order and points_differ(points, owed):
        return Doubt("", {"found": points_text(points), "owed": points_text(owed)})
    return None


def doubt_sum(points: Sequence[Number | None], written: Sequence[Number], owed: Number) -> Doubt | None:
    """The doubt about points by player of which those `written` at the table do not add up to what the rules fix."""
    found = sum_of_points(written)
    if found == owed:
        return None
    return Doubt("sum", {"found": points_text(points), "sum": number_text(found), "owed": number_text(owed)})
