"""A deal at the table, action by action."""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

import msgspec
from flask import Response
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from daifu.api.http import problem_types
from daifu.api.http.access import requires_read_access
from daifu.api.http.errors import HttpProblem
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.operation import lane
from daifu.api.http.services import services
from daifu.api.views.analysis import kept_deal, turning_points
from daifu.api.views.game_tables import DealTable, deal_columns, deal_table
from daifu.api.views.game_text import RESOLUTIONS
from daifu.api.web import addresses
from daifu.api.web.drawings import FOUR, action_mark, action_sentence, draw_strip, drawing, picture
from daifu.api.web.languages import page_language
from daifu.api.web.pages.games.games import Game
from daifu.api.web.queries import GameQuery, PictureQuery, PositionQuery, takes_page_query
from daifu.api.web.responses import Values, cached_page, isolated, page
from daifu.data.rulebooks.rules import load_rulebooks, rule_text
from daifu.replay.actions import Action
from daifu.replay.analysis.deals import METHOD
from daifu.replay.faults import SEVERITIES, Fault
from daifu.replay.match import replay
from daifu.replay.text import Text, say
from daifu.schemas.analysis import DealAnalysis
from daifu.schemas.drawing.cards import cards_from_text
from daifu.schemas.drawing.picture import nearest_player
from daifu.schemas.drawing.scene import Scene, playable_cards, scene_of
from daifu.schemas.drawing.text import spoken_cards
from daifu.schemas.drawing.words import action_parts, fault_sentence, sentence, turn_text
from daifu.schemas.position import NoSuchPosition, legal_texts
from daifu.schemas.report import read_results

MOST_LEGAL: Final = 300
"""The most legal actions that are listed; odd hands have thousands."""

_LEGAL: Final = "legal"
"""The parameter that lists the legal actions; steps keep it."""

TO_BEAT: Final = Text("to beat: ", "場の札：")
_KEPT: Final = (_LEGAL, "seat", "colours")
"""The parameters that steps keep."""


@requires_read_access
@takes_page_query(PositionQuery)
def show_deal(query: dict[str, Any], id: int, deal: int) -> Response:
    """Show the table before the first action of a deal."""
    return _position_page(query, id, deal, 0)


@requires_read_access
@takes_page_query(PositionQuery)
def show_position(query: dict[str, Any], id: int, deal: int, at: int) -> Response:
    """Show the table after some actions of a deal."""
    return _position_page(query, id, deal, at)


@requires_read_access
@takes_page_query(GameQuery)
def show_columns(query: dict[str, Any], id: int, deal: int) -> Response:
    """Show a deal on paper, with a column for each player."""
    game = Game(id, query)
    try:
        columns = deal_columns(game.record, deal)
    except NoSuchPosition as nothing:
        raise HttpProblem(problem_types.NOT_FOUND, nothing.text) from nothing
    return page("columns.html", game=game, deal=deal, columns=columns)


def _position_page(query: dict[str, Any], id: int, deal: int, at: int) -> Response:
    if query[_LEGAL]:
        go_on_in(Lane.COSTLY)
    make_values = partial(_values, Game(id, query), deal, at, query)
    if query[_LEGAL]:  # to list all legal actions takes long
        return cached_page("deal.html", services().store.state(), make_values)
    return page("deal.html", **make_values())


@requires_read_access
@takes_page_query(PictureQuery)
def send_svg(query: dict[str, Any], id: int, deal: int, at: int) -> Response:
    """Send the drawing of a position as SVG."""
    return picture(_scene(Game(id, query), deal, at), query, as_png=False)


@lane(Lane.PLOTS)
@requires_read_access
@takes_page_query(PictureQuery)
def send_png(query: dict[str, Any], id: int, deal: int, at: int) -> Response:
    """Send the drawing of a position as PNG."""
    return picture(_scene(Game(id, query), deal, at), query, as_png=True)


def _scene(game: Game, deal: int, at: int) -> Scene:
    if 0 < deal <= len(game.record.deals) and game.record.deals[deal - 1].actions is None:
        raise NotFound
    table = _table(game, deal, at)
    return scene_of(table.reached, tuple(map(isolated, game.names)), table.position, game.colours)


class FaultText(NamedTuple):
    """A fault as a page explains it."""

    sentence: str
    severity: Text
    resolution: Text
    rule: str
    rule_text: Text


def explain_fault(fault: Fault, names: Sequence[str]) -> FaultText:
    """A fault with its rule; `names` are those of the players."""
    return FaultText(
        fault_sentence(fault, list(map(isolated, names)), page_language(), signs=True),
        SEVERITIES[fault.severity],
        RESOLUTIONS[fault.resolution],
        fault.rule,
        rule_text(fault.rule),
    )


class LegalActions(NamedTuple):
    """The first legal actions of a position, and the number of all."""

    listed: Sequence[Action]
    number: int


class DealPage:
    """What the page of a deal shows, and the addresses of its positions. `asked` says how the table is drawn."""

    def __init__(self, game: Game, deal: int, table: DealTable, asked: Mapping[str, Any]) -> None:
        self._game = game
        self._deal = deal
        self._names = tuple(game.names)
        self._asked = {name: asked[name] for name in _KEPT if asked.get(name)}
        self.table = table
        self.scene = scene_of(table.reached, tuple(map(isolated, self._names)), table.position, game.colours)

    @property
    def shows_legal(self) -> bool:
        """Whether the legal actions are shown."""
        return _LEGAL in self._asked

    @property
    def nearest(self) -> int:
        """The player who sits nearest."""
        return nearest_player(self.scene, self._asked.get("seat", 0))

    @property
    def has_four_colours(self) -> bool:
        """Whether each suit has a colour of its own."""
        return self._asked.get("colours") == FOUR

    @property
    def drawing(self) -> Markup:
        """The table."""
        playable = None
        if self.legal_texts is not None:
            playable = playable_cards(self.table.reached, self.legal_texts)
        return drawing(self.scene, seat=self.nearest, colours=self._asked.get("colours", ""), playable=playable)

    @property
    def strip(self) -> Markup:
        """All actions as a strip to drag along."""
        return draw_strip(self.table, self.go_to, self._turning)

    @cached_property
    def _turning(self) -> frozenset[int]:
        return frozenset() if self._game.is_by_other_rules else turning_actions(self._game, self._deal)

    @property
    def summary(self) -> str:
        """The position in a few words: what was done and why it is a fault, whose turn it is, and the set to beat."""
        language, last, top = page_language(), self.table.last, self.table.position.top
        told = []
        if last:
            told.append(sentence(list(action_parts(last.action, language)), self.scene.names, language))
            told += [fault_sentence(fault, self.scene.names, language, signs=True, alone=True) for fault in last.faults]
        told.append(say(turn_text(self.table.position, self.scene.names), language))
        if top and not (last and top.player == last.action.player):
            told.append(say(TO_BEAT, language) + spoken_cards(cards_from_text(top.cards), language))
        return " · ".join(told)

    def go_to(self, at: int) -> str:
        """The address of the position after `at` actions, shown as this one is."""
        return self.path(at) + self._kept_query

    @cached_property
    def _kept_query(self) -> str:
        """What is behind the path in the address of each step: a page has a hundred of them."""
        return self._address_of("")

    @property
    def legal_switch(self) -> str:
        """The address of the same position with its legal actions, or without them where they are shown."""
        return self._address_of(self._here, legal=None if self.shows_legal else True)

    @property
    def colour_switch(self) -> str:
        """The address of the same position with four colours, or with two where it has four."""
        return self._address_of(self._here, colours=None if self.has_four_colours else FOUR)

    def seen_by(self, player: int) -> str:
        """The address of the same position with another player nearest."""
        return self._address_of(self._here, seat=player)

    def _address_of(self, path: str, **changed: object) -> str:
        asked = {name: value for name, value in {**self._asked, **changed}.items() if value is not None}
        if asked.get(_LEGAL):
            asked[_LEGAL] = "true"
        return self._game.link(path, **asked)

    def path(self, at: int) -> str:
        """The path of the position after `at` actions."""
        return addresses.position_page(self._game.id, self._deal, at)

    @property
    def _here(self) -> str:
        return self.path(self.table.position.at)

    @property
    def own_address(self) -> str:
        """An address that will always show exactly this position: it names the revision of the record."""
        return self._game.link(self._here, revision=self._game.stored.revision)

    has_pictures = True
    """Whether its drawings have addresses of their own."""

    def picture(self, kind: str, **more: object) -> str:
        """The address of the drawing as a file."""
        asked = {name: self._asked[name] for name in ("seat", "colours") if name in self._asked}
        path = addresses.position_picture(self._game.id, self._deal, self.table.position.at, kind)
        return self._game.link(path, **asked, **more)

    def sentence(self, action: Action) -> Markup:
        """An action as a sentence."""
        return action_sentence(action, self._names)

    def mark(self, action: Action) -> Markup:
        """An action in the list of all."""
        return action_mark(action, self._names[action.player - 1])

    def explain(self, fault: Fault) -> FaultText:
        """A fault with its rule."""
        return explain_fault(fault, self._names)

    @cached_property
    def legal_texts(self) -> Sequence[str] | None:
        """The legal actions if they are shown; None where they are not, or where there may be no end of them."""
        return legal_texts(self.table.reached) if self.shows_legal else None

    @property
    def legal(self) -> LegalActions | None:
        """The legal actions; None where there may be no end of them."""
        record, texts = self._game.record, self.legal_texts
        if texts is None:
            return None
        notation = record.rules.notation(len(record.players))
        return LegalActions([notation[text] for text in texts[:MOST_LEGAL]], len(texts))


def kept_analysis(game: Game, deal: int) -> DealAnalysis | None:
    """The analysis of a deal if that of this revision is kept, or if the deal is done while others are analysed."""
    store, revision = services().store, game.stored.revision
    analysis = store.analyses.find(game.id, revision, METHOD)
    if analysis is not None:
        return kept_deal(analysis, deal)
    done = store.jobs.deal(game.id, revision, METHOD, deal)
    return None if done is None else msgspec.json.decode(done, type=DealAnalysis)


def turning_actions(game: Game, deal: int) -> frozenset[int]:
    """The actions, counted from 1, at which a deal that was analysed turned."""
    analysis = kept_analysis(game, deal)
    return frozenset(point.action + 1 for point in turning_points(analysis)) if analysis else frozenset()


def _values(game: Game, deal: int, at: int, query: Mapping[str, Any]) -> Values:
    deals = game.record.deals
    values = {"game": game, "deal": deal, "rulebooks": load_rulebooks()}
    if deal <= len(deals) and deals[deal - 1].actions is None:
        faults = replay(game.record).deals[deal - 1].faults
        told = [explain_fault(fault, game.names) for fault in faults]
        return {**values, "result": deals[deal - 1].result, "faults": told, "page": None}
    return {**values, "result": None, "page": DealPage(game, deal, _table(game, deal, at), query)}


def _table(game: Game, deal: int, at: int) -> DealTable:
    """The table. Raises the problem `not-found` where the deal has no such position."""
    known = () if game.is_by_other_rules else read_results(game.stored.report)
    try:
        return deal_table(game.record, deal, at, known)
    except NoSuchPosition as nothing:
        raise HttpProblem(problem_types.NOT_FOUND, nothing.text) from nothing
