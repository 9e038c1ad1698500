"""The counts of all ids of a person are added up."""

import pytest

from daifu.data.store.merged_statistics import counts_by_person, opponents_of
from daifu.data.store.store import Store
from tests.support.evenings import judged_results
from tests.support.stores import ANN

RULES = "dalmuti"


@pytest.fixture
def two(store: Store) -> Store:
    """A store with two deals, one with Aki and one with aki2."""
    for player in ("Aki", "aki2"):
        store.add([judged_results(["Mu", "Junko", "Shimo", player], [[1, 2, 3, 4]])], ANN)
    return store


def deals_of_people(store: Store, least: int = 1) -> dict[str, int]:
    """The number of deals of each person."""
    return {person: counts["deals"] for person, counts in counts_by_person(store, RULES, least)}


def test_everybody_is_counted_by_the_id_that_stands_for_the_person(two: Store) -> None:
    two.people.merge("aki2", "Aki", ANN, "one and the same")
    assert deals_of_people(two) == {"Mu": 2, "Junko": 2, "Shimo": 2, "Aki": 2}


def test_the_least_number_of_deals_is_that_of_all_ids_together(two: Store) -> None:
    assert "Aki" not in deals_of_people(two, least=2)
    two.people.merge("aki2", "Aki", ANN, "one and the same")
    assert deals_of_people(two, least=2)["Aki"] == 2


def test_an_opponent_with_several_ids_is_one(two: Store) -> None:
    two.people.merge("aki2", "Aki", ANN, "one and the same")
    two.people.rename("Aki", "Akiko", ANN, "as she is called")
    met = opponents_of(two, two.people.one("Mu"), RULES)
    assert [(other.id, other.name, other.counts["deals"]) for other in met] == [
        ("Aki", "Akiko", 2),
        ("Junko", "Junko", 2),
        ("Shimo", "Shimo", 2),
    ]
