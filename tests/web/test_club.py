"""A club: its name, the evening of today, its password, its data with backups and restores, and the samples."""

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask

from daifu.api.http import rate_limit
from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.data.evenings import open_evening
from daifu.data.people import known_names
from daifu.data.restore import put_in_place
from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, MEMBERS, PUBLIC, SCOREKEEPER, Author, Club, Look, RecordFilter, SeasonTerms
from daifu.schemas.judgement import judge_json
from tests.support.http_app import bearer_headers
from tests.support.pages import Browser, Element, Page, small_picture
from tests.support.stores import ANN, evening, judged_sitting

SETTINGS = {"name": "Friday court", "rules": "dalmuti", "people": "Haru\n\n Natsu ", "reading": MEMBERS}


@pytest.fixture
def court(store: Store) -> None:
    """The club has a name."""
    store.club.write(Club("Friday court", "dalmuti", PUBLIC), ANN)


def play_tonight(store: Store, day: str) -> int:
    """The evening that was opened on a day."""
    event = {"name": "Court", "date": day, "opened": f"{day}T18:00:00+00:00"}
    return open_evening(store, ANN, "dalmuti", {}, ["Haru", "Natsu", "Aki", "Fuyu"], event).id


def filled_buttons(browser: Browser) -> list[Element]:
    """The links of the first page that stand out."""
    links = browser.open("/").one("main").all("a", class_="button")
    return [one for one in links if not one.has({"class_": "plain"})]


def test_a_new_store_asks_its_admin_for_the_club(admin: Browser, store: Store) -> None:
    page = admin.send(admin.open("/"), SETTINGS, "/club")
    assert page.one("h1").text == "Friday court"
    assert page.one("title").text == "Tonight – \u2068Friday court\u2069"
    assert store.club.find() == Club("Friday court", "dalmuti", MEMBERS)
    assert known_names(store) == ["Haru", "Natsu"]


def test_the_settings_tell_what_was_changed_and_by_whom(admin: Browser) -> None:
    admin.send(admin.open("/club"), SETTINGS, "/club")
    others = {**SETTINGS, "reading": "public", "rules": "", "password": "seven jokers"}
    admin.send(admin.open("/club"), others, "/club")
    told = [one.text for one in admin.open("/club").main.one("details").all("li")]
    assert [
        one.partition(" – ")[2].replace("\u2068", "").replace("\u2069", "").removesuffix(" ( a admin )") for one in told
    ] == [
        "a new password of the club",
        "who may see results: everybody",
        "usually played: this and that",
        "names of people: 2",
        "who may see results: members only: nothing is shown before they sign in",
        "usually played: The Great Dalmuti",
        "the name is Friday court",
    ]
    assert "会のパスワードを変更" in admin.open("/club?lang=ja").main.text


def test_others_are_not_asked(scorekeeper: Browser, browser: Browser) -> None:
    for reader in (scorekeeper, browser):
        assert reader.open("/").one("h1").text == "Games of the Daifugo family"


@pytest.mark.usefixtures("court")
def test_where_nothing_is_played_the_one_filled_button_starts_the_usual_game(scorekeeper: Browser) -> None:
    [button] = filled_buttons(scorekeeper)
    assert (button.text, button["href"]) == ("Start tonight", "/evenings/new?rules=dalmuti")


@pytest.mark.usefixtures("court")
def test_tonight_comes_first_with_the_next_deal(scorekeeper: Browser, browser: Browser, store: Store) -> None:
    evening = play_tonight(store, datetime.now(UTC).date().isoformat())
    [button] = filled_buttons(scorekeeper)
    assert (button.text, button["href"]) == ("Enter deal 1", f"/games/{evening}/evening")
    assert browser.open("/").one("section", **{"aria-labelledby": "tonight"}).text.startswith("Tonight: Court")


@pytest.mark.usefixtures("court")
def test_an_evening_of_last_week_is_not_tonight(browser: Browser, store: Store) -> None:
    play_tonight(store, "2026-01-02")
    assert not browser.open("/").all("h2", id="tonight")


def test_wrong_settings_are_shown_again(admin: Browser, store: Store) -> None:
    page = admin.send(admin.open("/club"), {**SETTINGS, "password": "short"}, "/club")
    assert page.status == 422
    assert page.one("div", role="alert").text == "A password has at least 8 letters."
    assert page.one("input", name="name")["value"] == "Friday court"
    assert store.club.find() is None


@pytest.mark.usefixtures("court")
def test_the_password_of_the_club_signs_in(browser: Browser, store: Store) -> None:
    store.club.set_password("seven jokers", ANN)
    assert browser.sign_in("six jokers").status == 401
    assert browser.sign_in("seven jokers").all("a", href="/sign-out")
    store.club.set_password("eight jokers", ANN)
    assert not browser.open("/").all("a", href="/sign-out")


@pytest.mark.usefixtures("court")
def test_another_password_signs_in_only_to_read(admin: Browser, browser: Browser) -> None:
    page = admin.open("/club")
    one = admin.send(page, {**SETTINGS, "password": "seven jokers", "reading_password": "seven jokers"}, "/club")
    assert (one.status, one.one("div", role="alert").text.partition(":")[0]) == (
        422,
        "Please choose another password for those who only read",
    )
    admin.send(
        page,
        {**SETTINGS, "reading": "members", "password": "seven jokers", "reading_password": "eight jokers"},
        "/club",
    )
    assert (
        admin.send(
            admin.open("/club"), {**SETTINGS, "reading": "members", "reading_password": "seven jokers"}, "/club"
        ).status
        == 422
    )
    browser.sign_in("eight jokers")
    assert (browser.open("/games").status, browser.open("/evenings/new").status) == (200, 403)
    admin.send(admin.open("/club"), {**SETTINGS, "reading": "members", "no_reading_password": "on"}, "/club")
    assert browser.open("/games").status == 401


@pytest.mark.usefixtures("court")
def test_passwords_cannot_be_guessed_fast(service: Flask, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "monotonic_ns", lambda: 0)  # a slow machine gives back a try meanwhile
    store.club.set_password("seven jokers", ANN)
    guesser = Browser(service.test_client())
    assert [guesser.sign_in("six jokers").status for _ in range(11)] == [401] * 10 + [429]
    assert guesser.sign_in("seven jokers").status == 429


@pytest.mark.usefixtures("court")
def test_the_first_evening_begins_with_the_people_of_the_club_as_they_were_typed(
    scorekeeper: Browser, store: Store
) -> None:
    store.club.set_names(["Natsu", "Haru", "Aki", "Fuyu"], ANN)
    page = scorekeeper.open("/evenings/new?rules=dalmuti")
    assert [one["value"] for one in page.all("input", name="player")][:5] == ["Natsu", "Haru", "Aki", "Fuyu", ""]
    play_tonight(store, "2026-01-02")
    page = scorekeeper.open("/evenings/new?rules=dalmuti")
    assert page.all("input", name="player")[0]["value"] == ""


def download(browser: Browser, what: str) -> bytes:
    """The file that a button of the page sends."""
    page = browser.open("/data")
    token = page.all("input", name="csrf_token")[0]["value"]
    answer = browser.client.post(
        f"/data/{what}", base_url=browser.url, data={"csrf_token": token}, headers={"Referer": f"{browser.url}/data"}
    )
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="daifu-')
    with answer:
        return answer.get_data()


def games(store: Store) -> int:
    return len(store.page(RecordFilter()).records)


def test_a_backup_is_a_store_with_all_that_there_is(store: Store, admin: Browser, tmp_path: Path) -> None:
    evening(store, "Haru", "Natsu", "Aki", "Fuyu")
    (tmp_path / "copy.db").write_bytes(download(admin, "backup"))
    with closing(open_store(tmp_path / "copy.db")) as copy:
        assert games(copy) == 1
        assert [token.name for token in copy.tokens()] == ["a admin"]


def test_everything_is_a_zip_of_files_that_other_programs_read(store: Store, admin: Browser) -> None:
    evening(store, "Haru", "Natsu", "Aki", "Fuyu")
    small = small_picture("PNG")
    store.people.set_look("Haru", Look("Bunny", 3), small, Author())
    store.seasons.add(SeasonTerms("Spring", since=date(2026, 4, 1)), Author())
    with ZipFile(io.BytesIO(download(admin, "everything"))) as found:
        [line] = found.read("games.ndjson").splitlines()
        assert judge_json(line).facts.players[0] == ("Haru", "Haru")
        rows = list(csv.DictReader(io.StringIO(found.read("people.csv").decode("utf-8-sig"))))
        assert [row["name"] for row in rows] == ["Aki", "Fuyu", "Haru", "Natsu"]
        assert (rows[2]["nickname"], rows[2]["colour"]) == ("Bunny", "3")
        assert found.read(rows[2]["picture"]) == small
        [season] = csv.DictReader(io.StringIO(found.read("seasons.csv").decode("utf-8-sig")))
        assert (season["name"], season["since"]) == ("Spring", "2026-04-01")


@pytest.mark.parametrize("what", ["backup", "everything"])
def test_programs_of_admins_fetch_the_same(service: Flask, store: Store, what: str) -> None:
    evening(store, "Haru", "Natsu", "Aki", "Fuyu")
    client = service.test_client()
    secrets = {role: store.create_token(role, role).secret for role in (ADMIN, SCOREKEEPER)}
    answers = {role: client.get(f"/v1/{what}", headers=bearer_headers(secret)) for role, secret in secrets.items()}
    assert (answers[SCOREKEEPER].status_code, client.get(f"/v1/{what}").status_code) == (403, 401)
    found = answers[ADMIN]
    assert (found.status_code, found.headers["Cache-Control"]) == (200, "no-store")
    assert found.data.startswith({"backup": b"SQLite format 3", "everything": b"PK"}[what])
    for answer in answers.values():
        answer.close()


@pytest.mark.parametrize("what", ["backup", "everything", "restore", "restore/confirm", "samples/drop"])
def test_nobody_but_admins_has_any_of_it(scorekeeper: Browser, browser: Browser, what: str) -> None:
    for one in (scorekeeper, browser):
        token = one.open("/sign-in").all("input", name="csrf_token")[0]["value"]
        answer = one.client.post(f"/data/{what}", base_url=one.url, data={"csrf_token": token}, headers=one.headers)
        assert answer.status_code in {401, 403}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[tuple[str, Browser, Path]]:
    """A store of one game in a file, an admin's browser of its service, and a backup with two games."""
    db = str(tmp_path / "club.db")
    with closing(open_store(tmp_path / "backup.db")) as other:
        other.add([judged_sitting("A"), judged_sitting("B")], Author())
    with closing(open_store(db)) as store:
        store.add([judged_sitting("C")], Author())
        admin = Browser(create_service(Settings(db=db), store).test_client())
        admin.sign_in(store.create_token("Haru", ADMIN).secret)
        yield db, admin, tmp_path / "backup.db"


def look_at(browser: Browser, content: bytes) -> Page:
    """The page after a file was sent to be looked at."""
    return browser.send(browser.open("/data"), {"backup": (io.BytesIO(content), "backup.db")}, "/data/restore")


def test_a_backup_takes_the_place_of_the_store_at_the_next_start_and_the_store_stays_beside_it(
    club: tuple[str, Browser, Path],
) -> None:
    db, admin, backup = club
    seen = look_at(admin, backup.read_bytes())
    assert "games: 2, tournaments: 0" in seen.main.one("section", class_="notice").text
    page = admin.send(seen, {}, "/data/restore/confirm")
    assert page.main.one("h2", id="waiting").text == "A backup waits"
    with closing(open_store(db)) as present:
        assert games(present) == 1
    former = put_in_place(db)
    assert former is not None
    assert not [*Path(db).parent.glob("*.uploaded*"), *Path(db).parent.glob("*.to-restore")]
    for place, count in ((db, 2), (str(former), 1)):
        with closing(open_store(place)) as found:
            assert games(found) == count
    assert put_in_place(db) is None


def test_who_decides_otherwise_keeps_the_store(club: tuple[str, Browser, Path]) -> None:
    db, admin, backup = club
    page = admin.send(look_at(admin, backup.read_bytes()), {}, "/data/restore/confirm")
    assert not admin.send(page, {}, "/data/restore/cancel").main.all("h2", id="waiting")
    assert put_in_place(db) is None


@pytest.mark.parametrize("content", [b"", b"no store", b"SQLite format 3\x00" + bytes(4_096)])
def test_a_file_that_is_no_backup_is_refused(club: tuple[str, Browser, Path], content: bytes) -> None:
    db, admin, _ = club
    assert look_at(admin, content).main.one("p", class_="problem").text == "This file is no backup of daifu."
    assert put_in_place(db) is None


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
