"""Pages as responses: rendered from templates, with their language, their tag and the headers that guard them."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus
from threading import Lock
from typing import Any, Final
from zlib import crc32

from flask import Flask, Response, g, redirect, render_template, request
from flask.templating import Environment
from jinja2 import StrictUndefined, Template
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from daifu.api.http.access import caller_has_role, club, is_stranger
from daifu.api.http.etags import tagged
from daifu.api.http.media_types import HTML
from daifu.api.http.response_cache import CachedBody
from daifu.api.http.responses import body_response
from daifu.api.http.services import services
from daifu.api.http.urls import page_below
from daifu.api.views.players import FIRST_TOKEN, picture_address
from daifu.api.web import addresses
from daifu.api.web.assets import asset_address
from daifu.api.web.drawings import SUIT_NAMES, card_face, drawing, draws_png, inline_cards, suits
from daifu.api.web.languages import (
    TEXT_FUNCTIONS,
    address_in,
    in_language,
    own_address,
    page_before,
    page_language,
    query_without_language,
    say_here,
    sentence_start,
    with_code,
)
from daifu.api.web.links import handed_on, to_follow
from daifu.api.web.page_files import file_address, makes_pdf
from daifu.api.web.qr_codes import link_code, shared_address, whole_address
from daifu.data.rulebooks.rules import load_rulebook
from daifu.data.store.errors import StoreUnusable
from daifu.data.store.values import ADMIN, LOCAL_AUTHOR, READER, SCOREKEEPER, Club, Look, Token
from daifu.replay.faults import FAULT_NAMES, SEVERITIES
from daifu.replay.text import Text
from daifu.schemas.drawing.cards import jokers_of
from daifu.schemas.drawing.style import MOST_COLOURS

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Allows what the service itself sends, and nothing inline: a name in a record can never run as a script."""

_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cache-Control": "private, no-cache",
}
ROLE_NAMES: Final = {
    READER: Text("see results", "成績を見る"),
    SCOREKEEPER: Text("see and enter results", "成績を見て、結果を入力する"),
    ADMIN: Text("do everything, also say who may sign in", "すべて（ログインできる人の管理も）"),
}
_CONTROL_CHARACTERS: Final = dict.fromkeys(
    [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, 0xFFFE, 0xFFFF], "\N{REPLACEMENT CHARACTER}"
)
NO_LOOK: Final = Look()

Values = Mapping[str, Any]


class _Templates(Environment):
    """Compiles a template once. Otherwise each of the threads that are asked for it at first does so, all at a time."""

    _compiling: Final = Lock()

    def get_template(self, *args: Any, **kwargs: Any) -> Template:  # noqa: ANN401 - as jinja has it
        """The template of this name."""
        with self._compiling:
            return super().get_template(*args, **kwargs)


def set_up_templates(app: Flask) -> None:
    """Give templates the functions that they use; a name that is not there is an error."""
    app.jinja_environment = _Templates
    env = app.jinja_env
    env.undefined = StrictUndefined
    env.trim_blocks = env.lstrip_blocks = True
    env.filters.update(
        named=named, author=_author, isolated=isolated, with_code=with_code, sentence_start=sentence_start
    )
    env.tests.update(sentence_in_two_languages=lambda part: isinstance(part, Text))
    env.globals.update(TEXT_FUNCTIONS)
    env.globals.update(
        say=say_here,
        asset=asset_address,
        address_in=address_in,
        addresses=addresses,
        club=_shown_club,
        is_stranger=_is_shown_to_stranger,
        file_address=file_address,
        own_address=own_address,
        page_before=page_before,
        whole_address=whole_address,
        draws_png=draws_png(),
        makes_pdf=makes_pdf,
        face=face,
        look_of_player=look_of_player,
        player_link=player_link,
        player_links=player_links,
        page_language=page_language,
        shared_address=shared_address,
        to_follow=to_follow,
        link_code=link_code,
        signed_in=signed_in,
        may=may,
        role_names=ROLE_NAMES,
        severities=SEVERITIES,
        fault_names=FAULT_NAMES,
        rulebook=load_rulebook,
        card_face=card_face,
        jokers_of=jokers_of,
        drawing=drawing,
        inline_cards=inline_cards,
        suit_names=SUIT_NAMES,
        suits=suits,
    )


def signed_in() -> Token | None:
    """The token of the session, if the reader is signed in."""
    token: Token | None = g.get("token")
    return token


def _shown_club() -> Club | None:
    """What the club says of itself; nothing on the page of an error of a store that cannot be read."""
    with suppress(StoreUnusable):
        return club()
    return None


def _is_shown_to_stranger() -> bool:
    """Whether a page shows no way into the store; nor does it where nobody knows who may read that."""
    with suppress(StoreUnusable):
        return is_stranger()
    return True


def may(role: str) -> bool:
    """Whether the reader is signed in with this role or a higher one."""
    return caller_has_role(role)


@lru_cache(10_000)
def named(name: str) -> Markup:
    """A name that somebody chose, so that its direction does not reach the text around it."""
    return Markup("<bdi>{}</bdi>").format(name.translate(_CONTROL_CHARACTERS))


def _author(name: str) -> Markup:
    """Who changed something: the name of their token, or that it was done without one on the machine of the store."""
    if name in FIRST_TOKEN:
        return named(in_language(FIRST_TOKEN))
    if name == LOCAL_AUTHOR:
        return named(say_here("somebody at the computer of the club", "会のコンピューターを使った人"))
    return named(name)


def player_link(id: str, name: str, given: int | None = None) -> Markup:
    """A link to the page of a player, whom it names, with their picture or colour, or one that they are `given`."""
    return Markup('<a class="player" href="{}">{}{}</a>').format(
        addresses.player_page(id), face(id, given), named(name)
    )


def look_of_player(id: str) -> Look:
    """How a player looks; all looks are read once for a page."""
    if "looks" not in g:
        g.looks = services().store.people.looks()
    found: Look = g.looks.get(id, NO_LOOK)
    return found


def face(id: str, given: int | None = None) -> Markup:
    """The picture or the colour of a player, to stand before the name: theirs, or one that they are `given` here.

    Who came by a link into a club that is closed sees no pictures: their addresses are closed.
    """
    look = look_of_player(id)
    if look.mark is not None and not is_stranger():
        return Markup('<img class="face" src="{}" alt="" width="22" height="22"> ').format(picture_address(id, look))
    colour = look.colour or given
    return Markup() if colour is None else Markup('<span class="face colour-{}"></span> ').format(colour)


def colours_of(ids: Sequence[str]) -> tuple[int, ...]:
    """The colours of people who are shown together: what they chose, else one by their id that nobody here has yet.

    The same people have the same colours wherever they meet. Where there are more of them than colours, some repeat.
    """
    found = {id: colour for id in ids if (colour := look_of_player(id).colour)}
    for id in sorted({*ids} - found.keys()):
        first = crc32(id.encode())
        in_order = [(first + step) % MOST_COLOURS + 1 for step in range(MOST_COLOURS)]
        taken = {*found.values()}
        found[id] = next((colour for colour in in_order if colour not in taken), in_order[0])
    return tuple(found[id] for id in ids)


def player_links(players: Iterable[tuple[str, str]]) -> Markup:
    """Links to the pages of players, by their ids and names, on a line."""
    return Markup(", ").join(player_link(id, name) for id, name in players)


def isolated(name: str) -> str:
    """The same where there is no room for markup, such as in titles."""
    return f"\N{FIRST STRONG ISOLATE}{name.translate(_CONTROL_CHARACTERS)}\N{POP DIRECTIONAL ISOLATE}"


def page(template: str, /, *, status: int = HTTPStatus.OK, **values: Any) -> Response:  # noqa: ANN401 - what the template shows
    """The page of a template with these values."""
    return _as_page(tagged(Response(rendered(template, values), status, mimetype=HTML)))


def cached_page(template: str, version: Hashable, make_values: Callable[[], Values]) -> Response:
    """The page of a template, which this process keeps for this address and reader: for pages that take long to make.

    `version` changes with everything in the store that the page shows, and `make_values` makes what the template shows.
    A page with a form that changes something must not be kept: its token belongs to one session.
    """
    reader = signed_in()
    address = request.host_url, request.path, *query_without_language().items(multi=True)
    # Who reads it, what the club says of itself and which keys are in force decide what stands around the content.
    key = ("page", address, page_language(), reader and reader.id, club(), handed_on())
    body = services().response_cache.get(
        key, version, lambda: CachedBody(version, rendered(template, make_values()).encode())
    )
    return _as_page(body_response(body, HTML))


def rendered(template: str, values: Values) -> str:
    """The text of a page."""
    return page_below(render_template(template, **values), services().settings.prefix)


def uncached(answer: Response) -> Response:
    """The response, which no cache keeps: it belongs to one session or one moment."""
    answer.headers["Cache-Control"] = "no-store"
    return answer


def uncached_page(template: str, /, *, status: int = HTTPStatus.OK, **values: Any) -> Response:  # noqa: ANN401 - as above
    """The page of a template with these values, which no cache keeps."""
    return uncached(page(template, status=status, **values))


def see_other(address: str) -> BaseResponse:
    """The response to a form, which leads to the page with what came of it."""
    return redirect(address, HTTPStatus.SEE_OTHER)


def sign_in_page(status: int, leads_to: str, *, refused: bool = False) -> Response:
    """The page that signs in and then leads to an address; `refused` says that what was given signs nobody in."""
    return uncached_page("sign_in.html", status=status, refused=refused, leads_to=leads_to)


def _as_page(answer: Response) -> Response:
    answer.headers["Content-Language"] = page_language()
    answer.headers.update(_HEADERS)
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer
