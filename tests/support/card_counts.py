"""The cards of a game: where they may come from, and where they may go."""

from daifu.replay.actions import DISCARD, DRAW, GIVE, NAME, PLAY, SHOW, Action
from daifu.replay.games.biga.sets import CardSet
from daifu.replay.games.daifugo.rights import CARDS_NAMED
from daifu.replay.games.daifugo.table import HouseTable
from daifu.replay.games.floor13.sets import NAMED_CARDS
from daifu.replay.games.floor13.table import Floor13Table
from daifu.replay.table import Table
from daifu.schemas.record.model import RawRecord
from tests.support.positions import walk_record


def in_play(table: Table) -> int:
    """The cards in the hands, and in a stock whose order is known."""
    stock = table.stock if isinstance(table, Floor13Table) else None
    undrawn = stock.cards[len(stock.cards) - stock.left :] if stock is not None and stock.cards is not None else ()
    return table.rules.alphabet.add_all([*table.hands, *undrawn])


def may_go(table: Table, action: Action) -> int:
    """The cards that an action can take out of play: those laid, discarded or named, or a whole hand shown."""
    if action.void or action.verb not in {PLAY, DISCARD, NAME, SHOW}:
        return 0
    if action.verb == SHOW:
        return table.hands[action.player]
    return named_in_hands(table, action.word) if action.verb == NAME else action.cards


def named_in_hands(table: Table, name: str) -> int:
    """The cards of this name in all hands. A card that a draw named a second time is there twice."""
    masks = NAMED_CARDS if isinstance(table, Floor13Table) else CARDS_NAMED if isinstance(table, HouseTable) else {}
    alphabet = table.rules.alphabet
    return alphabet.part(alphabet.add_all(table.hands), masks.get(name, 0))


def may_come(table: Table, action: Action) -> int:
    """The cards that an action can bring into play: those that fours carry off, and unknown ones that a gift names."""
    if action.verb == PLAY and isinstance(table.top, CardSet):
        return table.top.cards
    return action.cards if action.verb == GIVE and table.unknown[action.player] else 0


def draws_what_it_names(action: Action) -> bool:
    """Whether the record itself says what came out of the stock; what was on top of it is gone then."""
    return action.verb == DRAW and action.cards > 0


def check_cards(raw: RawRecord) -> None:
    """No card of a record comes from nowhere, and none is lost but by an action that takes it away."""
    for action, before, after in walk_record(raw):
        if not draws_what_it_names(action):
            alphabet = before.rules.alphabet
            assert alphabet.holds(may_go(before, action), alphabet.lacking(in_play(after), in_play(before)))
            assert alphabet.holds(may_come(before, action), alphabet.lacking(in_play(before), in_play(after)))
