"""Positions: what holds in each of them, and that looking ahead from one leaves it as it is."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.engine import take_actions
from daifu.replay.legal import legal_actions
from daifu.replay.melds import Combination
from daifu.replay.table import NOBODY, Table
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord
from tests.support.positions import opening_tables, snapshot, walk_record
from tests.support.random_records import absurd_action, choose_carelessly
from tests.support.strategies import GAMES, sittings

chance = st.integers(0, 2**32).map(Random)

WITHOUT_REVOLUTION = ("dalmuti", "biga")
"""Games in which the order of the cards never turns."""


@given(sittings(choose=choose_carelessly))
def test_nobody_who_is_out_has_the_turn(raw: RawRecord) -> None:
    for _, _, table in walk_record(raw):
        assert table.turn == NOBODY or not table.closed >> table.turn & 1


@given(sittings(choose=choose_carelessly))
def test_the_order_of_play_is_one_circle(raw: RawRecord) -> None:
    for _, _, table in walk_record(raw):
        circle, player = [], table.seated[0]
        while player not in circle:
            circle.append(player)
            player = table.after[player]
        assert sorted(circle) == table.seated


@given(sittings(choose=choose_carelessly))
def test_to_turn_the_direction_twice_leaves_it_as_it_was(raw: RawRecord) -> None:
    for _, table, _ in walk_record(raw):
        before = list(table.after)
        table.reverse()
        table.reverse()
        assert table.after == before


@given(sittings(choose=choose_carelessly, deals=1), chance)
def test_what_happens_on_a_copy_does_not_happen_on_the_table(raw: RawRecord, rng: Random) -> None:
    for action, table, _ in walk_record(raw):
        before = snapshot(table)
        players = len(table.hands) - 1
        other = absurd_action(table.rules.profile.lexicon, players, rng)
        take_actions(table.copy(), [action, table.rules.notation(players)[other]])
        assert snapshot(table) == before


@given(sittings(choose=choose_carelessly, deals=1), st.integers(0, 60))
def test_to_ask_for_the_legal_actions_changes_nothing(raw: RawRecord, place: int) -> None:
    for _, table, _ in list(walk_record(raw))[place : place + 1]:
        before = snapshot(table)
        notation = table.rules.notation(len(table.hands) - 1)
        assert legal_actions(table, notation) == legal_actions(table, notation)
        assert snapshot(table) == before


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_what_is_above_the_bar_of_a_set_answers_it(name: str, data: st.DataObject) -> None:
    """The judge does not ask the rules about such a set; they must say the same."""
    raw = data.draw(sittings((name,), deals=1))
    table, actions = next(opening_tables(load_raw_record(raw)))
    take_actions(table, actions[: data.draw(st.integers(0, len(actions)))])
    for table.down in range(1 if name in WITHOUT_REVOLUTION else 2):
        for top, new in product(hands_as_sets(table), repeat=2):
            same = (new.kind, new.count) == (top.kind, top.count)
            if same and new.floor[table.down] > top.bar[table.down]:
                assert table.rules.answer(table, top, new) == ""


def hands_as_sets(table: Table) -> list[Combination]:
    """Every set that anybody could lay, in every reading."""
    notation = table.rules.notation(len(table.hands) - 1)
    texts = [f"{player} {text}" for player in table.seated for text in table.rules.sets(table, player)]
    return [reading for text in texts for reading in notation[text].readings]
