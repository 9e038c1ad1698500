"""No card comes from nowhere, and none is lost but by an action that takes it away."""

from hypothesis import given

from daifu.replay.actions import PLAY
from daifu.schemas.record.model import RawRecord
from tests.support.positions import check_cards, walk_record
from tests.support.random_records import choose_carelessly
from tests.support.strategies import sittings


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
