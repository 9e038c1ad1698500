"""The rules of clubs: the list, the form in which they are written down, their sheet, and options that are kept."""

from collections.abc import Sequence
from http import HTTPStatus
from itertools import count
from typing import Any, Final

from flask import Response, redirect, request
from markupsafe import Markup
from msgspec import UNSET
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import caller_has_role, current_author, requires_read_access, requires_role
from daifu.api.http.media_types import TOML
from daifu.api.http.requests import known_game
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.house_forms import (
    PARENT,
    PROFILE,
    RESOLVE,
    START,
    HouseForm,
    form_of,
    house_fields,
    is_slug,
    made_slug,
    resolving,
)
from daifu.api.web.entry.rules_forms import (
    alone,
    any_house,
    fields_of_rules,
    kept_houses,
    read_rules,
    rules_fields,
    rules_form,
)
from daifu.api.web.languages import in_language, page_language
from daifu.api.web.qr_codes import how_to_share, link_code
from daifu.api.web.queries import address_from, takes_fields, takes_page_query
from daifu.api.web.responses import may, page, see_other, uncached, uncached_page
from daifu.data.houses import add_house
from daifu.data.store.errors import HouseOfAnother, HouseVersionTaken, NoSuchHouse
from daifu.data.store.values import ADMIN, SCOREKEEPER, StoredHouse
from daifu.data.stored_houses import flat_of, house_presets
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.answer import cursor_text
from daifu.schemas.house_comparison import compare_houses
from daifu.schemas.house_document import HOUSE_FORMAT, House, Said, base_of, game_of_base, house_toml
from daifu.schemas.house_sheet import house_name, sheet_body, sheet_of
from daifu.schemas.http.query_fields import PAGE, QuerySchema, cursor, exact_text
from daifu.schemas.record.errors import HouseRefused

_LONGEST_ADDRESS: Final = 7000
"""A form that makes a longer address is shown at once, without one: servers refuse long addresses."""

NEEDS_NAME: Final = Text("please give the rules a name", "ルールの名前を入れてください")
_BAD_SLUG: Final = Text(
    "the short name may have small letters a to z and digits, with _ between words",
    "短い名前に使えるのは、英小文字と数字、間の_だけです",
)
_SLUG_TAKEN: Final = Text("other rules have this short name already", "この短い名前は、ほかのルールが使っています")
_OF_ANOTHER: Final = Text(
    "these rules belong to somebody else; keep yours under a name of their own",
    "これはほかの人のルールです。別の名前で保存してください",
)
_CHANGED: Final = Text(
    "somebody kept a new version in the meantime; please try again",
    "その間に新しい版が保存されました。もう一度保存してください",
)
_UNREADABLE: Final = Text("something below cannot be read", "読み取れない欄があります")
_NOT_TOGETHER: Final = Text(
    "some rules do not go together; each is marked below, with buttons that resolve it",
    "両立しないルールがあります。下の印のところで、ボタンを押して解消してください",
)


class ListQuery(QuerySchema):
    """A page of the list."""

    cursor = cursor()


class CompareQuery(QuerySchema):
    """The two rules that are compared, each as id@version."""

    one = exact_text("The first ones.")
    other = exact_text("The others.")


@requires_read_access
@takes_page_query(ListQuery)
def list_houses(query: dict[str, Any]) -> Response:
    """Show the rules of clubs, and what to begin with."""
    found = services().store.houses.page(query.get("cursor"), PAGE)
    return page(
        "houses/list.html",
        houses=[(addresses.house_page(one.document.slug, one.document.version), flat_of(one)) for one in found.houses],
        game_of_base=game_of_base,
        other_games=[name for name, profile in PROFILES.items() if not profile.base],
        presets=house_presets(),
        house_name=house_name,
        next=address_from(None if found.after is None else cursor_text(found.after)),
    )


@requires_read_access
@takes_fields(of=house_fields)
def show_builder() -> Response:
    """Show the form for the rules of a club, with what the address says of them."""
    start = request.args.get(START, "")
    if not start:
        return _builder(HouseForm(request.args))
    if start in house_presets():
        form = form_of(alone(house_presets()[start]))
        form.name = None
        return _builder(form)
    house = _known_house(start)
    form = form_of(house, house.id)
    form.slug = house.id
    return _builder(form)


@requires_read_access
def look_at_house() -> Answer:
    """Lead to the form with what was filled in, or with a conflict resolved."""
    form = HouseForm(request.form)
    rule = form.resolve(request.form.get(RESOLVE, ""))
    address = addresses.with_fields(addresses.NEW_HOUSE, form.fields())
    if len(address) > _LONGEST_ADDRESS:
        return _builder(form)
    return see_other(f"{address}#{rule}" if rule else address)


@requires_read_access
def send_house_file() -> Answer:
    """Send the rules that were filled in as a document."""
    form = HouseForm(request.form)
    problems = _problems(form)
    if problems:
        return _builder(form, problems)
    return _toml(_made_house(form))


@requires_role(SCOREKEEPER)
def store_house() -> Answer:
    """Store the rules that were filled in: as new ones, or as the next version of those that they come from."""
    form = HouseForm(request.form)
    problems = _problems(form)
    if problems:
        return _builder(form, problems)
    try:
        stored = keep_house(_made_house(form), form.parent, is_named=bool(form.slug))
    except NotKept as refused:
        return _builder(form, refused.problems, refused.status)
    return see_other(addresses.house_page(stored.document.slug, stored.document.version))


class NotKept(Exception):
    """What speaks against keeping house rules, and the status of the page that says so."""

    def __init__(self, problems: list[Text], status: HTTPStatus) -> None:
        super().__init__(problems[0].en)
        self.problems = problems
        self.status = status


def keep_house(house: House, parent: str, *, is_named: bool = False) -> StoredHouse:
    """Store house rules as the next version of their `parent`, or as new ones, with an id of their own or a made one.

    Raises `NotKept`.
    """
    store = services().store
    if parent:
        latest = store.houses.versions(parent)[0].document
        house = replace(house, id=latest.slug, version=latest.version + 1)
    elif not is_named:
        slug = made_slug(house.name, sheet_of(house).mark)
        names = (slug if number == 1 else f"{slug}_{number}" for number in count(1))
        house = replace(house, id=next(name for name in names if not _is_known(name)))
    try:
        return add_house(
            store, house_toml(house).encode(), current_author(), is_toml=True, as_admin=caller_has_role(ADMIN)
        )
    except HouseRefused as refused:
        raise NotKept([problem.expected for problem in refused.problems], HTTPStatus.UNPROCESSABLE_ENTITY) from refused
    except HouseOfAnother as refused:
        raise NotKept([_OF_ANOTHER if parent else _SLUG_TAKEN], HTTPStatus.CONFLICT) from refused
    except HouseVersionTaken as refused:
        raise NotKept([_CHANGED if parent else _SLUG_TAKEN], HTTPStatus.CONFLICT) from refused


def _is_known(slug: str) -> bool:
    try:
        return bool(services().store.houses.versions(slug))
    except NoSuchHouse:
        return False


def _made_house(form: HouseForm) -> House:
    """The first version of what was filled in, with the short name that was given, or a made one."""
    mark = sheet_of(form.house("rules")).mark
    return form.house(form.slug or made_slug(form.name, mark))


def _problems(form: HouseForm) -> list[Text]:
    """What speaks against keeping the rules as they were filled in."""
    found = [NEEDS_NAME] if form.name is None else []
    found += [_BAD_SLUG] if form.slug and not is_slug(form.slug) else []
    found += [_UNREADABLE] if form.problems else []
    return found + ([_NOT_TOGETHER] if any(conflict.refuses for conflict in form.conflicts) else [])


def _builder(
    form: HouseForm, problems: Sequence[Text] = (), status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY
) -> Response:
    sheet = sheet_of(form.house(form.slug if is_slug(form.slug) else "rules"))
    return uncached_page(
        "houses/builder.html",
        status=status if problems else HTTPStatus.OK,
        form=form,
        groups=form.groups(),
        sheet=Markup(sheet_body(sheet, page_language(), level=2, foot=False)),  # noqa: S704 - made by us, with names escaped
        problems=problems,
        presets=house_presets(),
        resolving=resolving,
        own_language=page_language(),
    )


@requires_read_access
def show_house(slug: str, version: int) -> Response:
    """Show the sheet of house rules, with a code that leads here."""
    stored = _stored(slug, version)
    flat = flat_of(stored)
    path = addresses.house_page(slug, version)
    hint = how_to_share()
    answer = page(
        "houses/house.html",
        hint=hint,
        stored=stored,
        house=flat,
        name=house_name(flat),
        game=game_of_base(flat.base),
        sheet=Markup(sheet_body(sheet_of(flat), page_language(), "" if hint else link_code(path))),  # noqa: S704 - as above
        versions=services().store.houses.versions(slug),
        path=path,
        may_withdraw=may(SCOREKEEPER) and not stored.withdrawn,
    )
    return uncached(answer) if may(SCOREKEEPER) else answer  # their page has a form with a token of the session


@requires_role(SCOREKEEPER)
def withdraw_house(slug: str, version: int) -> Answer:
    """Withdraw a version of house rules from lists, and lead back to it."""
    services().store.houses.withdraw(slug, version, current_author(), as_admin=caller_has_role(ADMIN))
    return see_other(addresses.house_page(slug, version))


@requires_read_access
def show_latest_house(slug: str) -> Answer:
    """Lead to the latest version of house rules."""
    return redirect(addresses.house_page(slug, _stored(slug, None).document.version))


@requires_read_access
def send_house(slug: str, version: int) -> Response:
    """Send stored house rules as a document."""
    return _toml(flat_of(_stored(slug, version)))


@requires_read_access
@takes_page_query(CompareQuery)
def compare(query: dict[str, Any]) -> Response:
    """Show in what two house rules differ."""
    chosen = [query.get(name, "") for name in ("one", "other")]
    game = game_of_base(_known_house(chosen[0]).base) if chosen[0] else PROFILE.name
    known = {place: one.name for place, one in kept_houses().items() if one.rules == game}
    if game == PROFILE.name:
        known |= {name: house_name(house) for name, house in house_presets().items()}
    if not all(chosen):
        return page("houses/compare.html", known=known, chosen=chosen, found=None)
    one, other = map(_known_house, chosen)
    if one.base != other.base:
        raise NotFound
    names = [house_name(house) for house in (one, other)]
    known = {**dict(zip(chosen, names, strict=True)), **known}
    return page("houses/compare.html", known=known, chosen=chosen, names=names, found=compare_houses(one, other))


def _known_house(name: str) -> House:
    """The house rules of this name. Raises `NotFound`."""
    try:
        return any_house(name)
    except NoSuchHouse:
        raise NotFound from None


def _stored(slug: str, version: int | None) -> StoredHouse:
    try:
        return services().store.houses.find(slug, version)
    except NoSuchHouse:
        raise NotFound from None


def _toml(house: House) -> Response:
    answer = Response(house_toml(house), mimetype=TOML)
    answer.headers["Content-Disposition"] = f'attachment; filename="{house.id}.toml"'
    return uncached(answer)


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
