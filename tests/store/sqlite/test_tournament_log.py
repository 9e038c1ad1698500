"""Logs of tournaments in the file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.errors import (
    StoreDamaged,
)
from daifu.data.store.sql.tournaments.log import MAX_STATES
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import Entered
from tests.support.stores import fetch_rows, tamper
from tests.support.tournaments.store import (
    append_changes,
    create_tournament,
    tournament_with_entrants,
)


def test_states_that_are_not_kept_any_more_are_folded_again(store: Store) -> None:
    cup = create_tournament(store)
    for number in range(MAX_STATES + 1):
        append_changes(store, cup, Entered(name=f"Player {number}"))
    assert len(store.tournaments.state(cup, 2).entrants) == 1
    assert len(store.tournaments.state(cup).entrants) == MAX_STATES + 1


@pytest.mark.parametrize("statement", ["UPDATE entries SET author = author", "DELETE FROM entries"])
def test_entries_are_neither_changed_nor_deleted(store: Store, statement: str) -> None:
    create_tournament(store)
    with pytest.raises(sqlite3.IntegrityError, match="entries of a log are never"):
        tamper(store.path, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM entries WHERE number = 5",
        "DELETE FROM entries WHERE number = 10",
        "UPDATE entries SET change = '{' WHERE number = 5",
        "UPDATE entries SET change = (SELECT change FROM entries WHERE number = 1) WHERE number = 5",
    ],
)
def test_a_log_that_was_tampered_with_is_told_as_damage(path: Path, statement: str) -> None:
    with closing(Store.open(path)) as store:
        cup = tournament_with_entrants(store)
    tamper(path, "DROP TRIGGER entries_stay", "DROP TRIGGER entries_stay_as_they_are", statement)
    with closing(Store.open(path)) as store, pytest.raises(StoreDamaged, match="log of tournament 1"):
        store.tournaments.state(cup)


def test_the_author_is_kept_once_however_much_he_writes(store: Store) -> None:
    cup = tournament_with_entrants(store)
    store.tournaments.append(cup, [Entered(name="Late")], Author("Cy"), expected=None)
    assert fetch_rows(store.path, "SELECT count(*) FROM texts WHERE text = 'Cy'") == [(1,)]
