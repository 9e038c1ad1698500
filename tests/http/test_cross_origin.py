"""Scripts of other origins: what they may read, where the settings allow it."""

import pytest

from daifu.api.settings import InvalidSettings, Settings, read_settings
from tests.support.http_app import MakeClient

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
