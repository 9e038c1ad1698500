"""The contract: valid, served as written, complete in every operation, and shown at `/docs`; and the lanes."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import OpenAPIV31SpecValidator

from daifu.api.http.app import lane_finder
from daifu.api.http.contract import openapi
from daifu.api.http.contract.openapi import METHODS, openapi_document
from daifu.api.http.lanes import Lane
from daifu.api.http.problem_types import PROBLEM_TYPES
from daifu.api.http.resources.docs import json_document
from daifu.api.http.responses import CSV_ADDRESS
from daifu.api.http.routes import GROUPS
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.answer import reference
from daifu.schemas.http.json_schema import SCHEMA_PATH, options_name
from tests.support.http_app import TRIAL, ContractChecker
from tests.support.http_client import EXPORT, FIRST_RECORD
from tests.support.project import PROJECT_ROOT
from tests.support.running_service import run_at_once

DOCUMENT: dict[str, Any] = yaml.load((PROJECT_ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
STATUSES = {kind.slug: str(kind.status) for kind in PROBLEM_TYPES}
CONTRACT = ContractChecker(DOCUMENT)
PROBLEM = "application/problem+json"


def operations() -> Iterator[tuple[str, str, Any]]:
    """The name, the path and the description of every operation."""
    for path, item in DOCUMENT["paths"].items():
        yield from ((f"{method} {path}", path, item[method]) for method in METHODS if method in item)


def test_it_is_a_valid_openapi_document() -> None:
    assert DOCUMENT["openapi"] == "3.1.0"
    assert [error.message for error in OpenAPIV31SpecValidator(DOCUMENT).iter_errors()] == []


def test_it_is_served_in_both_forms(client: FlaskClient) -> None:
    answers = client.get("/openapi.yaml"), client.get("/openapi.json")
    assert [answer.content_type for answer in answers] == ["application/yaml", "application/json"]
    assert yaml.load(answers[0].get_data(as_text=True), yaml.CSafeLoader) == answers[1].get_json()
    assert answers[1].get_json()["paths"].keys() >= DOCUMENT["paths"].keys()


def test_it_is_made_once_however_many_ask_for_it_at_first(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make() -> dict[str, Any]:
        made.append("made")
        return openapi_document()

    monkeypatch.setattr(openapi, "openapi_document", make)
    json_document.cache_clear()
    app = client.application
    answers = run_at_once(*8 * [lambda: app.test_client().get("/openapi.json")])
    assert {answer.status_code for answer in answers} == {200}
    assert made == ["made"]


def test_every_route_of_the_service_is_in_it(client: FlaskClient) -> None:
    told = ContractChecker(openapi_document([*GROUPS, TRIAL]))
    pages = {"/docs", "/docs/<name>", "/openapi.json", "/openapi.yaml", SCHEMA_PATH}
    missing = [
        (rule.rule, method)
        for rule in client.application.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule not in pages and told.operation(method, rule.rule.removesuffix(CSV_ADDRESS)) is None
    ]
    assert missing == []


def test_no_two_operations_have_one_id() -> None:
    ids = [operation["operationId"] for _, _, operation in operations()]
    assert len(set(ids)) == len(ids)


def test_every_operation_is_explained() -> None:
    unexplained = [
        name
        for name, path, operation in operations()
        if not operation["operationId"].isidentifier()
        or not operation["summary"].endswith(".")
        or len(operation["description"]) <= 10
        or not operation["tags"]
        or not all("description" in parameter for parameter in parameters(path, operation))
    ]
    assert unexplained == []


def parameters(path: str, operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for parameter in [*operation.get("parameters", []), *DOCUMENT["paths"][path].get("parameters", [])]:
        name = parameter.get("$ref", "").rpartition("/")[2]
        found = DOCUMENT["components"]["parameters"][name] if name else parameter
        if found["in"] != "path":
            yield found


def test_every_problem_of_an_operation_is_told_under_its_status() -> None:
    refusals = [
        (name, status, CONTRACT.shared(response)["content"])
        for name, _, operation in operations()
        for status, response in operation["responses"].items()
        if int(status) >= 400
    ]
    wrong = [
        (name, status)
        for name, status, content in refusals
        if list(content) != [PROBLEM] or {STATUSES[slug] for slug in content[PROBLEM]["examples"]} != {status}
    ]
    assert wrong == []


def expected_refusals(path: str, operation: dict[str, Any]) -> set[str]:
    """The statuses by which an operation can be refused: by what it is on, needs and takes."""
    is_api = path.startswith("/v1/")
    found = {
        "500": True,
        "429": is_api,
        "404": "{" in path,
        "401": is_api,
        "403": is_api and {} not in operation["security"],
        "400": "requestBody" in operation or any(one["in"] == "query" for one in parameters(path, operation)),
        **dict.fromkeys(("413", "415", "422"), "requestBody" in operation),
    }
    return {status for status, is_expected in found.items() if is_expected}


def test_every_operation_tells_how_it_can_be_refused() -> None:
    missing = {
        name: expected_refusals(path, operation) - operation["responses"].keys()
        for name, path, operation in operations()
    }
    assert {name: statuses for name, statuses in missing.items() if statuses} == {}


def bodies(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The content of every body of an operation, by its media types."""
    for body in (*operation["responses"].values(), operation.get("requestBody", {})):
        if "content" in body:
            yield body["content"]


def test_every_body_has_an_example() -> None:
    without = [
        (name, list(content))
        for name, _, operation in operations()
        for content in bodies(operation)
        if not any(media.get("example") is not None or media.get("examples") for media in content.values())
    ]
    assert without == []


def test_every_example_is_of_its_schema() -> None:
    wrong = [
        (name, complaint)
        for name, _, operation in operations()
        for content in bodies(operation)
        for media in content.values()
        if "example" in media
        for complaint in CONTRACT.complaints(media["schema"], media["example"])
    ]
    assert wrong == []


def test_json_is_the_first_of_several_forms_of_an_answer() -> None:
    """Generators of clients take the first."""
    several = [
        (name, list(response["content"]))
        for name, _, operation in operations()
        for response in operation["responses"].values()
        if len(response.get("content", {})) > 1
    ]
    assert [(name, forms) for name, forms in several if forms[0] != "application/json"] == []


def test_what_is_read_in_json_has_a_tag() -> None:
    """But for what is asked for to see whether it goes on."""
    answers = {
        path: item["get"]["responses"]["200"]
        for path, item in DOCUMENT["paths"].items()
        if "get" in item and path.startswith("/v1/") and "/jobs/" not in path
    }
    untagged = [
        path
        for path, told in answers.items()
        if "application/json" in told["content"] and "ETag" not in told["headers"]
    ]
    assert untagged == []


def test_no_parameter_is_a_document_of_its_own() -> None:
    """Generators of clients leave out parameters with a media type."""
    found = [
        (name, one["name"])
        for name, path, operation in operations()
        for one in parameters(path, operation)
        if "content" in one
    ]
    assert found == []


def patterns(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("pattern"), str):
            yield part["pattern"]
        for value in part.values():
            yield from patterns(value)
    elif isinstance(part, list):
        for value in part:
            yield from patterns(value)


def test_patterns_are_those_that_go_and_rust_read() -> None:
    unread = re.compile(r"\(\?[=!<]|\\u|\\[AZz1-9]")
    assert [pattern for pattern in set(patterns(DOCUMENT)) if unread.search(pattern)] == []


def test_an_answer_may_have_new_fields_and_a_request_may_not() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    assert "additionalProperties" not in schemas["Uploaded"]
    assert schemas["Record"]["additionalProperties"] is False


@pytest.mark.parametrize("rules", PROFILES)
def test_the_schema_of_options_takes_what_the_game_takes(rules: str) -> None:
    options = PROFILES[rules].options
    defaults = {option.name: option.default for option in options}
    assert CONTRACT.complaints(reference(options_name(rules)), defaults) == []
    assert CONTRACT.complaints(reference(options_name(rules)), {"no_such_option": True}) != []


def forms(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from schema.get("anyOf", [schema])


@pytest.mark.parametrize("rules", PROFILES)
def test_every_word_and_number_of_the_schema_of_options_is_taken(rules: str) -> None:
    schemas = DOCUMENT["components"]["schemas"][options_name(rules)]["properties"]
    described = [(option, schemas[option.name]) for option in PROFILES[rules].options]
    described += [
        (part, form["properties"][part.name])
        for option in PROFILES[rules].options
        for part in option.parts()
        for form in forms(schemas[option.name])
        if "properties" in form
    ]
    refused = [
        (option.name, value)
        for option, schema in described
        for form in forms(schema)
        for value in [*form.get("enum", []), *(form[end] for end in ("minimum", "maximum") if end in form)]
        if not option.accepts(value)
    ]
    assert refused == []


def test_every_problem_is_one_that_some_operation_can_come_to() -> None:
    """Or it belongs to no operation: an address does not know a method, or the request cannot be read."""
    told = {
        slug
        for _, _, operation in operations()
        for response in operation["responses"].values()
        for slug in CONTRACT.shared(response).get("content", {}).get(PROBLEM, {}).get("examples", {})
    }
    unread = {"method-not-allowed", "timeout", "address-too-long", "headers-too-large"}
    assert told | unread == STATUSES.keys()


def test_every_example_of_a_problem_is_one() -> None:
    schema = {"$ref": "#/components/schemas/Problem"}
    examples = DOCUMENT["components"]["examples"]
    assert {slug: CONTRACT.complaints(schema, one["value"]) for slug, one in examples.items() if slug in STATUSES} == {
        slug: [] for slug in STATUSES
    }


PAGE = "/docs"


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
    assert 'url: "openapi.yaml"' in client.get("/docs/start.js").get_data(as_text=True)


@pytest.mark.parametrize("name", ["nothing.js", "..%2F__init__.py", "docs.html"])
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    assert client.get(f"/docs/{name}").status_code == 404


def test_a_file_that_the_browser_has_is_not_sent_again(client: FlaskClient) -> None:
    version = client.get("/docs/start.js").headers["ETag"]
    assert client.get("/docs/start.js", headers={"If-None-Match": version}).status_code == 304


@pytest.mark.parametrize(
    ("address", "lane"),
    [(FIRST_RECORD, None), ("/healthz", None), (EXPORT, Lane.COSTLY), ("/v1/export/actions.parquet", Lane.COSTLY)],
)
def test_exports_keep_no_small_read_waiting(app: Flask, address: str, lane: Lane | None) -> None:
    assert lane_finder(app)({"REQUEST_METHOD": "GET", "PATH_INFO": address}) is lane
