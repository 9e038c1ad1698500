"""People on pages: who is here twice, a merge with a look at what changes, undoing it, another name."""

from io import BytesIO

import pytest

from daifu.api.web.page_files import makes_pdf
from daifu.data.store.store import Store
from daifu.data.store.values import Look, RecordFilter
from daifu.data.tournaments.changes import Result
from daifu.data.tournaments.settings import Settings
from daifu.schemas.http.query_fields import REASON_LENGTH
from tests.support.pages import Browser, small_picture
from tests.support.stores import ANN, evening
from tests.support.tournaments.store import BY_PLACE, make_cup


def test_two_names_that_look_the_same_are_merged_by_three_taps(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haru", "Mu", "Shimo", "Aki", table="A")
    evening(store, "Haru", "Mu", "Shimo", "Aki", table="B")
    evening(store, "ｈａｒｕ", "Mu", "Shimo", "Aki", table="C")
    similar = scorekeeper.open(scorekeeper.open("/players").main.one("a", href="/people/same")["href"])
    [asked] = similar.main.all("a", class_="button")
    preview = scorekeeper.open(asked["href"])
    assert preview.main.one("h1").text == "Are ｈａｒｕ and Haru one person?"
    games, deals, *_ = [[cell.text for cell in row.all("td")] for row in preview.main.one("tbody").all("tr")]
    assert games == ["1", "2", "3"]
    assert int(deals[0]) + int(deals[1]) == int(deals[2])
    done = scorekeeper.send(preview, {}, "/people/merge")
    assert (done.main.one("h1").text, done.address) == ("Haru", "/players/Haru")
    assert store.people.one("ｈａｒｕ").id == "Haru"
    assert "Nobody" in scorekeeper.open("/people/same").main.text


def test_a_merge_is_undone_by_one_button(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haru", "Mu", "Shimo", "Aki", table="A")
    evening(store, "haru", "Mu", "Shimo", "Aki", table="B")
    preview = scorekeeper.open("/people/merge?player=haru&into=Haru")
    scorekeeper.send(preview, {}, "/people/merge")
    scorekeeper.send(scorekeeper.open("/players/Haru/changes"), {}, "/people/merges/1/undo")
    assert store.people.merged() == {}
    assert "the merge of haru was undone" in scorekeeper.open("/players/Haru").main.text
    assert scorekeeper.open("/players/Haru/changes").main.all("form", action="/people/merges/1/undo") == []


def test_two_people_whose_names_look_the_same_are_not_asked_about_again(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haru", "Mu", "Shimo", "Aki", table="A")
    evening(store, "haru", "Mu", "Shimo", "Aki", table="B")
    page = scorekeeper.open("/people/same")
    assert "Nobody" in scorekeeper.send(page, {}, "/people/same").main.text
    changes = scorekeeper.open("/players/Haru/changes").main
    assert "haru and Haru are two people" in changes.text
    assert changes.all("a", href="/people/merge?player=haru&into=Haru") == []


def test_those_who_sat_in_one_deal_stay_two_and_the_page_says_where(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haru", "haru", "Shimo", "Aki")
    assert "Nobody" in scorekeeper.open("/people/same").main.text
    page = scorekeeper.open("/people/merge?player=haru&into=Haru")
    assert page.status == 409
    assert "Both sat in deal 1 of game 1" in page.main.text


def test_somebody_else_is_found_by_a_name_however_it_is_written(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haru", "Mu", "Shimo", "Aki", table="A")
    evening(store, {"id": "p1", "name": "春 子"}, "Mu", "Shimo", "Aki", table="B")
    page = scorekeeper.open("/people/merge?player=Haru&into=春子")
    assert page.main.one("h1").text == "Are Haru and 春 子 one person?"


def test_a_person_is_renamed_on_their_page(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haru", "Mu", "Shimo", "Aki")
    page = scorekeeper.open("/players/Haru/changes")
    done = scorekeeper.send(page, {"name": "Haruka"}, "/players/Haru/name")
    assert done.main.one("h1").text == "Haruka"
    assert store.people.history("Haru")[-1].reason == "a new name"
    refused = scorekeeper.send(page, {"name": " "}, "/players/Haru/name")
    assert refused.status == 422


def test_a_new_name_with_a_reason_that_is_too_long_is_refused(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haru", "Mu", "Shimo", "Aki")
    typed = {"name": "Haruka", "reason": "x" * (REASON_LENGTH + 1)}
    page = scorekeeper.send(scorekeeper.open("/players/Haru/changes"), typed, "/players/Haru/name")
    assert page.status == 422
    assert "A reason has at most 500 characters" in page.main.one("p", role="alert").text
    assert {name: page.main.one("input", name=name)["value"] for name in typed} == typed
    assert store.people.one("Haru").name == "Haru"


def test_only_scorekeepers_change_people(browser: Browser, reader: Browser, store: Store) -> None:
    evening(store, "Haru", "Mu", "Shimo", "Aki")
    for address in ("/people/same", "/people/merge?player=Haru&into=Mu", "/players/Haru/changes"):
        assert {browser.open(address).status, reader.open(address).status} == {401, 403}
    assert reader.open("/players/Haru").main.all("a", href="/players/Haru/changes") == []


def test_an_admin_makes_a_person_anonymous_and_is_asked_twice(admin: Browser, store: Store) -> None:
    evening(store, "Haruko", "Mu", "Shimo", "Aki")
    asked = admin.open("/players/Haruko/anonymous")
    assert "1 games with 1 revisions" in asked.main.text
    assert admin.send(asked, {"name": "Mu"}).status == 422
    sure = admin.send(asked, {"name": "Haruko"})
    assert store.people.one("Haruko").name == "Haruko"
    done = admin.send(sure, {})
    assert "Player 1" in done.main.one("h1").text
    assert "made anonymous" in admin.open("/players/anonymous-1").main.text
    assert admin.open("/players/Haruko").status == 404


def test_only_admins_make_people_anonymous(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haruko", "Mu", "Shimo", "Aki")
    assert scorekeeper.open("/players/Haruko/anonymous").status == 403
    assert scorekeeper.open("/players/Haruko/changes").main.all("a", href="/players/Haruko/anonymous") == []


def test_all_that_is_stored_about_a_person_is_one_file(scorekeeper: Browser, store: Store) -> None:
    first = evening(store, "Haruko", "Mu", "Shimo", "Aki")
    store.withdraw(first, ANN, expected=1, reason="a mistake")
    evening(store, "Haruko", "Mu", "Shimo", "Aki", table="B")
    link = scorekeeper.open("/players/Haruko/changes").main.one("a", href="/players/Haruko/everything")
    answer = scorekeeper.client.get(link["href"], headers=scorekeeper.headers)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    found = answer.get_json()
    assert [len(record["revisions"]) for record in found["records"]] == [2, 1]
    assert found["records"][0]["revisions"][0]["record"]["players"][0] == "Haruko"
    assert found["person"]["id"] == "Haruko"


def test_games_that_somebody_else_played_are_moved_to_them(scorekeeper: Browser, store: Store) -> None:
    kept, moved = (evening(store, "Haruko", "Mu", "Shimo", "Aki", table=table) for table in "AB")
    asked = scorekeeper.open("/players/Haruko/moves")
    assert scorekeeper.send(asked, {"to": "Mu", "game": str(moved)}).status == 422
    done = scorekeeper.send(asked, {"to": "Haruka", "game": str(moved)})
    assert done.main.one("h1").text == "Haruka"
    players = {game.id: game.players[0][0] for game in store.page(RecordFilter()).records}
    assert players == {kept: "Haruko", moved: "Haruka"}
    assert store.revisions(moved)[-1].reason == "somebody else played"


def test_a_game_with_a_number_of_thousands_of_digits_is_none(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haruko", "Mu", "Shimo", "Aki")
    asked = scorekeeper.open("/players/Haruko/moves")
    answer = scorekeeper.send(asked, {"to": "Haruka", "game": "9" * 5_000})
    assert (answer.status, answer.main.one("p", role="alert").text) == (
        422,
        "Please choose games, and type who played them.",
    )


PNG = small_picture("PNG")


def test_a_person_gets_a_nickname_a_colour_and_a_picture(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haruko", "Mu", "Shimo", "Aki")
    page = scorekeeper.open("/players/Haruko/changes")
    sent = {"nickname": "Bunny", "colour": "3", "picture": (BytesIO(PNG), "me.png")}
    done = scorekeeper.send(page, sent, "/players/Haruko/look")
    assert done.main.one("h1").text == "Haruko “ Bunny ”"
    [face] = scorekeeper.open("/players").main.one("a", href="/players/Haruko").all("img")
    answer = scorekeeper.client.get(face["src"])
    assert (answer.mimetype, answer.data) == ("image/png", PNG)
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert [one.text for one in scorekeeper.open("/players?q=bunny").main.all("a", class_="player")] == ["Haruko"]
    scorekeeper.send(scorekeeper.open("/players/Haruko/changes"), {"without_picture": "yes"}, "/players/Haruko/look")
    assert scorekeeper.client.get(face["src"]).status_code == 404


@pytest.mark.skipif(not makes_pdf(), reason="Pango is missing, which comes with Debian's chromium")
def test_a_standing_with_pictures_of_people_is_a_pdf(scorekeeper: Browser, store: Store) -> None:
    names = ["Haruko", "Mu", "Shimo", "Aki"]
    evening(store, *names)
    scorekeeper.send(
        scorekeeper.open("/players/Haruko/changes"), {"picture": (BytesIO(PNG), "me.png")}, "/players/Haruko/look"
    )
    cup = make_cup(store, names, Settings(scoring=BY_PLACE))
    store.tournaments.append(cup, [Result(stage=1, round=1, table=1, places=(1, 2, 3, 4))], ANN, expected=None)
    assert scorekeeper.open(f"/tournaments/{cup}").main.all("img", class_="face")
    answer = scorekeeper.client.get(f"/tournaments/{cup}?format=pdf", headers=scorekeeper.headers)
    assert answer.data.startswith(b"%PDF")


def test_people_have_the_same_colours_wherever_they_sit_and_keep_what_they_chose(
    scorekeeper: Browser, store: Store
) -> None:
    evening(store, "Haruko", "Mu", "Shimo", "Aki", table="A")
    evening(store, "Aki", "Shimo", "Haruko", "Mu", table="B")
    store.people.set_look("Mu", Look(colour=5), None, ANN)
    found = []
    for game in store.page(RecordFilter()).records:
        page = scorekeeper.open(f"/games/{game.id}").main
        classes = [one.attributes.get("class", "") for one in page.all("span")]
        colours = [name.removeprefix("badge ") for name in classes if name.startswith("badge ")]
        found.append(dict(zip([id for id, _ in game.players], colours, strict=True)))
    assert found[0] == found[1]
    assert found[0]["Mu"] == "colour-5"
    assert len(set(found[0].values())) == 4


def test_a_file_that_is_no_small_picture_is_refused(scorekeeper: Browser, store: Store) -> None:
    evening(store, "Haruko", "Mu", "Shimo", "Aki")
    page = scorekeeper.open("/players/Haruko/changes")
    for picture in (b"<svg onload=alert(1)>", PNG + bytes(64 << 10), PNG[:-9]):
        sent = {"picture": (BytesIO(picture), "me.png")}
        assert scorekeeper.send(page, sent, "/players/Haruko/look").status == 422
    assert store.people.looks() == {}


def test_a_merged_person_has_one_look(store: Store) -> None:
    evening(store, "Haruko", "Mu", "Shimo", "Aki", table="A")
    evening(store, "haruko", "Mu", "Shimo", "Aki", table="B")
    store.people.merge("haruko", "Haruko", ANN, "one person")
    store.people.set_look("haruko", Look(colour=2), PNG, ANN)
    assert {player: look.colour for player, look in store.people.looks().items()} == {"Haruko": 2, "haruko": 2}
    assert store.people.picture("haruko") == PNG


@pytest.mark.parametrize("part", ["/rounds/1/1", "", "/wall?screen=1"])
def test_people_have_their_colours_and_pictures_on_all_pages_of_a_tournament(
    browser: Browser, store: Store, part: str
) -> None:
    names = ["Haruko", "Mu", "Shimo", "Aki"]
    evening(store, *names)
    store.people.set_look("Haruko", Look(colour=3), None, ANN)
    store.people.set_look("Mu", Look(), PNG, ANN)
    cup = make_cup(store, names, Settings(scoring=BY_PLACE), rounds=1)
    store.tournaments.append(cup, [Result(stage=1, round=1, table=1, places=(1, 2, 3, 4))], ANN, expected=None)
    main = browser.open(f"/tournaments/1{part}").main
    assert main.one("span", class_="face").attributes["class"] == "face colour-3"
    assert main.one("img", class_="face")["src"].startswith("/players/Mu/picture?mark=")
