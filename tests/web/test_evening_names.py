"""Names that are typed for an evening: who is meant, who is new, and that nobody becomes two people unasked."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from daifu.data.store.errors import NoSuchRecord
from daifu.data.store.store import Store
from tests.support.pages import Browser, Page
from tests.support.stores import ANN, evening
from tests.support.tournaments.store import CUP_NAME, create_tournament
from tests.web.test_evenings import open_evening

KNOWN = ("Haru", "Ken", "Zoë", "はるこ")


@pytest.fixture(autouse=True)
def known(store: Store) -> None:
    """An evening of before, whose players are known."""
    evening(store, *KNOWN)


def players(store: Store) -> list[Any]:
    """The players of the evening that was opened."""
    found: list[Any] = msgspec.json.decode(store.record(2).record)["players"]
    return found


def question(page: Page) -> tuple[str, list[str]]:
    """What is asked about a name, and the answers."""
    field = page.main.one("fieldset", class_="who-is-meant")
    return field.one("legend").text, [one.text for one in field.all("label")]


def opened(scorekeeper: Browser, *names: str, **fields: str) -> Page:
    """The page after an evening was opened with these people and two more."""
    return open_evening(scorekeeper, names=[*names, "Mu", "Aki"], fields=fields)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("haru", "Haru"), ("Ｋｅｎ", "Ken"), ("Ha\u200bru", "Haru"), (" Z o e\u0308", "Zoë"), ("Zoe\u0308", "Zoë")],
)
def test_a_name_that_is_only_spelt_otherwise_is_the_person(
    scorekeeper: Browser, store: Store, typed: str, meant: str
) -> None:
    assert opened(scorekeeper, typed, "Tom").address == "/games/2/evening"
    assert players(store)[0] == meant


@pytest.mark.parametrize(("typed", "near"), [("Haruka", "Haru"), ("ハルコ", "はるこ"), ("Zoe", "Zoë")])
def test_a_name_near_to_a_known_one_is_asked_about_and_nothing_is_stored(
    scorekeeper: Browser, store: Store, typed: str, near: str
) -> None:
    page = opened(scorekeeper, typed, "Tom")
    assert page.status == 422
    legend, answers = question(page)
    assert typed in legend
    assert answers[0].startswith(f"no, it is {near}")
    assert answers[-1] == "yes, somebody new"
    assert store.counts().records == 1


@pytest.mark.parametrize(("answer", "player"), [("=Haru", "Haru"), ("new", "Haruka")])
def test_the_answer_says_who_is_meant(scorekeeper: Browser, store: Store, answer: str, player: str) -> None:
    assert opened(scorekeeper, "Haruka", "Tom", **{"meant-Haruka": answer}).address == "/games/2/evening"
    assert players(store)[0] == player


def test_somebody_new_with_the_name_of_another_is_another_person(scorekeeper: Browser, store: Store) -> None:
    assert opened(scorekeeper, "Haru", "Tom", **{"meant-Haru": "new"}).status == 200
    assert players(store)[0] == {"id": "Haru 2", "name": "Haru"}


def test_a_renamed_person_plays_on_under_their_id(scorekeeper: Browser, store: Store) -> None:
    store.people.rename("Ken", "Kenji", ANN, "so it is")
    assert opened(scorekeeper, "Kenji", "Tom").status == 200
    assert players(store)[0] == {"id": "Ken", "name": "Kenji"}


@pytest.mark.parametrize("names", [("Haru", "haru"), ("Fuyu", "fuyu"), ("Fuyu", "Fuyu")])
def test_one_name_on_two_seats_is_said_at_its_field(scorekeeper: Browser, names: Sequence[str]) -> None:
    page = opened(scorekeeper, *names)
    assert page.status == 422
    fields = page.main.one("ol", class_="names-of-form").all("li")
    assert "is on two seats" in fields[1].one("p", class_="problem").text


def test_known_names_are_suggested_also_by_other_kana_and_plain_letters(scorekeeper: Browser) -> None:
    found = scorekeeper.open("/evenings/new?rules=theater").main.one("datalist")
    labels = {one["value"]: one.attributes.get("label", "") for one in found.all("option")}
    assert labels == {"Haru": "", "Ken": "", "Zoë": "zoe", "はるこ": "ハルコ"}


def test_a_latecomer_is_asked_about_too(scorekeeper: Browser, store: Store) -> None:
    page = opened(scorekeeper, "Tom", "Eve")
    path = "/games/2/evening/players"
    page = scorekeeper.send(page, {"player": "Haruka"}, path)
    assert page.status == 422
    assert question(page)[1][0].startswith("no, it is Haru")
    page = scorekeeper.send(page, {"player": "tom"}, path)
    assert page.main.one("p", class_="problem", role="alert").text == "Tom is here already"
    scorekeeper.send(page, {"player": "Haruka", "meant-Haruka": "=Haru"}, path)
    assert players(store)[-1] == "Haru"


def test_same_as_last_time_takes_the_game_and_the_people(scorekeeper: Browser, store: Store) -> None:
    opened(scorekeeper, "Haru", "Tom")
    [again] = [one for one in scorekeeper.open("/evenings/new").main.all("a") if "like=2" in one["href"]]
    form = scorekeeper.open(again["href"])
    assert [one["value"] for one in form.main.all("input", name="player")] == ["Haru", "Tom", "Mu", "Aki"]
    assert store.counts().records == 2


@pytest.mark.parametrize(("answer", "event"), [("yes", CUP_NAME), ("no", "winter　CUP")])
def test_an_event_that_nearly_has_the_name_of_a_tournament_is_asked_about(
    scorekeeper: Browser, store: Store, answer: str, event: str
) -> None:
    create_tournament(store)
    asked = opened(scorekeeper, "Haru", "Ken", name="winter　CUP")
    assert CUP_NAME in asked.main.one("fieldset", class_="notice").text
    with pytest.raises(NoSuchRecord):
        store.record(2)
    opened(scorekeeper, "Haru", "Ken", name="winter　CUP", of_tournament=answer)
    assert msgspec.json.decode(store.record(2).record)["event"]["name"] == event
