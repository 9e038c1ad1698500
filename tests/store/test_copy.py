"""A store is copied to any backend while it is in use, and says the same there."""

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store import copy as copying
from daifu.data.store.errors import StoreDamaged, StoreExists, StoreUnfinished
from daifu.data.store.open import is_database, open_copy, open_store
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER, Author, Location, PushSubscription, SeasonTerms
from daifu.data.store_comparison import store_comparison
from daifu.data.tournaments.changes import Created, Entered
from tests.store.conftest import BACKENDS
from tests.support import postgresql
from tests.support.stores import (
    ANN,
    WHY,
    disputed_sitting,
    evening,
    judged_sitting,
    process_environment,
    store_contents,
    verification_errors,
)


def ignore(_count: int) -> None:
    """Take no notice of progress."""


@pytest.fixture
def target(location: Location, tmp_path: Path) -> Location:
    """Where nothing is yet, in the other backend."""
    return empty_place("sqlite" if is_database(location) else "postgresql", tmp_path)


def empty_place(backend: str, folder: Path) -> Location:
    """A location in which there is nothing, and no store of an earlier test is put."""
    place = BACKENDS[backend](folder)
    postgresql.EMPTY_SCHEMAS.discard(postgresql.schema_of(str(place)))
    return place


@pytest.fixture
def full(location: Location) -> Location:
    """A store with something of everything."""
    with closing(open_store(location)) as store:
        load_sample_tournament(store)
        fill(store)
        store.statistics.catch_up()
        store.ratings.catch_up()
        evening(store, "Mu", "Junko", "Shimo", "Aki", table="later")
    return location


def fill(store: Store) -> None:
    """Add records with revisions, people with changes, and tokens."""
    author = Author("Ann", store.create_token("Ann", SCOREKEEPER).token.id)
    added = store.add([judged_sitting("A", 3), disputed_sitting("B"), judged_sitting("C")], author)
    first, second, third = (outcome.id for outcome in added)
    store.analyses.keep(first, 1, "proofs-1", b"[]")
    store.add([judged_sitting("A", 5)], author)
    store.revise(second, judged_sitting("B"), ANN, expected=1, reason="a slip of the pen")
    store.withdraw(third, ANN, expected=1, reason="a test")
    evening(store, "Mu", "Junko", "Shimo", "aki2", table="D")
    store.people.merge("aki2", "Aki", ANN, WHY)
    store.people.rename("Mu", "Mutsuki", ANN, WHY)
    store.revoke(store.create_token("Bo", SCOREKEEPER).token.id)
    store.seasons.add(SeasonTerms("Spring"), ANN)
    store.push_subscriptions.add(PushSubscription(1, 1, "https://push.example/a", "key", "secret", "ja"))


def copy_whole(source: Location, target: Location) -> None:
    with open_copy(source, target) as copy:
        copy.run(ignore)
        copy.finish()


def differences(source: Location, target: Location) -> list[str]:
    """In what two stores differ, in English."""
    with (
        closing(open_store(source, read_only=True)) as one,
        closing(open_store(target, read_only=True)) as other,
    ):
        return [difference.text.en for difference in store_comparison(one, other, ignore)]


def test_the_copy_says_the_same_of_everything(full: Location, target: Location) -> None:
    copy_whole(full, target)
    assert differences(full, target) == []


def test_a_copy_in_the_same_backend_says_the_same(store: Store, location: Location, tmp_path: Path) -> None:
    fill(store)
    twin = empty_place("postgresql" if is_database(location) else "sqlite", tmp_path)
    copy_whole(location, twin)
    assert differences(location, twin) == []


def test_it_makes_no_difference_whether_counts_are_added_up_yet(
    store: Store, location: Location, target: Location
) -> None:
    evening(store, "Mu", "Junko", "Shimo", "Aki")
    store.statistics.catch_up()
    evening(store, "Mu", "Abe", "Shimo", "Cho", table="B")
    copy_whole(location, target)
    with closing(open_store(target)) as copied:
        copied.statistics.catch_up()
    assert differences(location, target) == []


@pytest.mark.soak
def test_the_copy_of_all_sample_games_is_sound_and_says_the_same(
    store: Store, location: Location, target: Location
) -> None:
    load_samples(store)
    fill(store)
    copy_whole(location, target)
    assert differences(location, target) == []
    with closing(open_store(target)) as copied:
        assert verification_errors(copied) == []


def test_the_copy_can_be_written_to(store: Store, location: Location, target: Location) -> None:
    fill(store)
    copy_whole(location, target)
    with closing(open_store(target)) as copied:
        assert evening(copied, "Mu", "Junko", "Shimo", "Aki", table="new") == store.counts().records + 1
        assert verification_errors(copied) == []


def test_analyses_are_copied(store: Store, location: Location, target: Location) -> None:
    fill(store)
    copy_whole(location, target)
    with closing(open_store(target)) as copied:
        assert copied.analyses.find(1, 1, "proofs-1") == b"[]"


def test_a_secret_opens_the_copy(store: Store, location: Location, target: Location) -> None:
    secret = store.create_token("Ann", SCOREKEEPER).secret
    copy_whole(location, target)
    with closing(open_store(target)) as copied:
        assert copied.find_token(secret) == store.find_token(secret)


def stop(_count: int) -> None:
    """Interrupt a copy."""
    raise KeyboardInterrupt


def test_a_stopped_copy_goes_on_where_it_was(
    store: Store, location: Location, target: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "BATCH_ROWS", 2)
    fill(store)
    with pytest.raises(KeyboardInterrupt), open_copy(location, target) as copy:
        copy.run(stop)
    with open_copy(location, target) as copy:
        assert copy.remaining() == store.counts().revisions - 2
        copy.run(ignore)
        assert copy.remaining() == 0
        copy.finish()
    assert differences(location, target) == []


def test_a_killed_copy_goes_on_where_it_was(store: Store, location: Location, target: Location) -> None:
    fill(store)
    program = """
import os, signal, sys
from daifu.data.store.open import open_copy
from daifu.data.store import copy
copy.BATCH_ROWS = 2
with open_copy(*sys.argv[1:]) as copy:
    copy.run(lambda _count: os.kill(os.getpid(), signal.SIGKILL))
"""
    call = [sys.executable, "-c", program, str(location), str(target)]
    subprocess.run(call, env=process_environment(), timeout=60, check=False)
    with open_copy(location, target) as copy:
        assert 0 < copy.remaining() < store.counts().revisions
        copy.run(ignore)
        copy.finish()
    assert differences(location, target) == []


def test_what_was_written_since_is_copied_by_the_next_run(store: Store, location: Location, target: Location) -> None:
    fill(store)
    cup = store.tournaments.create(Created(name="Cup", rules="theater"), ANN)
    with open_copy(location, target) as copy:
        copy.run(ignore)
    evening(store, "Mu", "Junko", "Shimo", "Aki", table="new")
    store.withdraw(1, ANN, expected=2)
    store.people.rename("Mu", "Mu again", ANN, WHY)
    store.tournaments.append(cup, [Entered(name="Late")], ANN, expected=None)
    with open_copy(location, target) as copy:
        copy.run(ignore)
        copy.finish()
    assert differences(location, target) == []


def test_an_unfinished_copy_is_no_store(store: Store, location: Location, target: Location) -> None:
    fill(store)
    with open_copy(location, target) as copy:
        copy.run(ignore)
    for read_only in (False, True):
        with pytest.raises(StoreUnfinished, match="daifu copy goes on with it"):
            open_store(target, read_only=read_only)


def test_a_store_is_not_overwritten(store: Store, location: Location, target: Location) -> None:
    fill(store)
    open_store(target).close()
    with pytest.raises(StoreExists), open_copy(location, target):
        pass


def test_an_unfinished_copy_of_another_store_is_left_alone(
    store: Store, location: Location, target: Location, new_location: Callable[[], Location]
) -> None:
    fill(store)
    with open_copy(location, target) as copy:
        copy.run(ignore)
    other = new_location()
    open_store(other).close()
    with pytest.raises(StoreDamaged, match="another store"), open_copy(other, target) as copy:
        copy.run(ignore)


@pytest.mark.usefixtures("store")
def test_an_empty_store_is_copied(location: Location, target: Location) -> None:
    copy_whole(location, target)
    assert differences(location, target) == []


def test_the_progress_counts_revisions(store: Store, location: Location, target: Location) -> None:
    fill(store)
    counted: list[int] = []
    with open_copy(location, target) as copy:
        assert copy.remaining() == store.counts().revisions
        copy.run(counted.append)
    assert sum(counted) == store.counts().revisions


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


def copy(store: Store, file: Path) -> None:
    store.back_up(file, lambda _count: None)


def test_the_copy_is_a_store_with_everything_in_it(store: Store, file: Path) -> None:
    store.add([judged_sitting("A", 3), judged_sitting("A", 5), disputed_sitting("B")], ANN)
    store.withdraw(2, ANN, expected=1, reason="a test")
    secret = store.create_token("Ann", SCOREKEEPER).secret
    copy(store, file)
    with closing(open_store(file)) as copied:
        assert store_contents(copied) == store_contents(store)
        assert copied.find_token(secret)
        assert verification_errors(copied) == []


def test_a_store_that_is_only_to_be_read_is_copied(store: Store, location: Location, file: Path) -> None:
    store.add([judged_sitting()], ANN)
    with closing(open_store(location, read_only=True)) as reader:
        copy(reader, file)
    with closing(open_store(file)) as copied:
        assert store_contents(copied) == store_contents(store)


def test_an_existing_file_is_left_alone(store: Store, file: Path) -> None:
    file.write_bytes(b"precious")
    with pytest.raises(FileExistsError):
        copy(store, file)
    assert file.read_bytes() == b"precious"


def test_a_missing_folder_is_an_error(store: Store, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        copy(store, tmp_path / "nowhere" / "copy.db")


def test_a_copy_is_one_state_whatever_is_written_meanwhile(store: Store, file: Path) -> None:
    store.add([judged_sitting(str(table)) for table in range(300)], ANN)

    def write(_count: int) -> None:
        store.add([judged_sitting(f"new {threading.get_ident()} {store.counts().records}")], ANN)

    store.back_up(file, write)
    with closing(open_store(file)) as copied:
        assert copied.counts().records == 300
        assert verification_errors(copied) == []
    assert store.counts().records > 300
