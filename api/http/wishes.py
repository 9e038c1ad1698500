"""Which records a query wants, as the store is asked."""

from typing import Any

from data.store.asked import Wanted


def wanted(asked: dict[str, Any]) -> Wanted:
    """What the store is asked for by a query that `Wishes` read."""
    return Wanted(
        player=asked.get("player"),
        rules=asked.get("rules"),
        tournament=asked.get("tournament"),
        legal=asked.get("legal"),
        fault=asked.get("fault"),
        since=asked.get("from"),
        until=asked.get("to"),
        withdrawn=asked["withdrawn"],
    )
