"""`/docs`: the interactive documentation, without any network."""

import re

import pytest
from flask.testing import FlaskClient

PAGE = "/docs"


def test_the_root_leads_to_the_documentation(client: FlaskClient) -> None:
    answer = client.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)


def test_everything_that_the_page_needs_is_served_from_here(client: FlaskClient) -> None:
    page = client.get(PAGE).get_data(as_text=True)
    needed = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(needed) == 5
    assert {address: client.get(address).status_code for address in needed} == dict.fromkeys(needed, 200)


def test_the_page_may_load_nothing_from_another_host(client: FlaskClient) -> None:
    policy = client.get(PAGE).headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    sources = {source for rule in policy.split("; ") for source in rule.split()[1:]}
    assert sources == {"'none'", "'self'", "'unsafe-inline'", "data:"}
    assert "script-src 'self';" in policy


def test_no_browser_may_guess_what_an_answer_is(client: FlaskClient) -> None:
    answers = [client.get(path) for path in ("/docs", "/v1/rules", "/v1/nothing")]
    assert [answer.headers["X-Content-Type-Options"] for answer in answers] == ["nosniff"] * 3


def test_the_page_has_no_script_that_its_policy_forbids(client: FlaskClient) -> None:
    page = client.get(PAGE).get_data(as_text=True)
    assert re.findall(r"<script(?![^>]*src=)", page) == []
    assert re.findall(r" on\w+=", page) == []


def test_the_page_shows_the_contract(client: FlaskClient) -> None:
    assert 'url: "/openapi.json"' in client.get("/docs/start.js").get_data(as_text=True)


@pytest.mark.parametrize("name", ["nothing.js", "..%2F__init__.py", "docs.html"])
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    assert client.get(f"/docs/{name}").status_code == 404


def test_a_file_that_the_browser_has_is_not_sent_again(client: FlaskClient) -> None:
    version = client.get("/docs/start.js").headers["ETag"]
    assert client.get("/docs/start.js", headers={"If-None-Match": version}).status_code == 304
