"""What players are called: noted when a record comes, and changed by rename."""

from typing import Final

from data.store.people.folding import folded
from data.store.transactions import Transaction
from schemas.judged import Facts

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


def note_names(writing: Transaction, facts: Facts) -> None:
    """Note what a record calls its players, as far as that is new: what was noted last is what they go by."""
    called = writing.called
    for player, name in facts.players:
        if called.get(player) != name:
            _note(writing, player, name)
            called[player] = name


def note_rename(writing: Transaction, player: str, name: str) -> None:
    """Let a player be found by a name that he was given."""
    writing.connection.execute(_FORMER, (writing.number(player), writing.number(name), folded(name)))


def call_anew(writing: Transaction) -> None:
    """Let everybody be called as the deeds say, whatever records do: there is a rename, or a merge was undone."""
    writing.connection.execute(_FORGET)
    writing.connection.execute(_RENAMED)


def _note(writing: Transaction, player: str, name: str) -> None:
    number, alias = writing.number(player), writing.number(name)
    latest = writing.connection.execute(_LATEST, (number,)).fetchone()
    if latest is None and name != player:
        writing.insert(_ALIAS, (number, number, folded(player)))
    if latest is None or latest[0] != alias:
        writing.called.wrote(writing.insert(_ALIAS, (number, alias, folded(name))))
