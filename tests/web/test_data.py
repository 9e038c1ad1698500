"""What keeps the data of a club: backups, all of it as files, and a restore after a look at what a backup holds."""

import csv
import io
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask

from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.data.restore import put_in_place
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, SCOREKEEPER, Author, Look, RecordFilter, SeasonTerms
from daifu.schemas.judgement import judge_json
from tests.support.http_app import bearer_headers
from tests.support.pages import Browser, Page, small_picture
from tests.support.stores import evening, judged_sitting


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
