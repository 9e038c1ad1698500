"""The names of players: stored when a record comes, and changed by a rename."""

from typing import Final

from data.store.sqlite.people.name_cache import fold_name
from data.store.sqlite.transactions import Transaction
from schemas.judgement import RecordFacts

_LATEST: Final = "SELECT name FROM aliases WHERE player = ? ORDER BY id DESC LIMIT 1"
_ALIAS: Final = "INSERT OR REPLACE INTO aliases (player, name, folded) VALUES (?, ?, ?)"
_FORMER: Final = "INSERT OR IGNORE INTO aliases (player, name, folded) VALUES (?, ?, ?)"
_FORGET: Final = "DELETE FROM renamed"
_RENAMED: Final = """
WITH RECURSIVE way (deed, player) AS (
    SELECT id, player FROM deeds WHERE kind = 'renamed'
    UNION ALL
    SELECT way.deed, merged.person FROM way JOIN merged ON merged.player = way.player AND merged.deed < way.deed
)
INSERT OR REPLACE INTO renamed (player, name)
SELECT way.player, deeds.name FROM way JOIN deeds ON deeds.id = way.deed
WHERE NOT EXISTS (SELECT 1 FROM merged WHERE merged.player = way.player AND merged.deed < way.deed)
ORDER BY way.deed
"""
"""Each rename is of the person whose the id was then, as far as the merges that made him so have not been undone."""


def store_names(writing: Transaction, facts: RecordFacts) -> None:
    """Note what a record calls its players, as far as that is new: what was noted last is what they go by."""
    called = writing.called
    for player, name in facts.players:
        if called.get(player) != name:
            _store_name(writing, player, name)
            called[player] = name


def store_new_name(writing: Transaction, player: str, name: str) -> None:
    """Let a player be found by a name that he was given."""
    writing.connection.execute(_FORMER, (writing.number(player), writing.number(name), fold_name(name)))


def rebuild_renames(writing: Transaction) -> None:
    """Let everybody be called as the deeds say, whatever records do: there is a rename, or a merge was undone."""
    writing.connection.execute(_FORGET)
    writing.connection.execute(_RENAMED)


def _store_name(writing: Transaction, player: str, name: str) -> None:
    number, alias = writing.number(player), writing.number(name)
    latest = writing.connection.execute(_LATEST, (number,)).fetchone()
    if latest is None and name != player:
        writing.insert(_ALIAS, (number, number, fold_name(player)))
    if latest is None or latest[0] != alias:
        writing.called.set_last_row(writing.insert(_ALIAS, (number, alias, fold_name(name))))
