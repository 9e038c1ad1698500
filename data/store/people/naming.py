"""What players are called: noted when a record comes, and changed by rename."""

from typing import Final

from data.store.people.folding import folded
from data.store.transactions import Transaction
from schemas.judged import Facts

_LATEST: Final = "SELECT name FROM aliases WHERE player = ? ORDER BY id DESC LIMIT 1"
_ALIAS: Final = "INSERT OR REPLACE INTO aliases (player, name, folded) VALUES (?, ?, ?)"
_FORMER: Final = "INSERT OR IGNORE INTO aliases (player, name, folded) VALUES (?, ?, ?)"
_RENAME: Final = "INSERT OR REPLACE INTO renamed (player, name) VALUES (?, ?)"


def note_names(writing: Transaction, facts: Facts) -> None:
    """Note what a record calls its players, as far as that is new: what was noted last is what they go by."""
    called = writing.called
    for player, name in facts.players:
        if called.get(player) != name:
            _note(writing, player, name)
            called[player] = name


def give_name(writing: Transaction, player: str, name: str) -> None:
    """Let a player be called so, whatever records say."""
    numbers = writing.number(player), writing.number(name)
    writing.connection.execute(_RENAME, numbers)
    writing.connection.execute(_FORMER, (*numbers, folded(name)))


def _note(writing: Transaction, player: str, name: str) -> None:
    number, alias = writing.number(player), writing.number(name)
    latest = writing.connection.execute(_LATEST, (number,)).fetchone()
    if latest is None and name != player:
        writing.insert(_ALIAS, (number, number, folded(player)))
    if latest is None or latest[0] != alias:
        writing.called.wrote(writing.insert(_ALIAS, (number, alias, folded(name))))
