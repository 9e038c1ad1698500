"""What pages draw: cards, positions, and the actions of a deal as a strip; positions also as files."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from flask import Response, current_app, request
from markupsafe import Markup, escape

from daifu.api.http import problem_types
from daifu.api.http.errors import HttpProblem
from daifu.api.http.etags import tagged
from daifu.api.http.media_types import PNG, SVG
from daifu.api.http.response_cache import CachedBody
from daifu.api.http.services import services
from daifu.api.views.game_tables import DealTable, Trick
from daifu.api.web.languages import page_language, query_without_language, say_here
from daifu.api.web.plots.plot_process import draw_png
from daifu.replay.actions import DISCARD, DRAW, GIVE, LEAVE, NAME, PASS, SAY, SHOW, Action
from daifu.replay.text import Language, Text, say
from daifu.schemas.drawing.cards import NAMED_CARDS, NAMED_MARKS, SUIT_IDS, Cards, suit_symbols
from daifu.schemas.drawing.cards import SUIT_NAMES as NAMES_OF_SUITS
from daifu.schemas.drawing.layout import TALL, WIDE
from daifu.schemas.drawing.picture import draw_scene, page_symbols
from daifu.schemas.drawing.scene import Look, Playable, Scene
from daifu.schemas.drawing.words import action_parts, meld_cards

SUIT_NAMES: Final = {SUIT_IDS[suit]: name for suit, name in NAMES_OF_SUITS.items()}

SHORT_WORDS: Final = {
    GIVE: Text("gives", "渡す"),
    DRAW: Text("draws", "引く"),
    DISCARD: Text("discards", "捨てる"),
    NAME: Text("names", "指名"),
    SAY: Text("says", "宣言"),
    SHOW: Text("shows", "見せる"),
    LEAVE: Text("leaves", "抜ける"),
}
"""What actions are that are neither plays nor passes."""


class Face(NamedTuple):
    """The face of a card: what is written on it, its suit by the name of its class or none, and its own name if any."""

    mark: str
    suit: str
    name: Text | None


@cache
def card_face(name: str) -> Face:
    """The face of a card by its name in records, such as `D3`, `X` or `12`."""
    if name in NAMED_CARDS:
        return Face(NAMED_MARKS[name], "", NAMED_CARDS[name])
    if name[0] in SUIT_IDS:
        return Face(name[1:].replace("T", "10"), SUIT_IDS[name[0]], None)
    return Face(name, "", None)


MOST_KEPT: Final = 10_000
"""How many drawings of a kind a process keeps: the same sets and actions stand in all positions of a deal."""


def inline_cards(cards: Cards) -> Markup:
    """Cards within a line of text."""
    return _inline(cards, page_language())


def suits() -> Markup:
    """The symbols of the suits, hidden: a page that shows cards has them once."""
    return Markup(f'<svg class="sprite" aria-hidden="true" focusable="false">{suit_symbols()}</svg>')  # noqa: S704 - ours


def action_sentence(action: Action, names: tuple[str, ...]) -> Markup:
    """An action as a sentence; `names` are those of the players."""
    return _drawn_sentence(action, names, page_language())


def action_mark(action: Action, name: str) -> Markup:
    """An action in a list of all: the name of its player, and the cards, or a dash for a pass."""
    return _drawn_mark(action, name, page_language())


@lru_cache(MOST_KEPT)
def _drawn_sentence(action: Action, names: tuple[str, ...], language: Language) -> Markup:
    drawn: Markup = _macros().sentence(list(action_parts(action, language)), names)
    return drawn


@lru_cache(MOST_KEPT)
def _drawn_mark(action: Action, name: str, language: Language) -> Markup:
    word = say(SHORT_WORDS[action.verb], language) if action.verb in SHORT_WORDS else ""
    drawn: Markup = _macros().mark(name, word, action.word, meld_cards(action), action.verb == PASS)
    return drawn


def _macros() -> Any:  # noqa: ANN401 - jinja's own
    return current_app.jinja_env.get_template("cards.html").module


@lru_cache(MOST_KEPT)
def _inline(cards: Cards, _language: Language) -> Markup:
    drawn: Markup = _macros().inline(cards)
    return drawn


FOUR: Final = "four"
COLOURS: Final = ("two", FOUR)
"""How many colours the suits have."""

_SCALE: Final = 1.25
"""The pixels of a PNG for each unit: a wide picture is as large as previews of links are."""
_NO_RENDERER: Final = Text(
    "PNG: this service has no renderer (extra `plots`); ask for the SVG",
    "PNG：このサービスには描画ライブラリ（extra の plots）がありません。SVGを使ってください",
)


def drawing(scene: Scene, *, seat: int = 0, colours: str = "", playable: Playable | None = None) -> Markup:
    """A position for a page: for narrow and for wide windows, of which the stylesheet shows one."""
    four = colours == FOUR
    pictures = (draw_scene(scene, Look(page_language(), shape, None, four, seat, playable)) for shape in (TALL, WIDE))
    return Markup(page_symbols(scene) + "".join(pictures))  # noqa: S704 - texts in it are escaped


def draws_png() -> bool:
    """Whether this service can draw PNG."""
    return find_spec("vl_convert") is not None


def picture(scene: Scene, query: dict[str, Any], *, as_png: bool) -> Response:
    """A position as a file. Raises as `svg_or_png` does."""
    look = Look(page_language(), query["shape"], query["theme"], query.get("colours") == FOUR, query.get("seat") or 0)
    return svg_or_png(draw_scene(scene, look), as_png=as_png)


def svg_or_png(svg: str, *, as_png: bool) -> Response:
    """An SVG as a file, or the PNG of it, which this process keeps as long as the SVG of this address stays the same.

    Raises the problem `not-found` for a PNG where nothing can draw one.
    """
    if as_png and not draws_png():
        raise HttpProblem(problem_types.NOT_FOUND, _NO_RENDERER)
    answer = tagged(Response(_png(svg.encode()), mimetype=PNG) if as_png else Response(svg, mimetype=SVG))
    answer.headers["Cache-Control"] = "private, no-cache"
    # An SVG that is opened by itself is a page, with names that somebody chose in it: it may run nothing.
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer


def _png(svg: bytes) -> bytes:
    key = ("png", request.path, page_language(), *query_without_language().items(multi=True))
    version = blake2b(svg, digest_size=16).digest()
    return services().response_cache.get(key, version, lambda: CachedBody(version, draw_png(svg, _SCALE))).body


_STEP: Final = 10
_HEIGHT: Final = 40
_MARK: Final = 12


def draw_strip(table: DealTable, go_to: Callable[[int], str], turning: AbstractSet[int]) -> Markup:
    """The strip of a deal; `go_to` gives the address of the position after some actions."""
    first = table.tricks[0].steps[0].number if table.tricks else 1
    sections = "".join(_section(trick, first, go_to) for trick in table.tricks)
    steps = [step for trick in table.tricks for step in trick.steps]
    marks = "".join(_mark("faulty", step.number - first, _HEIGHT - _MARK) for step in steps if step.faults)
    marks += "".join(_mark("turning", step.number - first, 0) for step in steps if step.number in turning)
    here = (table.position.at - first + 1) * _STEP
    width = max(len(steps), 1) * _STEP
    thick = max(width / 50, 1)
    cursor = f'<rect class="here" x="{here - thick:g}" y="0" width="{thick:g}" height="{_HEIGHT}"/>'
    return Markup(  # noqa: S704 - addresses and sentences are escaped
        f'<svg class="strip" viewBox="0 0 {width} {_HEIGHT}" preserveAspectRatio="none" data-first="{first}" '
        f'data-actions="{len(steps)}">{sections}{cursor}{marks}</svg>'
    )


def _section(trick: Trick, first: int, go_to: Callable[[int], str]) -> str:
    begins = trick.steps[0].number
    told = (
        say_here("trick {n}, from action {at} on", "場{n}（{at}手目から）", n=trick.number, at=begins)
        if trick.number
        else say_here("before play", "開始前")
    )
    x, width = (begins - first) * _STEP, len(trick.steps) * _STEP
    return (
        f'<a data-step href="{escape(go_to(begins))}" aria-label="{escape(told)}">'
        f'<rect x="{x}" y="0" width="{width}" height="{_HEIGHT}" class="{"odd" if trick.number % 2 else "even"}"/></a>'
    )


def _mark(kind: str, place: int, y: int) -> str:
    return f'<rect class="{kind}" x="{place * _STEP}" y="{y}" width="{_STEP}" height="{_MARK}"/>'
