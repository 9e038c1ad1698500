"""What can be read of a damaged store becomes a sound one; what cannot is named."""

from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.samples import load_sample_tournament
from daifu.data.store.open import is_database, open_copy, open_store
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER, Difference, Location, RecordFilter, SeasonTerms
from tests.store.test_copy import empty_place
from tests.support.stores import ANN, BO, WHY, evening, judged_sitting, record_ids, verification_errors


@pytest.fixture
def target(location: Location, tmp_path: Path) -> Location:
    """Where nothing is yet, in the other backend."""
    return empty_place("sqlite" if is_database(location) else "postgresql", tmp_path)


@pytest.fixture
def kept(store: Store) -> Store:
    """A store with four records: one of two revisions, one that was withdrawn, and two people who were merged."""
    store.add([judged_sitting(table) for table in "ABC"], ANN)
    evening(store, "Mu", "Junko", "Shimo", {"id": "aki2", "name": "Akiko"}, table="D")
    store.revise(1, judged_sitting("A", 5), BO, expected=1, reason="a test")
    store.withdraw(3, ANN, expected=1, reason="a test")
    store.people.merge("aki2", "Aki", ANN, WHY)
    store.create_token("Ann", SCOREKEEPER)
    store.seasons.add(SeasonTerms("Spring"), ANN)
    return store


def salvaged(source: Location, target: Location) -> list[Difference]:
    """Salvage a store into another one; what is not in it."""
    with open_copy(source, target, damaged=True) as copy:
        found = copy.salvage(lambda _count: None)
        copy.finish()
    return found


def damage(store: Store, record: int, revision: int) -> None:
    with store.writing() as writing:
        statement = "UPDATE revisions SET packed = content WHERE record = ? AND number = ?"
        writing.connection.execute(statement, (record, revision))


def test_of_a_sound_store_everything_is_there(kept: Store, location: Location, target: Location) -> None:
    load_sample_tournament(kept)
    assert salvaged(location, target) == []
    with closing(open_store(target)) as copied:
        for withdrawn in (False, True):
            wanted = RecordFilter(withdrawn=withdrawn)
            assert list(copied.each(wanted)) == list(kept.each(wanted))
            assert copied.page(wanted) == kept.page(wanted)
        assert copied.revisions(1) == kept.revisions(1)
        assert copied.people.find() == kept.people.find()
        assert copied.tokens() == kept.tokens()
        assert copied.seasons.all() == kept.seasons.all()
        assert copied.signing_key() == kept.signing_key()
        assert copied.tournaments.present(1) == kept.tournaments.present(1)
        assert copied.statistics.player(["Mu"], "theater") == kept.statistics.player(["Mu"], "theater")
        assert copied.ratings.ratings("dalmuti") == kept.ratings.ratings("dalmuti")
        assert verification_errors(copied) == []


@pytest.mark.parametrize(
    ("record", "revision", "left"),
    [(2, 1, [4, 1]), (1, 2, [4, 2]), (1, 1, [4, 2, 1]), (3, 1, [4, 2, 1])],
    ids=["the only revision", "the latest revision", "an earlier revision", "a withdrawn record"],
)
def test_what_cannot_be_read_is_named_and_the_rest_is_there(
    kept: Store, location: Location, target: Location, record: int, revision: int, left: list[int]
) -> None:
    damage(kept, record, revision)
    [difference] = salvaged(location, target)
    assert (difference.record, difference.revision) == (record, revision)
    with closing(open_store(target)) as copied:
        assert record_ids(copied) == left
        assert verification_errors(copied) == []


def test_a_record_that_was_left_out_is_taken_in_again(kept: Store, location: Location, target: Location) -> None:
    damage(kept, 2, 1)
    salvaged(location, target)
    with closing(open_store(target)) as copied:
        copied.add([judged_sitting("B")], ANN)
        assert len(record_ids(copied)) == 3


def test_what_follows_from_the_texts_is_made_anew(kept: Store, location: Location, target: Location) -> None:
    with kept.writing() as writing:
        for statement in ("UPDATE records SET legal = 0, deals = 9", "DELETE FROM record_players", "DELETE FROM pairs"):
            writing.connection.execute(statement)
    assert salvaged(location, target) == []
    with closing(open_store(target)) as copied:
        assert verification_errors(copied) == []
