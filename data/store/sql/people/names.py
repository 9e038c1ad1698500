"""The names of players: those in records, and those given by renames."""

from typing import Final

from daifu.data.store.identities import Merge, Rename, given_names
from daifu.data.store.sql.texts import texts_by_number
from daifu.data.store.sql.transactions import Transaction
from daifu.replay.text import fold_name
from daifu.schemas.judged_record import RecordFacts

_LATEST: Final = "SELECT name FROM aliases WHERE player = ? ORDER BY id DESC LIMIT 1"
_DELETE_ALIAS: Final = "DELETE FROM aliases WHERE player = ? AND name = ?"
_ALIAS: Final = "INSERT INTO aliases (player, name, folded) VALUES (?, ?, ?) RETURNING id"
_FORMER: Final = "INSERT INTO aliases (player, name, folded) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_CLEAR_GIVEN_NAMES: Final = "DELETE FROM given_names"
_RENAMES: Final = "SELECT id, player, name FROM person_changes WHERE kind = 'renamed'"
_MERGES: Final = "SELECT player, person, change FROM merges"
_GIVEN_NAME: Final = "INSERT INTO given_names (player, name) VALUES (?, ?)"


def store_names(writing: Transaction, facts: RecordFacts) -> None:
    """Store the names of players in a record, as far as they are new. Players go by the names stored last."""
    names = writing.names
    for player, name in facts.players:
        if names.get(player) != name:
            _store_name(writing, player, name)
            names[player] = name


def store_new_name(writing: Transaction, player: str, name: str) -> None:
    """Store a name that a player was given, by which they are found."""
    writing.connection.execute(_FORMER, (writing.number(player), writing.number(name), fold_name(name)))


def store_nickname(writing: Transaction, player: str, nickname: str) -> None:
    """Store a name by which a player is found, but which they do not go by: the last row keeps their current name."""
    number = writing.number(player)
    (current,) = writing.connection.execute(_LATEST, (number,)).fetchone()
    store_new_name(writing, player, nickname)
    [name] = texts_by_number(writing.connection, [current]).values()
    writing.connection.execute(_DELETE_ALIAS, (number, current))
    writing.connection.execute(_FORMER, (number, current, fold_name(name)))


def rebuild_renames(writing: Transaction) -> None:
    """Write the names that persons were given, after a rename or the undoing of a merge."""
    execute = writing.connection.execute
    merges = {player: Merge(person, change) for player, person, change in execute(_MERGES)}
    names = given_names(map(Rename._make, execute(_RENAMES)), merges)
    execute(_CLEAR_GIVEN_NAMES)
    writing.connection.executemany(_GIVEN_NAME, names.items())


def _store_name(writing: Transaction, player: str, name: str) -> None:
    number, alias = writing.number(player), writing.number(name)
    latest = writing.connection.execute(_LATEST, (number,)).fetchone()
    if latest is None and name != player:
        writing.insert(_ALIAS, (number, number, fold_name(player)))
    if latest is None or latest[0] != alias:
        writing.connection.execute(_DELETE_ALIAS, (number, alias))  # the last row of a player has the current name
        writing.names.set_last_row(writing.insert(_ALIAS, (number, alias, fold_name(name))))
