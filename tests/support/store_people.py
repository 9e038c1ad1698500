"""Records of people in a store, for tests of what is told of players."""

import json
from itertools import count

from data.store.interface import Store
from data.store.values import Author
from schemas.judgement import judge_json
from tests.support.http_client import court_evening

_TABLES = count(1)


def store_deals_of(store: Store, *players: str, deals: int = 1) -> int:
    """Store an evening of The Great Dalmuti of these players, who finish as they are named; its id."""
    order = "".join(str(number) for number in range(1, len(players) + 1))
    event = {"name": "Friday court", "table": next(_TABLES)}
    record = court_evening(*[order] * deals, players=players, event=event)
    [outcome] = store.add([judge_json(json.dumps(record).encode())], Author())
    return outcome.id
