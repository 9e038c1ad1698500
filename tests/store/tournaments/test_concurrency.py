"""Several scorekeepers may change one tournament at once, and nothing is lost."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.errors import OnlyByImport
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from daifu.data.tournaments.changes import Created, Entered
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import fold
from daifu.data.tournaments.standings.standing import compute_standing
from daifu.data.tournaments.state import State
from tests.support.stores import ANN, process_environment, verification_errors
from tests.support.tournaments.random_changes import any_change
from tests.support.tournaments.store import (
    EIGHT_PLAYERS,
    append_changes,
    create_tournament,
    hand_drawn_round,
    played_record,
    table_points,
    table_results,
    tournament_with_entrants,
    tournament_with_round,
)

PROGRAM = """
import sys
from daifu.data.store.open import open_store
from tests.support.stores import ANN
from tests.support.tournaments.store import append_changes, played_record
from daifu.data.tournaments.changes import Entered

store = open_store(sys.argv[1])
for number in range(1, 9):
    append_changes(store, 1, Entered(name=f"{sys.argv[2]} {number}"))
    store.add([played_record(number=number, table=int(sys.argv[2]), players=sys.argv[3:])], ANN)
store.close()
"""


def two_entries(number: int) -> tuple[Entered, Entered]:
    """Two entrants who enter together."""
    return Entered(name=f"{number} red"), Entered(name=f"{number} blue")


def test_processes_that_upload_and_enter_at_once_lose_nothing(store: Store, location: Location) -> None:
    cup = tournament_with_entrants(store)
    append_changes(store, cup, *(hand_drawn_round(number=number) for number in range(1, 9)))
    tables = {"1": EIGHT_PLAYERS[:4], "2": EIGHT_PLAYERS[4:]}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, os.fspath(location), table, *sitters], env=process_environment()
        )
        for table, sitters in tables.items()
    ]
    assert [process.wait(120) for process in processes] == [0, 0]
    assert len(store.tournaments.state(cup).entrants) == 8 + 16
    for number in range(1, 9):
        assert table_points(store, cup, number, 1) == table_points(store, cup, number, 2) == [(3, 2, 1, 0)]
    assert verification_errors(store) == []


def test_readers_see_whole_versions_while_others_write(store: Store) -> None:
    cup = create_tournament(store)
    with ThreadPoolExecutor(2) as pool:
        written = pool.submit(lambda: [append_changes(store, cup, *two_entries(number)) for number in range(20)])
        while not written.done():
            version, state = store.tournaments.present(cup)
            assert len(state.entrants) == version - 1
            assert version % 2 == 1
        assert written.result()[-1] == 41


def test_an_upload_that_fails_leaves_no_state_behind_that_was_never_written(store: Store) -> None:
    cup = tournament_with_round(store)
    broken = played_record(table=2, players=EIGHT_PLAYERS[4:])._replace(report=b"{}")
    with pytest.raises(Exception, match="missing required field"):
        store.add([played_record(), broken], ANN)
    assert table_results(store, cup) == {}
    store.add([played_record(0, 1, 2, 3)], ANN)
    assert table_points(store, cup) == [(0, 1, 2, 3)]
    assert verification_errors(store) == []


@given(st.randoms(use_true_random=False), st.integers(1, 60))
def test_any_changes_in_any_order_are_what_the_log_gives(
    new_location: Callable[[], Location], random: Random, count: int
) -> None:
    location = new_location()
    with closing(open_store(location)) as store:
        cup = store.tournaments.create(Created(name="Cup", rules="dalmuti"), ANN)
        for state in _expected_states(store, cup, random, count):
            assert store.tournaments.state(cup) == state
    with closing(open_store(location)) as again:
        log = again.tournaments.log(cup, limit=1_000)
        assert again.tournaments.state(cup) == fold(log) == state
        if state.stages:
            assert compute_standing(again.tournaments.state(cup)) == compute_standing(fold(log))
        assert verification_errors(again) == []


def _expected_states(store: Store, cup: int, random: Random, count: int) -> Iterator[State]:
    """The expected state of the tournament after each of this many attempted changes."""
    due = fold(store.tournaments.log(cup))
    for _ in range(count):
        change = any_change(random, due)
        version = store.tournaments.version(cup)
        try:
            store.tournaments.append(cup, [change], ANN, expected=version)
        except (TournamentError, OnlyByImport):
            assert store.tournaments.version(cup) == version
        due = fold(store.tournaments.log(cup, after=version), due, version)
        yield due


def test_a_file_that_is_backed_up_has_its_tournaments(store: Store, tmp_path: Path) -> None:
    cup = tournament_with_round(store)
    store.back_up(tmp_path / "copy.db", lambda _bytes: None)
    with closing(open_store(tmp_path / "copy.db")) as copy:
        assert copy.tournaments.present(cup) == store.tournaments.present(cup)
