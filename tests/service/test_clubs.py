"""Several clubs in one service: each has its people, tokens and links, and nothing of one opens another."""

import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from daifu.api.web.links import evening_link
from daifu.data.store.open import open_store
from daifu.data.store.values import MEMBERS, Author, Club
from tests.support.command_line import daifu, run_process
from tests.support.http_app import bearer_headers
from tests.support.processes import WAIT_SECONDS
from tests.support.running_service import RunningService, run_service
from tests.support.stores import evening

HOST = "saturday.example"
NAMES = {"friday": ("Haru", "Natsu", "Aki", "Fuyu"), "sunday": ("Ken", "Mei", "Tom", "Rin")}


def make_club(folder: Path, name: str) -> str:
    """Make the store of a club, by a process of its own: stores of tests begin as copies. The secret of an admin."""
    command = ("token", "create", "--name", "first", "--role", "admin", "--db", folder / f"{name}.db")
    return run_process(*command).stdout.decode().strip()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the clubs."""
    return tmp_path_factory.mktemp("clubs")


@pytest.fixture(scope="module")
def secrets(folder: Path) -> dict[str, str]:
    """The secret of an admin of each of two clubs, which have an evening each."""
    found = {name: make_club(folder, name) for name in NAMES}
    make_club(folder, HOST)
    for name, players in (*NAMES.items(), (HOST, ("Yuki", "Nao", "Sho", "Rei"))):
        with closing(open_store(folder / f"{name}.db")) as store:
            evening(store, *players)
    return found


@pytest.fixture(scope="module")
def service(
    folder: Path,
    secrets: dict[str, str],  # noqa: ARG001 - the clubs are made before
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[RunningService]:
    """The service of both."""
    with run_service(tmp_path_factory.mktemp("service"), DAIFU_CLUBS=str(folder)) as running:
        yield running


def get(service: RunningService, path: str, **settings: object) -> httpx2.Response:
    return httpx2.get(f"{service.url}{path}", timeout=WAIT_SECONDS, follow_redirects=True, **settings)  # type: ignore[arg-type]


def sign_in(client: httpx2.Client, service: RunningService, club: str, secret: str) -> None:
    """Sign in at a club."""
    form = client.get(f"/c/{club}/sign-in").text
    found = re.search(r'name="csrf_token" value="([^"]+)"', form)
    assert found
    answer = client.post(
        f"/c/{club}/sign-in", data={"csrf_token": found[1], "secret": secret}, headers={"Referer": f"{service.url}/"}
    )
    assert answer.status_code == 200


def test_each_club_has_its_people_and_pages(service: RunningService) -> None:
    for club, (first, *_) in NAMES.items():
        other = next(names[0] for name, names in NAMES.items() if name != club)
        page = get(service, f"/c/{club}/players")
        assert (first in page.text, other in page.text) == (True, False)
        links = re.findall(r' (?:href|src|action)="(/[^"]*)"', page.text)
        assert links
        assert all(link.startswith(f"/c/{club}/") for link in links)


def test_a_token_of_one_club_is_none_of_another(service: RunningService, secrets: dict[str, str]) -> None:
    statuses = [
        [get(service, f"/c/{club}/v1/tokens", headers=bearer_headers(secret)).status_code for club in NAMES]
        for secret in secrets.values()
    ]
    assert statuses == [[200, 401], [401, 200]]


def test_a_session_of_one_club_is_none_of_another_also_where_its_cookie_is_sent_there(
    service: RunningService, secrets: dict[str, str]
) -> None:
    with httpx2.Client(base_url=service.url, timeout=WAIT_SECONDS, follow_redirects=True) as client:
        sign_in(client, service, "friday", secrets["friday"])
        assert client.get("/c/friday/data").status_code == 200
        assert client.get("/c/sunday/data").status_code == 401
        [cookie] = [one for one in client.cookies.jar if one.name == "daifu_session"]
        assert cookie.path == "/c/friday"
        stolen = {"Cookie": f"daifu_session={cookie.value}"}
        assert get(service, "/c/friday/data", headers=stolen).status_code == 200
        assert get(service, "/c/sunday/data", headers=stolen).status_code == 401


def test_a_link_of_one_club_opens_nothing_of_another(service: RunningService, folder: Path) -> None:
    with closing(open_store(folder / "friday.db")) as store:
        [token] = store.tokens()
        link = evening_link(store, token.id, 1)
    assert "Haru" in get(service, f"/c/friday{link}").text
    assert get(service, f"/c/sunday{link}").status_code == 404
    signing_in = next(line for line in service.greeting if "/c/friday/enter" in line).rpartition("/c/friday")[2]
    assert [get(service, f"/c/{club}{signing_in}").status_code for club in NAMES] == [200, 410]


def test_a_closed_club_shows_nothing_and_others_stay_open(service: RunningService, folder: Path) -> None:
    with closing(open_store(folder / "sunday.db")) as store:
        store.club.write(Club("Sunday", reading=MEMBERS), Author())
    assert "Ken" not in get(service, "/c/sunday/players").text
    assert get(service, "/c/sunday/v1/records").status_code == 401
    assert "Haru" in get(service, "/c/friday/players").text


@pytest.mark.parametrize(
    "path", ["/", "/players", "/c", "/c/", "/c/monday", "/c/../friday", "/c/%2e%2e%2ffriday/", "/c/friday/metrics"]
)
def test_where_no_club_is_nothing_is_found(service: RunningService, path: str) -> None:
    connection = httpx2.get(service.url + path, timeout=WAIT_SECONDS)
    assert connection.status_code == 404
    assert "friday" not in connection.text


def test_a_club_whose_store_is_called_like_a_host_is_at_that_host(service: RunningService, folder: Path) -> None:
    at_host = {"Host": f"{HOST}:8000"}
    page = get(service, "/players", headers=at_host)
    assert ("Yuki" in page.text, "Haru" in page.text) == (True, False)
    assert 'href="/players"' in page.text
    assert get(service, "/c/friday/players", headers=at_host).status_code == 404
    assert get(service, "/metrics", headers=at_host).status_code == 404
    assert get(service, f"/c/{HOST}/players").status_code == 404
    assert get(service, "/players", headers={"X-Forwarded-Host": HOST}).status_code == 404
    [link] = [line for line in service.greeting if f"http://{HOST}:" in line]
    assert get(service, link.partition(HOST)[2].partition("/")[2].join(("/", "")), headers=at_host).status_code == 200
    with closing(open_store(folder / f"{HOST}.db")) as store:
        store.club.write(Club("Saturday", reading=MEMBERS), Author())
    assert "Yuki" not in get(service, "/players", headers=at_host).text


def test_a_folder_without_clubs_is_refused(tmp_path: Path) -> None:
    result = daifu("serve", "--clubs", tmp_path, "--port", "0")
    assert (result.exit_code, result.stderr.partition(";")[0]) == (2, f"daifu: there is no club in {tmp_path}")


def test_clubs_that_are_copies_of_one_store_are_refused(tmp_path: Path) -> None:
    make_club(tmp_path, "friday")
    shutil.copy(tmp_path / "friday.db", tmp_path / "sunday.db")
    result = daifu("serve", "--clubs", tmp_path, "--port", "0")
    assert (result.exit_code, "copies of one store" in result.stderr) == (2, True)
