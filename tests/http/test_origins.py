"""A service below a path of its host, and what scripts of other origins may read."""

import re

import pytest
from flask.testing import FlaskClient

from daifu.api.settings import InvalidSettings, Settings, read_settings
from daifu.api.web.app import create_service
from daifu.data.store.store import Store
from tests.support.http_app import MakeClient
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


CLUB = "https://club.example"
ALLOWED = "Access-Control-Allow-Origin"


@pytest.mark.parametrize(
    ("setting", "origin", "allowed"),
    [
        ("", CLUB, None),
        ("*", CLUB, "*"),
        (CLUB, CLUB, CLUB),
        (f"http://localhost:3000 {CLUB}", CLUB, CLUB),
        (CLUB, "https://club.example.net", None),
        (CLUB, "null", None),
    ],
)
def test_an_origin_reads_if_the_setting_names_it(
    make_client: MakeClient, setting: str, origin: str, allowed: str | None
) -> None:
    answer = make_client(Settings(cors=setting)).get("/v1/rules", headers={"Origin": origin})
    assert (answer.status_code, answer.headers.get(ALLOWED)) == (200, allowed)
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_cache_keeps_the_answers_to_two_origins_apart(make_client: MakeClient) -> None:
    client = make_client(Settings(cors=CLUB))
    assert "Origin" in client.get("/v1/rules").vary
    assert "Origin" not in make_client(Settings()).get("/v1/rules").vary


def test_a_script_sees_tags_links_limits_and_problems(make_client: MakeClient) -> None:
    client = make_client(Settings(cors="*"))
    answer = client.get("/v1/records?limit=x", headers={"Origin": CLUB})
    assert (answer.status_code, answer.headers[ALLOWED]) == (400, "*")
    assert {"ETag", "Link", "RateLimit"} <= set(answer.headers["Access-Control-Expose-Headers"].split(", "))


@pytest.mark.parametrize(("method", "methods"), [("GET", "GET, HEAD"), ("PUT", None), ("DELETE", None)])
def test_a_browser_is_told_that_scripts_may_read_and_not_write(
    make_client: MakeClient, method: str, methods: str | None
) -> None:
    client = make_client(Settings(cors="*"))
    asked = {"Origin": CLUB, "Access-Control-Request-Method": method}
    answer = client.options("/v1/records/1", headers=asked)
    assert (answer.status_code, answer.headers.get("Access-Control-Allow-Methods")) == (204, methods)


def test_no_script_reads_a_page_and_no_answer_to_a_write_is_shown_to_one(make_client: MakeClient) -> None:
    client = make_client(Settings(cors="*"))
    assert ALLOWED not in client.get("/docs", headers={"Origin": CLUB}).headers
    assert ALLOWED not in client.post("/v1/records", headers={"Origin": CLUB}).headers


@pytest.mark.parametrize("text", ["club.example", "https://club.example/", "https://club.example *", "*, *"])
def test_what_is_no_origin_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(InvalidSettings, match="origins such as"):
        read_settings({"DAIFU_CORS": text})
