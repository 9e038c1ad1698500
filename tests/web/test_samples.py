"""Sample games among those of a club: the first page says so, and admins remove them."""

from collections.abc import Callable

from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, Author, RecordFilter
from tests.support.pages import Browser
from tests.support.stores import judged_sitting

SAID = "There are sample games here."


def test_a_store_without_samples_says_nothing_of_them(admin: Browser) -> None:
    assert SAID not in admin.open("/").main.text
    assert "samples" not in admin.open("/data").main.text


def test_only_admins_remove_them(scorekeeper: Browser) -> None:
    assert scorekeeper.open("/data").status == 403


def test_admins_remove_them_and_what_the_club_has_stays(store: Store, sign_in_as: Callable[[str], Browser]) -> None:
    load_samples(store)
    load_sample_tournament(store)
    [own] = store.add([judged_sitting()], Author())
    admin = sign_in_as(ADMIN)
    assert f"{SAID} Remove them" in admin.open("/").main.text
    page = admin.send(admin.open("/data"), {}, "/data/samples/drop")
    assert SAID not in page.main.text
    assert [record.id for record in store.page(RecordFilter()).records] == [own.id]
    assert store.tournaments.page().tournaments == []
    assert admin.open("/tournaments/1").status == 404
    assert {person.id for person in store.people.find("", 100).people} == {"Mu", "Shimo", "Aki", "Junko"}
    assert list(store.differences(lambda _count: None)) == []


def test_the_number_of_a_tournament_that_was_removed_is_not_given_again(store: Store) -> None:
    first = load_sample_tournament(store)
    store.tournaments.remove(first)
    assert load_sample_tournament(store) == first + 1
