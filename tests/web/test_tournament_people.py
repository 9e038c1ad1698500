"""The people of a tournament: lists and sheets of names, who is meant, check-in, the door, waiting and leaving."""

import io

import pytest

from daifu.api.web.entry.names import ListedPerson, read_names, read_sheet_names
from daifu.api.web.links import door_link
from daifu.data.store.store import Store
from daifu.data.tournaments.changes import CheckedIn, Entered, Result, RoundClosed, StageOpened
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import RoundId
from tests.support.pages import Browser, Page, maker
from tests.support.stores import ANN, judged_sitting
from tests.support.tournaments.store import BY_PLACE, append_changes, create_tournament, make_cup


@pytest.fixture
def cup(store: Store) -> int:
    """A tournament without entrants."""
    cup = create_tournament(store)
    append_changes(store, cup, StageOpened(name="Rounds"))
    return cup


def add(browser: Browser, cup: int, **values: object) -> Page:
    address = f"/tournaments/{cup}/people"
    return browser.send(browser.open(address), values, address)


def names(store: Store, cup: int) -> list[str]:
    return [one.name for one in store.tournaments.present(cup).state.entrants]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Haru\n\n Natsu \nAki", ["Haru", "Natsu", "Aki"]),
        ("1. Haru\n2) Natsu\n３　Aki", ["Haru", "Natsu", "３　Aki"]),
        ("Haru, Natsu、Aki", ["Haru", "Natsu", "Aki"]),
        ("Haru\nHaru\nNatsu", ["Haru", "Natsu"]),
    ],
)
def test_names_are_read_as_people_write_them(text: str, people: list[str]) -> None:
    assert [one.name for one in read_names(text)] == people


def test_a_team_follows_a_tab_or_a_comma() -> None:
    assert read_names("Haru\tReds\nNatsu, Blues") == [ListedPerson("Haru", "Reds"), ListedPerson("Natsu", "Blues")]


def test_the_names_of_a_sheet_stand_in_its_column_of_names() -> None:
    sheet = "No.,氏名,チーム\n1,花子,赤\n2,太郎,\n".encode()
    assert read_sheet_names(sheet) == [ListedPerson("花子", "赤"), ListedPerson("太郎")]
    assert read_sheet_names(b"Haru\nNatsu\n") == [ListedPerson("Haru"), ListedPerson("Natsu")]


def test_a_list_of_names_is_entered_at_once(store: Store, scorekeeper: Browser, cup: int) -> None:
    add(scorekeeper, cup, names="Haru\nNatsu, Reds\nAki")
    assert names(store, cup) == ["Haru", "Natsu", "Aki"]
    assert store.tournaments.present(cup).state.entrants[1].team == "Reds"


def test_the_people_of_a_file_are_entered(store: Store, scorekeeper: Browser, cup: int) -> None:
    add(scorekeeper, cup, file=(io.BytesIO(b"name\nHaru\nNatsu\n"), "people.csv"))
    assert names(store, cup) == ["Haru", "Natsu"]


def test_a_name_like_that_of_a_known_player_is_asked_about(store: Store, scorekeeper: Browser, cup: int) -> None:
    store.add([judged_sitting(players=["Haruka", "Junko", "Shimo", "Aki"])], ANN)
    asked = add(scorekeeper, cup, names="Harukka\nNatsu")
    assert asked.main.one("legend").text == "Harukka"
    assert names(store, cup) == []
    scorekeeper.send(asked, {"names": "Harukka\nNatsu", "meant-Harukka": "=Haruka"})
    assert names(store, cup) == ["Haruka", "Natsu"]


def test_who_is_entered_already_is_told_and_not_entered_again(store: Store, scorekeeper: Browser, cup: int) -> None:
    append_changes(store, cup, Entered(name="Haru"))
    asked = add(scorekeeper, cup, names="ＨＡＲＵ\nNatsu")
    scorekeeper.send(asked, {"names": "ＨＡＲＵ\nNatsu", "asked": "yes"})
    assert names(store, cup) == ["Haru", "Natsu"]


def test_a_tap_checks_in_and_another_takes_it_back(store: Store, scorekeeper: Browser, cup: int) -> None:
    append_changes(store, cup, Entered(name="Haru"))
    for here in (True, False):
        page = scorekeeper.open(f"/tournaments/{cup}/people")
        button = page.main.one("button", name="here")
        form = {"entrant": "1", "here": button["value"]}
        token = page.main.all("input", name="csrf_token")[0]["value"]
        scorekeeper.client.post(f"/tournaments/{cup}/people/here", data={**form, "csrf_token": token})
        assert store.tournaments.present(cup).state.entrants[0].here is here


def test_at_the_door_people_check_themselves_in_and_nobody_out(store: Store, browser: Browser, cup: int) -> None:
    append_changes(store, cup, Entered(name="Haru"), Entered(name="Natsu"), CheckedIn(entrants=(2,)))
    door = browser.open(door_link(store, maker(store), cup))
    assert [one.text.strip("\u2068\u2069") for one in door.main.all("button", name="entrant")] == ["Haru"]
    after = browser.send(door, {"entrant": "1"})
    assert "You are checked in." in after.main.one("p", role="status").text
    [entry] = store.tournaments.log(cup, store.tournaments.version(cup) - 1)
    assert (entry.author, entry.change) == ("door", CheckedIn(entrants=(1,)))


def test_a_link_to_the_door_ends_when_the_desk_ends_it(
    store: Store, scorekeeper: Browser, browser: Browser, cup: int
) -> None:
    append_changes(store, cup, Entered(name="Haru"))
    link = door_link(store, maker(store), cup)
    address = f"/tournaments/{cup}/people"
    scorekeeper.send(scorekeeper.open(address), {}, f"{address}/door/end")
    assert browser.open(link).status == 410


def test_who_waits_gets_a_place_by_one_tap(store: Store, scorekeeper: Browser, cup: int) -> None:
    add(scorekeeper, cup, names="Haru", waiting="yes")
    assert store.tournaments.present(cup).state.entrants[0].waiting
    address = f"/tournaments/{cup}/people"
    scorekeeper.send(scorekeeper.open(address), {"job": "return"}, f"{address}/1")
    assert store.tournaments.present(cup).state.present_in(RoundId(1, 1)) == (1,)


def test_who_leaves_before_anything_is_drawn_is_out_of_the_first_round(
    store: Store, scorekeeper: Browser, cup: int
) -> None:
    append_changes(store, cup, Entered(name="Haru"))
    address = f"/tournaments/{cup}/people/1"
    page = scorekeeper.open(address)
    token = page.main.all("input", name="csrf_token")[0]["value"]
    scorekeeper.client.post(address, data={"job": "leave", "csrf_token": token}, headers={"Referer": scorekeeper.url})
    assert store.tournaments.present(cup).state.entrants[0].has_withdrawn


def test_a_misspelt_name_is_corrected_and_records_know_the_new_one(
    store: Store, scorekeeper: Browser, cup: int
) -> None:
    append_changes(store, cup, Entered(name="Harku"))
    address = f"/tournaments/{cup}/people/1"
    token = scorekeeper.open(address).main.all("input", name="csrf_token")[0]["value"]
    scorekeeper.client.post(address, data={"job": "rename", "name": "Haru", "csrf_token": token})
    assert store.tournaments.present(cup).state.entrants[0].ids == ("Haru",)


def test_who_has_played_is_here_also_without_checking_in(store: Store, scorekeeper: Browser) -> None:
    names = ("Haru", "Natsu", "Aki", "Fuyu", "Sora")
    cup = make_cup(store, names[:4], Settings(scoring=BY_PLACE))
    append_changes(
        store,
        cup,
        Result(stage=1, round=1, table=1, places=(1, 2, 3, 4)),
        RoundClosed(stage=1, round=1),
        Entered(name=names[4]),
        CheckedIn(entrants=(1,)),
    )
    notices = scorekeeper.open(f"/tournaments/{cup}/desk").main.all("p", class_="notice")
    assert "Not here yet: Sora" in [one.text for one in notices]
