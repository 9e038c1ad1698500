"""What has happened is noticed: careers are set back before it, and whatever they are made from is as it is by now."""

import sqlite3
from math import inf
from typing import Final

from data.store.careers.news import Moved, is_news, news
from data.store.careers.stretches import BEFORE, Spot, deals_after, drop_all, last_stretch, set_back
from data.store.transactions import Transaction

MOST_REVISIONS: Final = 5_000
"""So many revisions are looked at in one transaction."""

_SEE: Final = """
INSERT OR REPLACE INTO career_seen (id, counting, revision, record, number, deed) VALUES (1, ?, ?, ?, ?, ?)
"""
_PUT: Final = "INSERT OR REPLACE INTO career_places (record, rules, day) VALUES (?, ?, ?)"
_TAKE: Final = "DELETE FROM career_places WHERE record = ?"
_FORGET_PEOPLE: Final = "DELETE FROM career_persons"
_KNOW_PEOPLE: Final = "INSERT INTO career_persons (player, person) SELECT player, person FROM persons"


def notice(writing: Transaction) -> bool:
    """Notice what has happened, or so much of it as is good for one transaction; whether that is everything.

    As long as careers have not been set back far enough, nothing else is done.
    """
    connection = writing.connection
    if not is_news(connection):
        return True
    found = news(connection, MOST_REVISIONS)
    if found.anew:
        drop_all(connection)
    if not all(set_back(connection, rules, spot) for rules, spot in found.earliest.items()):
        return False
    _place(connection, found.moved)
    connection.execute(_FORGET_PEOPLE)
    connection.execute(_KNOW_PEOPLE)
    connection.execute(_SEE, found.seen)
    return found.whole


def behind(connection: sqlite3.Connection, rules: int) -> int:
    """How many deals of a game careers have yet to go through, for the first time or again; 0 when all is done.

    Those that are still to be taken out are among them.
    """
    end = last_stretch(connection, rules).end
    if not is_news(connection):
        return deals_after(connection, rules, end)
    found = news(connection, inf)
    if found.anew:
        end = BEFORE.end
    elif rules in found.earliest:
        day, record = found.earliest[rules]
        end = min(end, Spot(day, record - 1))
    new = sum(one.deals for one in found.moved if one.rules == rules != one.old_rules)
    return new + deals_after(connection, rules, end)


def _place(connection: sqlite3.Connection, moved: list[Moved]) -> None:
    """Put records where they belong in the order of time."""
    for one in moved:
        if one.rules is not None:
            connection.execute(_PUT, (one.record, one.rules, one.day))
        elif one.old_rules is not None:
            connection.execute(_TAKE, (one.record,))
