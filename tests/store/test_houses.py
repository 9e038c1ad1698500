"""House rules are kept as they were written: a version never changes, and an id belongs to who stored it first."""

import pytest

from daifu.data.store.errors import HouseDamaged, HouseOfAnother, HouseVersionTaken, NoSuchHouse, TokenRevoked
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER, Author
from daifu.data.stored_houses import flat_of, read_stored
from daifu.schemas.record.errors import HouseRefused
from tests.support.houses import CLUB, add_club, add_fridays
from tests.support.stores import verification_errors


@pytest.fixture
def ann(store: Store) -> Author:
    return Author("Ann", store.create_token("Ann", SCOREKEEPER).token.id)


@pytest.fixture
def bo(store: Store) -> Author:
    return Author("Bo", store.create_token("Bo", SCOREKEEPER).token.id)


def listed(store: Store) -> list[str]:
    return [f"{one.document.slug}@{one.document.version}" for one in store.houses.page().houses]


def test_house_rules_are_kept_as_written_and_with_all_that_they_take_over(store: Store, ann: Author) -> None:
    assert add_club(store, ann).document.text == CLUB
    stored = add_fridays(store, ann)
    assert store.houses.find("fridays", 2) == store.houses.find("fridays") == stored
    assert read_stored(stored).extends == "club@1"
    assert flat_of(stored).rules == {"jokers": {"count": 1}, "revolution": {}, "jack_back": True}
    assert (flat_of(stored).players, stored.author, stored.withdrawn) == ((3, 6), "Ann", False)


def test_what_they_extend_has_to_be_stored(store: Store, ann: Author) -> None:
    with pytest.raises(HouseRefused) as refused:
        add_fridays(store, ann)
    assert [problem.pointer for problem in refused.value.problems] == ["/extends"]
    assert listed(store) == []


def test_only_higher_versions_are_added(store: Store, ann: Author) -> None:
    add_club(store, ann, 3)
    for version in (1, 3):
        with pytest.raises(HouseVersionTaken) as refused:
            add_club(store, ann, version)
        assert refused.value.latest == 3
    add_club(store, ann, 4)
    assert [one.document.version for one in store.houses.versions("club")] == [4, 3]


def test_an_id_belongs_to_the_token_that_stored_it_first(store: Store, ann: Author, bo: Author) -> None:
    add_club(store, ann)
    with pytest.raises(HouseOfAnother):
        add_club(store, bo, 2)
    with pytest.raises(HouseOfAnother):
        store.houses.withdraw("club", 1, bo)
    store.houses.withdraw("club", 1, bo, as_admin=True)
    add_club(store, ann, 2)


def test_a_revoked_token_stores_nothing(store: Store, ann: Author) -> None:
    assert ann.token
    store.revoke(ann.token)
    with pytest.raises(TokenRevoked):
        add_club(store, ann)


def test_a_withdrawn_version_is_in_no_list_and_can_be_read(store: Store, ann: Author) -> None:
    add_club(store, ann, 1)
    add_club(store, ann, 2)
    store.houses.withdraw("club", 2, ann)
    store.houses.withdraw("club", 2, ann)
    assert (listed(store), store.houses.find("club").document.version) == (["club@1"], 1)
    assert store.houses.find("club", 2).withdrawn
    store.houses.withdraw("club", 1, ann)
    assert listed(store) == []
    with pytest.raises(NoSuchHouse):
        store.houses.find("club")
    assert verification_errors(store) == []


@pytest.mark.parametrize("version", [2, 2**70])
def test_there_is_no_other_version(store: Store, ann: Author, version: int) -> None:
    add_club(store, ann)
    with pytest.raises(NoSuchHouse):
        store.houses.find("club", version)
    with pytest.raises(NoSuchHouse):
        store.houses.withdraw("club", version, ann)


def test_each_house_is_listed_once_and_the_latest_first(store: Store, ann: Author) -> None:
    add_club(store, ann)
    add_fridays(store, ann)
    add_club(store, ann, 2)
    assert listed(store) == ["club@2", "fridays@2"]
    first = store.houses.page(limit=1)
    assert [one.document.slug for one in store.houses.page(first.after, 1).houses] == ["fridays"]
    assert store.houses.page(store.houses.page(first.after, 1).after or 0).houses == []


def test_a_damaged_row_is_named(store: Store, ann: Author) -> None:
    add_club(store, ann)
    with store.writing() as writing:
        writing.connection.execute("UPDATE house_rules SET flattened = replace(flattened, '6', '5')")
    with pytest.raises(HouseDamaged, match="club@1 are damaged"):
        store.houses.find("club")
    assert ["club@1" in error for error in verification_errors(store)] == [True]
