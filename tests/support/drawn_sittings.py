"""Sittings of identical players, put together from deals that were played once.

The players of a deal are equally good, so a deal can be given to any players, as long as each begins it with the title
that the player of the deal had. That makes thousands of deals of which the titles carry over, at the cost of a
hundred. `draw_record` writes such a sitting as a record; `draw_tables` adds up what was counted in its deals instead
of replaying them, in a tenth of the time.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.products import MOST_DEALS, SEAT_RATIOS, Products
from daifu.replay.statistics.record import count_record
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal
from tests.support.playouts import Playout, choose_sensibly

DEALS: Final = 100
"""The number of deals that are played for each game."""

PLAYERS: Final = {"theater": 4, "floor13": 4}
MOST_PLAYERS: Final = 5

_TITLED: Final = frozenset(PROFILES) - {"biga"}
_SEATED_BY_PLACES: Final = frozenset({"akagiri", "dalmuti"})
"""Games in which the places of a deal are the seats of the next."""
_ACTION: Final = re.compile(r"^(\d+)( give )?(\d+)?")

Deal = dict[str, Any]
Counts = Mapping[str, int]


class DrawnTables(NamedTuple):
    """The counters of players by table, who each sat in the same number of deals, and those of all of them together."""

    tables: list[list[Counts]]
    together: Counts


class CountedDeals(NamedTuple):
    """What was counted in the deals of a game: by deal, rank before the deal, and counter, with the names of counters.

    Where a game has no ranks, they are the numbers of the players. `orders` are the ranks before each deal in the order
    after it, None where not everybody got a place.
    """

    names: list[str]
    counts: NDArray[np.int64]
    orders: list[list[int] | None]


def player_count(rules: str) -> int:
    """The number of players at a table."""
    return PLAYERS.get(rules, MOST_PLAYERS)


@cache
def played_deals(rules: str) -> list[Deal]:
    """Deals of the game, each begun with any ranking."""
    rng = Random(7)
    players = player_count(rules)
    compiled = PROFILES[rules].rules({})
    found = []
    for _ in range(DEALS):
        places = rng.sample(range(1, players + 1), players)
        written: RawDeal = {"places": places} if rules in _TITLED else {}
        found.append({**Playout(compiled, players, rng, choose=choose_sensibly).deal(written)})
    return found


def _ranking_before(rules: str, deal: Deal) -> list[int]:
    return deal.get("places") or list(range(1, player_count(rules) + 1))


@cache
def counted_deals(rules: str) -> CountedDeals:
    """What is counted in the deals of the game, each replayed alone."""
    players = player_count(rules)
    counted, orders = [], []
    for deal in played_deals(rules):
        seats = count_record(load_raw_record(_record(rules, [deal])))[1].seats
        ranking = _ranking_before(rules, deal)
        counted.append([seats[player, players] for player in ranking])
        order = deal.get("result", {}).get("order", [])
        orders.append([ranking.index(player) for player in order] if len(order) == players else None)
    names = sorted({name for deal in counted for counts in deal for name in counts})
    numbers = [[[counts.get(name, 0) for name in names] for counts in deal] for deal in counted]
    return CountedDeals(names, np.array(numbers), orders)


def draw_tables(rules: str, deals: int, sitting: int, tables: int, rng: Random) -> DrawnTables:
    """The players of this number of tables, who play these deals in sittings of this length."""
    drawn = [_draw_table(rules, deals, sitting, rng) for _ in range(tables)]
    together = Counter[str]()
    for counts in (counts for table in drawn for counts in table):
        together.update(counts)
    return DrawnTables(drawn, together)


def _draw_table(rules: str, deals: int, sitting: int, rng: Random) -> list[Counts]:
    """The counters of each player of a table."""
    drawn = [one for _ in range(deals // sitting) for one in draw_deals(rules, sitting, rng)]
    begins = [begin for first in range(0, deals, sitting) for begin in range(first, first + sitting, MOST_DEALS)]
    products = Products(SEAT_RATIOS, str, str)
    counted = counted_deals(rules)
    numbers = [number for number, _ in drawn]
    found: list[Counts] = []
    for player in range(1, player_count(rules) + 1):
        ranks = [ranking.index(player) for _, ranking in drawn]
        blocks = np.add.reduceat(counted.counts[numbers, ranks], begins, axis=0)
        total = Counter[str]()
        for block in blocks.tolist():
            counts = dict(zip(counted.names, block, strict=True))
            total.update(counts)
            total.update(products.of(counts))
        found.append({name: value for name, value in total.items() if value})
    return found


def draw_record(rules: str, deals: int, rng: Random) -> dict[str, Any]:
    """A sitting of this number of deals. Each begins with the ranking of the one before, the first with any."""
    return _record(rules, [_deal_of(rules, number, ranking) for number, ranking in draw_deals(rules, deals, rng)])


def draw_deals(rules: str, deals: int, rng: Random) -> Iterator[tuple[int, list[int]]]:
    """The deals of a sitting: their numbers among those that were played, and the ranking with which each begins."""
    players, orders = player_count(rules), counted_deals(rules).orders
    ranking = rng.sample(range(1, players + 1), players)
    for _ in range(deals):
        number = rng.randrange(DEALS)
        yield number, ranking
        order = orders[number]
        ranking = [ranking[rank] for rank in order] if order else rng.sample(range(1, players + 1), players)


def _record(rules: str, deals: list[Deal]) -> dict[str, Any]:
    players = [f"P{number}" for number in range(1, player_count(rules) + 1)]
    return {"format": RECORD_FORMAT, "rules": rules, "players": players, "deals": deals}


def _deal_of(rules: str, number: int, ranking: list[int]) -> Deal:
    """The deal of this number, begun with a ranking."""
    deal = played_deals(rules)[number]
    names = dict(zip(_ranking_before(rules, deal), ranking, strict=True))
    given = _given_to(deal, names)
    if rules not in _SEATED_BY_PLACES:
        given["seats"] = [names[player] for player in sorted(names)]
    return given


def _given_to(deal: Deal, names: dict[int, int]) -> Deal:
    """The same deal by other players."""
    given = dict(deal)
    given["hands"] = _by_player(deal["hands"], names)
    given["actions"] = [_ACTION.sub(lambda found: _acting(found, names), action) for action in deal["actions"]]
    if "places" in deal:
        given["places"] = [names[player] for player in deal["places"]]
    for field in {"first", "dealer"} & deal.keys():
        given[field] = names[deal[field]]
    if "result" in deal:
        given["result"] = {"order": [names[player] for player in deal["result"]["order"]]}
        if "points" in deal["result"]:
            given["result"]["points"] = _by_player(deal["result"]["points"], names)
    return given


def _by_player(values: Sequence[Any], names: dict[int, int]) -> list[Any]:
    found = dict(zip(names.values(), (values[player - 1] for player in names), strict=True))
    return [found[number] for number in sorted(found)]


def _acting(found: re.Match[str], names: dict[int, int]) -> str:
    player, giving, other = found.groups()
    if giving is None:
        return f"{names[int(player)]}" + (other or "")
    return f"{names[int(player)]}{giving}{names[int(other)]}"
