"""A deal at the table, action by action."""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from flask import Response
from markupsafe import Markup

from daifu.api.http import problem_types
from daifu.api.http.auth import requires_read_access
from daifu.api.http.errors import HttpProblem
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.services import services
from daifu.api.views.deal_columns import deal_columns
from daifu.api.views.deal_table import DealTable, deal_table
from daifu.api.views.game_text import (
    RESOLUTIONS,
    SEVERITIES,
    Part,
    fault_sentence,
    sentence_parts,
)
from daifu.api.web import addresses
from daifu.api.web.cards import action_mark, action_sentence
from daifu.api.web.languages import page_language
from daifu.api.web.pages.games import Game
from daifu.api.web.queries import GameQuery, PositionQuery, takes_page_query
from daifu.api.web.responses import Values, cached_page, isolated, page
from daifu.data.rulebooks.rules import load_rulebooks, rule_text
from daifu.replay.actions import DISCARD, DRAW, GIVE, NAME, SHOW, Action
from daifu.replay.faults import Fault
from daifu.replay.table import ANY_CARDS, BEST_CARDS, BLIND_SWAP, DEALT_CARDS, WEAKEST_CARDS
from daifu.replay.text import Text, cards_text
from daifu.replay.words import DECLARED
from daifu.schemas.position import COUNTER, ORDERS, NoSuchPosition, Owed, Position, legal_texts
from daifu.schemas.report import read_results

MOST_LEGAL: Final = 300
"""The most legal actions that are listed; odd hands have thousands."""

_LEGAL: Final = "legal"
"""The parameter that lists the legal actions; steps keep it."""

_NORMAL, _TURNED = ORDERS
ORDER_TEXTS: Final = {
    (_NORMAL, _NORMAL): Text("normal", "通常"),
    (_TURNED, _TURNED): Text("turned", "逆転"),
    (_TURNED, _NORMAL): Text("turned for this trick", "この場だけ逆転"),
    (_NORMAL, _TURNED): Text("normal for this trick", "この場だけ通常"),
}
"""By the order in this trick and in the next."""

_OWED: Final = {
    "gift": Text("{giver} gives {taker} {cards}: {choice}", "{giver}が{taker}に{cards}を渡す（{choice}）"),
    "discard": Text("{giver} lays {cards} aside", "{giver}が{cards}を捨てる"),
    "name": Text("{giver} names {times}", "{giver}が{times}を指名する"),
    "draw": Text("{giver} draws {cards}", "{giver}が{cards}を引く"),
    "declaration": Text("the declaration", "宣言"),
}
_SOMEBODY: Final = Text("somebody", "だれか")
_CHOICES: Final = {
    BEST_CARDS: Text("the strongest ones", "強いものから"),
    WEAKEST_CARDS: Text("the weakest ones", "弱いものから"),
    DEALT_CARDS: Text("of the hand as dealt", "配られた手札から"),
    ANY_CARDS: Text("any", "任意"),
    BLIND_SWAP: Text("drawn blindly", "見ないで引く"),
}
_RIGHTS: Final = {
    **DECLARED,
    GIVE: Text("give cards away", "カードを渡す"),
    DISCARD: Text("discard cards", "カードを捨てる"),
    NAME: Text("name a rank", "数字を指名する"),
    DRAW: Text("draw", "引く"),
    SHOW: Text("show cards", "カードを見せる"),
}
"""What the last set lets its player do, by the word of the right."""


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
    make_values = partial(_values, Game(id, query), deal, at, shows_legal=query[_LEGAL])
    if query[_LEGAL]:
        return cached_page("deal.html", services().store.state(), make_values)
    return page("deal.html", **make_values())


def owed_sentences(position: Position) -> Iterator[Iterator[Part]]:
    """What has to happen before the play goes on, each as a sentence in parts; answers to a cut are facts of a game."""
    return (owed_sentence(one) for one in position.owed if one.what != COUNTER)


def owed_sentence(owed: Owed) -> Iterator[Part]:
    """What has to happen before the play goes on, as a sentence in parts."""
    parts: dict[str, Part] = {
        "giver": owed.giver or _SOMEBODY,
        "taker": owed.taker or _SOMEBODY,
        "cards": cards_text(owed.cards or 0),
        "choice": _CHOICES[owed.choice] if owed.choice else "",
        "times": _ranks_text(owed.times or 1),
    }
    return sentence_parts(_OWED[owed.what], parts, page_language())


def _ranks_text(count: int) -> Text:
    return Text("a rank" if count == 1 else f"{count} ranks", f"数字{count}つ")


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
        fault_sentence(fault, list(map(isolated, names)), page_language()),
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
    """What the page of a deal shows, and the addresses of its positions."""

    def __init__(self, game: Game, deal: int, table: DealTable, *, shows_legal: bool) -> None:
        self._game = game
        self.shows_legal = shows_legal
        self._deal = deal
        self._names = tuple(game.names)
        self.table = table

    def go_to(self, at: int) -> str:
        """The address of the position after `at` actions, with legal actions if they are shown here."""
        return self._address(at, shows_legal=self.shows_legal)

    @property
    def legal_switch(self) -> str:
        """The address of the same position with its legal actions, or without them where they are shown."""
        return self._address(self.table.position.at, shows_legal=not self.shows_legal)

    def _address(self, at: int, *, shows_legal: bool) -> str:
        shown = {_LEGAL: "true"} if shows_legal else {}
        return self._game.link(self.path(at), **shown)

    def path(self, at: int) -> str:
        """The path of the position after `at` actions."""
        return addresses.position_page(self._game.id, self._deal, at)

    @property
    def own_address(self) -> str:
        """An address that will always show exactly this position: it names the revision of the record."""
        return self._game.link(self.path(self.table.position.at), revision=self._game.stored.revision)

    @property
    def order(self) -> Text:
        """Which cards are strong now."""
        strength = self.table.position.strength
        return ORDER_TEXTS[strength.now, strength.next_trick]

    @property
    def owed(self) -> list[list[Part]]:
        """What has to happen before the play goes on, each as a sentence in parts."""
        return list(map(list, owed_sentences(self.table.position)))

    @staticmethod
    def right(word: str) -> Text:
        """What a right of the last set lets its player do; a rank that was named is shown as it is."""
        return _RIGHTS.get(word) or Text(word, word)

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
    def legal(self) -> LegalActions | None:
        """The legal actions; None where there may be no end of them."""
        record, texts = self._game.record, legal_texts(self.table.reached)
        if texts is None:
            return None
        notation = record.rules.notation(len(record.players))
        return LegalActions([notation[text] for text in texts[:MOST_LEGAL]], len(texts))


def _values(game: Game, deal: int, at: int, *, shows_legal: bool) -> Values:
    deals = game.record.deals
    values = {"game": game, "deal": deal, "rulebooks": load_rulebooks()}
    if deal <= len(deals) and deals[deal - 1].actions is None:
        return {**values, "result": deals[deal - 1].result, "page": None}
    return {**values, "result": None, "page": DealPage(game, deal, _table(game, deal, at), shows_legal=shows_legal)}


def _table(game: Game, deal: int, at: int) -> DealTable:
    """The table. Raises the problem `not-found` where the deal has no such position."""
    known = () if game.is_by_other_rules else read_results(game.stored.report)
    try:
        return deal_table(game.record, deal, at, known)
    except NoSuchPosition as nothing:
        raise HttpProblem(problem_types.NOT_FOUND, nothing.text) from nothing
