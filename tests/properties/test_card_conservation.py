"""No card comes from nowhere, and none is lost but by an action that takes it away."""

from hypothesis import given

from replay.actions import DISCARD, DRAW, GIVE, NAME, PLAY, SHOW, Action
from replay.games.biga.sets import CardSet
from replay.games.floor13.sets import NAMED_CARDS
from replay.games.floor13.table import Floor13Table
from replay.table import Table
from schemas.record.model import RawRecord
from tests.support.positions import walk_record
from tests.support.random_records import choose_carelessly
from tests.support.strategies import sittings


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
    alphabet = table.rules.alphabet
    return alphabet.part(alphabet.add_all(table.hands), NAMED_CARDS[name]) if isinstance(table, Floor13Table) else 0


def may_come(table: Table, action: Action) -> int:
    """The cards that an action can bring into play: those that fours carry off, and unknown ones that a gift names."""
    if action.verb == PLAY and isinstance(table.top, CardSet):
        return table.top.cards
    return action.cards if action.verb == GIVE and table.unknown[action.player] else 0


def draws_what_it_names(action: Action) -> bool:
    """Whether the record itself says what came out of the stock; what was on top of it is gone then."""
    return action.verb == DRAW and action.cards > 0


def check_cards(raw: RawRecord) -> None:
    for action, before, after in walk_record(raw):
        if not draws_what_it_names(action):
            alphabet = before.rules.alphabet
            assert alphabet.holds(may_go(before, action), alphabet.lacking(in_play(after), in_play(before)))
            assert alphabet.holds(may_come(before, action), alphabet.lacking(in_play(before), in_play(after)))


@given(sittings())
def test_legal_play_keeps_the_cards(raw: RawRecord) -> None:
    check_cards(raw)


@given(sittings(choose=choose_carelessly))
def test_careless_play_keeps_them_all_the_same(raw: RawRecord) -> None:
    check_cards(raw)


@given(sittings(choose=choose_carelessly))
def test_a_set_takes_cards_from_nobody_but_its_player(raw: RawRecord) -> None:
    for action, before, after in walk_record(raw):
        if action.verb == PLAY:
            others = [player for player in before.seated if player != action.player]
            assert [after.hands[player] for player in others] == [before.hands[player] for player in others]


@given(sittings(choose=choose_carelessly))
def test_what_was_taken_back_moves_nothing(raw: RawRecord) -> None:
    for action, before, after in walk_record(raw):
        if action.void:
            assert (after.hands, after.unknown, after.turn) == (before.hands, before.unknown, before.turn)
