"""Sittings of identical players, put together from deals that were played once.

The players of a deal are equally good, so a deal can be given to any players, as long as each begins it with the title
that the player of the deal had. That makes thousands of deals of which the titles carry over, at the cost of a
hundred.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from replay.games.catalogue import PROFILES
from replay.statistics.record import count_record
from schemas.record.decode import load_raw_record
from schemas.record.model import RECORD_FORMAT, RawDeal
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


class DrawnPlayers(NamedTuple):
    """The counters of players who each sat in the same number of deals, and those of all of them together."""

    players: list[Counter[str]]
    together: Counter[str]


@cache
def played_deals(rules: str) -> list[Deal]:
    """Deals of the game, each begun with any ranking."""
    rng = Random(7)
    players = PLAYERS.get(rules, MOST_PLAYERS)
    compiled = PROFILES[rules].rules({})
    found = []
    for _ in range(DEALS):
        places = rng.sample(range(1, players + 1), players)
        written: RawDeal = {"places": places} if rules in _TITLED else {}
        found.append({**Playout(compiled, players, rng, choose=choose_sensibly).deal(written)})
    return found


def draw_players(rules: str, deals: int, sitting: int, tables: int, rng: Random) -> DrawnPlayers:
    """The players of this number of tables, who play these deals in sittings of this length."""
    drawn = DrawnPlayers([], Counter())
    for _ in range(tables):
        counts = [Counter[str]() for _ in range(PLAYERS.get(rules, MOST_PLAYERS))]
        for _ in range(deals // sitting):
            counted = count_record(load_raw_record(draw_record(rules, sitting, rng)))[1]
            for (player, _seated), found in counted.seats.items():
                counts[player - 1].update(found)
        drawn.players.extend(counts)
        for found in counts:
            drawn.together.update(found)
    return drawn


def draw_record(rules: str, deals: int, rng: Random) -> dict[str, Any]:
    """A sitting of this number of deals. Each begins with the ranking of the one before, the first with any."""
    players = PLAYERS.get(rules, MOST_PLAYERS)
    return {
        "format": RECORD_FORMAT,
        "rules": rules,
        "players": [f"P{number}" for number in range(1, players + 1)],
        "deals": list(_carried(rules, deals, players, rng)),
    }


def _carried(rules: str, deals: int, players: int, rng: Random) -> Iterator[Deal]:
    ranking = rng.sample(range(1, players + 1), players)
    for _ in range(deals):
        deal = rng.choice(played_deals(rules))
        names = dict(zip(deal.get("places", range(1, players + 1)), ranking, strict=True))
        deal = _given_to(deal, names)
        if rules not in _SEATED_BY_PLACES:
            deal["seats"] = [names[player] for player in range(1, players + 1)]
        yield deal
        order = deal.get("result", {}).get("order", [])
        ranking = order if len(order) == players else rng.sample(range(1, players + 1), players)


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
