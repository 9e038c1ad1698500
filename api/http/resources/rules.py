"""`/v1/rules` and `/v1/house-rules`: the rules of the games, and house rules, which are stored, read and compared."""

from functools import cache
from typing import Any, Final

from flask import Response, request

from daifu.api.http import problem_types
from daifu.api.http.access import caller_has_role, current_author, requires_read_access, requires_role
from daifu.api.http.etags import answers_not_modified, documents_not_modified, tagged_as
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import HTML, JSON, TOML
from daifu.api.http.operation import answers, fails_with, lane, takes_body, takes_query
from daifu.api.http.request_body import check_media_type, read_body
from daifu.api.http.requests import known_game
from daifu.api.http.responses import (
    empty_response,
    json_bytes_response,
    json_response,
    preferred_language,
    with_links,
    with_page_links,
)
from daifu.api.http.services import services
from daifu.api.views.addresses import house_address
from daifu.api.views.rules import (
    checked_view,
    comparison_view,
    game_view,
    games_view,
    house_view,
    houses_view,
    latest_view,
)
from daifu.api.views.values import encode_json
from daifu.data.houses import add_house, find_in
from daifu.data.store.values import ADMIN, SCOREKEEPER, StoredHouse
from daifu.data.stored_houses import flat_of, read_stored
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.answer import cursor_text
from daifu.schemas.house_comparison import check_house, compare_houses
from daifu.schemas.house_document import HOUSE_BYTES, house_toml, read_house
from daifu.schemas.house_sheet import house_sheet
from daifu.schemas.http.queries import HouseCompareQuery, HousePageQuery, LanguageQuery
from daifu.schemas.http.rules import (
    DOCUMENT_REFERENCE,
    CheckedHouse,
    Games,
    HouseComparison,
    HouseRules,
    Houses,
    LatestHouse,
    Profile,
)


@answers(200, "Every game", Games, headers=["ETag"])
@answers_not_modified
@requires_read_access
def list_rules() -> Response:
    """List the games.

    The name of each game in records, its title, a summary, and the number of players.
    """
    return json_bytes_response(_games_body())


@answers(200, "All about the game", Profile, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
def read_rules(profile: str) -> Response:
    """Read the rules of one game.

    The rule book with the ids that faults cite, the options with their types and defaults, and the faults of the game
    with their severities and rules. Every sentence is in both languages.
    """
    return json_bytes_response(_game_body(known_game(profile)))


@cache
def _games_body() -> bytes:
    return encode_json(games_view())


@cache
def _game_body(name: str) -> bytes:
    return encode_json(game_view(PROFILES[name]))


_BODY = {JSON: DOCUMENT_REFERENCE, TOML: {"type": "string"}}


def read_house_body() -> tuple[bytes, bool]:
    """The body, and whether it is in TOML. Raises the problems of bodies."""
    check_media_type(tuple(_BODY))
    most = min(services().settings.body_bytes, HOUSE_BYTES)
    return read_body(most, most), request.mimetype == TOML


@answers(200, "Some house rules, the latest stored first", Houses, headers=["ETag", "Link"])
@answers_not_modified
@requires_read_access
@takes_query(HousePageQuery)
def list_houses(query: dict[str, Any]) -> Response:
    """List the house rules.

    Each in its highest version that is not withdrawn, the latest stored first, a page at a time. The header `Link`
    leads to the first page and, if there is one, to the next.
    """
    page = services().store.houses.page(query.get("cursor"), query["limit"])
    following = None if page.after is None else cursor_text(page.after)
    return with_page_links(json_response(houses_view(page, following)), following)


@answers(200, "The latest version", LatestHouse, headers=["ETag", "Link"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
def read_latest_house(slug: str) -> Response:
    """Read house rules in their latest version.

    The highest version that is not withdrawn, and a list of all versions.
    """
    houses = services().store.houses
    stored = houses.find(slug)
    answer = json_response(latest_view(stored, houses.versions(slug)))
    return with_links(answer, canonical=house_address(slug, stored.document.version))


@answers(200, "The version", HouseRules, headers=["ETag", "Link"])
@answers(200, "The version", {"type": "string"}, media_type=TOML)
@fails_with(problem_types.NOT_FOUND)
@documents_not_modified
@requires_read_access
def read_house_version(slug: str, version: int) -> Response:
    """Read a version of house rules.

    It never changes, and its ETag is its hash. `Accept: application/toml` asks for the document in TOML. A withdrawn
    version can be read, too.
    """
    stored = services().store.houses.find(slug, version)
    if request.accept_mimetypes.best_match((JSON, TOML)) == TOML:
        kept = stored.document
        text = kept.text if kept.is_toml else house_toml(read_stored(stored))  # as it was written, if that was TOML
        answer, tag = Response(text, content_type=f"{TOML}; charset=utf-8"), f"{kept.hash}.toml"
    else:
        answer, tag = json_response(house_view(stored)), stored.document.hash
    answer.vary.add("Accept")
    return tagged_as(with_links(answer, latest_version=house_address(slug)), tag)


@answers(201, "The house rules were stored", HouseRules, headers=["Location"])
@fails_with(problem_types.HOUSE_VERSION_TAKEN, problem_types.NOT_ALLOWED, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_body(_BODY)
def add_house_rules() -> Response:
    """Store house rules.

    A document `daifu-house/1` in JSON or TOML. It never changes: rules that change are a higher version. The id belongs
    to the token that stored it first; only that token and admins add versions. What it extends has to be stored. With
    another base, such as `dalmuti/1`, it keeps options of that game.
    """
    data, is_toml = read_house_body()
    stored = add_house(services().store, data, current_author(), is_toml=is_toml, as_admin=caller_has_role(ADMIN))
    answer = json_response(house_view(stored), 201)
    answer.headers["Location"] = house_address(stored.document.slug, stored.document.version)
    return answer


@answers(200, "What was found", CheckedHouse)
@requires_read_access
@takes_body(_BODY)
@lane(Lane.COSTLY)
def check_house_rules() -> Response:
    """Check house rules without storing them.

    Their hash, all their rules with all parameters, what does not go together and what resolves it, what is seldom
    meant, and whether deals are played out under them.
    """
    data, is_toml = read_house_body()
    found = check_house(read_house(data, is_toml=is_toml), find_in(services().store))
    return json_response(checked_view(found))


@answers(204, "The version was withdrawn")
@fails_with(problem_types.NOT_FOUND, problem_types.NOT_ALLOWED, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
def withdraw_house_version(slug: str, version: int) -> Response:
    """Withdraw a version of house rules.

    It leaves all lists and is no longer the latest. It can still be read by its version, for records name it.
    """
    services().store.houses.withdraw(slug, version, current_author(), as_admin=caller_has_role(ADMIN))
    return empty_response()


@answers(200, "How they differ", HouseComparison, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND, problem_types.UNREADABLE)
@answers_not_modified
@requires_read_access
@takes_query(HouseCompareQuery)
def compare_house_versions(query: dict[str, Any], slug: str, version: int) -> Response:
    """Compare two versions of house rules.

    What is only in one of them, and what both have with other parameters, with the sentences on both. Names and notes
    are not looked at. Both have to be of one game.
    """
    houses = services().store.houses
    here, there = houses.find(slug, version), houses.find(*query["with"])
    found = compare_houses(flat_of(here), flat_of(there))
    return json_response(comparison_view(_called(here), _called(there), found))


_SHEET_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""The page of a sheet has its own stylesheet, and loads nothing."""


@lane(Lane.COSTLY)
@answers(200, "The sheet", {"type": "string"}, media_type=HTML, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
@takes_query(LanguageQuery)
def read_house_sheet(query: dict[str, Any], slug: str, version: int) -> Response:
    """Read the sheet of a version of house rules.

    One page to print: what is played, what each card does, and what is not in force, in English or Japanese.
    """
    language = query.get("lang") or preferred_language()
    answer = Response(house_sheet(flat_of(services().store.houses.find(slug, version)), language), mimetype=HTML)
    answer.headers["Content-Language"] = language
    answer.headers["Content-Security-Policy"] = _SHEET_POLICY
    answer.vary.add("Accept-Language")
    return answer


def _called(stored: StoredHouse) -> str:
    return f"{stored.document.slug}@{stored.document.version}"
