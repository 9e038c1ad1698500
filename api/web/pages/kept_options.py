"""Options of a game without local rules that a club keeps under a name, to choose them where it plays."""

from http import HTTPStatus

from flask import Response, request
from msgspec import UNSET
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access.auth import requires_read_access, requires_role
from daifu.api.http.requests import known_game
from daifu.api.web import addresses
from daifu.api.web.entry.house_forms import PARENT, START
from daifu.api.web.entry.rules_forms import any_house, fields_of_rules, read_rules, rules_fields, rules_form
from daifu.api.web.languages import page_language
from daifu.api.web.pages.houses import NEEDS_NAME, NotKept, keep_house
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import see_other, uncached_page
from daifu.api.web.texts import in_language
from daifu.data.store.errors import NoSuchHouse
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.house_document import HOUSE_FORMAT, House, Said, base_of, game_of_base
from daifu.schemas.house_sheet import house_name

NAME = "name"


@requires_read_access
@takes_fields(START, NAME, of=lambda **_: rules_fields())
def show_options(rules: str) -> Response:
    """Show the form in which options are chosen and named, as usual or as they were kept."""
    start = request.args.get(START, "")
    if not start:
        return _form(rules, request.args)
    house = _kept(rules, start)
    fields = MultiDict(fields_of_rules(rules, house.rules))
    fields.update({NAME: in_language(house_name(house)), PARENT: house.id})
    return _form(rules, fields)


@requires_role(SCOREKEEPER)
def keep_options(rules: str) -> Answer:
    """Keep options under a name: as new ones, or as the next version of those that they come from."""
    profile, fields = PROFILES[_game(rules)], request.form
    name, parent = fields.get(NAME, "").strip(), fields.get(PARENT, "")
    said = {page_language(): name}
    house = House(
        format=HOUSE_FORMAT,
        id="options",
        version=1,
        base=base_of(profile),
        players=(profile.players[0], profile.players[-1]),
        name=Said(en=said.get("en", UNSET), ja=said.get("ja", UNSET)),
        rules=dict(read_rules(rules, fields).options),
    )
    if not name:
        return _form(rules, fields, [NEEDS_NAME])
    if parent:
        before = _kept(rules, parent).name
        house = replace(house, name=Said(en=house.name.en or before.en, ja=house.name.ja or before.ja))
    try:
        stored = keep_house(house, parent)
    except NotKept as refused:
        return _form(rules, fields, refused.problems, refused.status)
    return see_other(addresses.house_page(stored.document.slug, stored.document.version))


def _game(rules: str) -> str:
    """The name of a game without local rules. Raises `NotFound`, and the problem `not-found`."""
    if PROFILES[known_game(rules)].base:
        raise NotFound
    return rules


def _kept(rules: str, name: str) -> House:
    """Options of the game that were kept. Raises `NotFound`."""
    try:
        house = any_house(name)
    except NoSuchHouse:
        raise NotFound from None
    if game_of_base(house.base) != rules:
        raise NotFound
    return house


def _form(
    rules: str,
    fields: MultiDict[str, str],
    problems: list[Text] | None = None,
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> Response:
    return uncached_page(
        "houses/options.html",
        status=status if problems else HTTPStatus.OK,
        rules=_game(rules),
        form=rules_form(rules, fields)._replace(houses=()),
        name=fields.get(NAME, ""),
        parent=fields.get(PARENT, ""),
        problems=problems,
    )
