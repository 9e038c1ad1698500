"""A service below a path of its host: what it takes, and where its headers and pages lead."""

import re

import pytest
from flask.testing import FlaskClient

from daifu.api.settings import InvalidSettings, Settings, read_settings
from daifu.api.web.app import create_service
from daifu.data.store.store import Store
from tests.support.http_client import store_evening

PREFIX = "/clubs/daifu"
BELOW = Settings(public_url=f"https://club.example{PREFIX}")


@pytest.fixture
def below(store: Store) -> FlaskClient:
    """A client of a service with pages that is below a path."""
    return create_service(BELOW, store).test_client()


@pytest.mark.parametrize("prefix", ["", PREFIX])
def test_a_request_comes_with_the_prefix_or_without_it(below: FlaskClient, prefix: str) -> None:
    answers = [below.get(f"{prefix}{path}") for path in ("/v1/rules", "/rules", "/", "/docs", "/nothing")]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 404]


def test_only_the_whole_prefix_counts(below: FlaskClient) -> None:
    assert below.get(PREFIX).status_code == 200
    assert below.get(f"{PREFIX}s/v1/rules").status_code == 404


def test_headers_lead_below_the_path(below: FlaskClient, scorekeeper: dict[str, str]) -> None:
    assert store_evening(below, scorekeeper, "1324").startswith(f"{PREFIX}/v1/records/")
    link = below.get("/v1/records?limit=1").headers["Link"]
    assert link == f'<{PREFIX}/v1/records?limit=1>; rel="first"'
    assert below.get("/evenings/new", headers={"Accept": "text/html"}).status_code == 401


@pytest.mark.parametrize("path", ["/", "/games", "/games/1", "/rules/dalmuti", "/sign-in", "/players/Haru"])
def test_every_address_of_a_page_leads_below_the_path(
    below: FlaskClient, scorekeeper: dict[str, str], path: str
) -> None:
    store_evening(below, scorekeeper, "1324", players=({"id": "Haru", "name": ' href="/games'}, "Natsu", "Aki", "Fuyu"))
    answer = below.get(path, headers={"Accept": "text/html", "Accept-Encoding": "identity"})
    text = answer.get_data(as_text=True)
    addresses = re.findall(r' (?:href|src|srcset|action|formaction)="(/[^"]*)"', text)
    assert len(addresses) > 5
    assert [address for address in addresses if not address.startswith(f"{PREFIX}/")] == []
    found = [below.get(address.partition("#")[0].replace("&amp;", "&")).status_code for address in set(addresses)]
    assert set(found) <= {200, 303, 401}


def test_cookies_are_those_of_the_path(below: FlaskClient, store: Store) -> None:
    assert "Path=/clubs/daifu" in below.get("/rules?lang=ja").headers["Set-Cookie"]
    secret = store.create_token("Ida", "admin").secret
    page = below.get(f"{PREFIX}/sign-in").get_data(as_text=True)
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    answer = below.post(f"{PREFIX}/sign-in", data={**form, "secret": secret})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    assert answer.headers["Location"].startswith(f"{PREFIX}/")
    assert "Path=/clubs/daifu" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("text", ["club.example", "https://club.example/a b", "https://club.example/?x", "/daifu"])
def test_what_is_no_address_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(InvalidSettings, match="an address such as"):
        read_settings({"DAIFU_PUBLIC_URL": text})


def test_a_slash_at_the_end_of_the_address_is_not_part_of_it() -> None:
    settings = read_settings({"DAIFU_PUBLIC_URL": "https://club.example/"})
    assert (settings.public_url, settings.prefix) == ("https://club.example", "")
