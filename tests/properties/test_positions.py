"""Positions: what holds in each of them and of its legal actions; looking ahead from one leaves it as it is."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.actions import DISCARD, GIVE, NAME
from daifu.replay.cards import JOKER
from daifu.replay.engine import take_actions
from daifu.replay.legal import is_legal, legal_actions
from daifu.replay.match import Report, replay
from daifu.replay.melds import NAMED, Combination
from daifu.replay.table import NOBODY, Table
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord
from tests.support.positions import action_key, opening_tables, snapshot, walk_record
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


MOST_HELD = 8
"""Of larger hands not every choice of cards is tried."""
MOST_GIVEN = 3
MOST_SPELLINGS = 12
"""So often it is told in other words what jokers stand for."""
POSITIONS = 4
"""The number of positions of a sitting that are tried."""


def in_words(table: Table, names: tuple[str, ...], rng: Random) -> str:
    """The cards as a set; a joker may be said to stand for anything in their suits."""
    suits = {name[0] for name in names}
    stand_ins = [f"{JOKER}={card}" for card in sorted(table.rules.profile.lexicon.stand_ins) if card[0] in suits]
    return " ".join(rng.choice([name, *stand_ins]) if name == JOKER else name for name in names)


def sets(table: Table, player: int, rng: Random) -> Iterator[str]:
    """Every choice of cards of the hand, those with jokers listed several times."""
    held = table.rules.alphabet.list(table.hands[player])
    for count in range(1, len(held) + 1):
        for names in dict.fromkeys(combinations(held, count)):
            for _ in range(MOST_SPELLINGS if JOKER in names else 1):
                yield in_words(table, names, rng)


def other_actions(table: Table, player: int) -> Iterator[str]:
    """Whatever can be done but play, say or show."""
    held = table.rules.alphabet.list(table.hands[player])
    yield from ("-", "draw")
    yield from (f"{NAME} {name}" for name in NAMED)
    for count in range(1, min(len(held), MOST_GIVEN) + 1):
        for names in dict.fromkeys(combinations(held, count)):
            yield f"{DISCARD} {' '.join(names)}"
            yield from (f"{GIVE} {other} {' '.join(names)}" for other in table.seated)


def seated_with_small_hands(table: Table) -> list[int]:
    return [player for player in table.seated if table.rules.alphabet.count(table.hands[player]) <= MOST_HELD]


def missing_actions(table: Table, texts: Iterator[str]) -> set[str]:
    """Those of these actions that are legal and unlike any that the generator offers."""
    notation = table.rules.notation(len(table.hands) - 1)
    offered = {action_key(table, action) for action in legal_actions(table, notation)}
    legal = [action for action in map(notation.__getitem__, texts) if is_legal(table, action)]
    return {action.text for action in legal if action_key(table, action) not in offered}


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), rng=chance)
def test_what_is_offered_is_legal_and_offered_once(name: str, data: st.DataObject, rng: Random) -> None:
    raw = data.draw(sittings((name,), choose=choose_carelessly, deals=1))
    walked = [step.before for step in walk_record(raw)]
    for table in rng.sample(walked, min(POSITIONS, len(walked))):
        offered = legal_actions(table, table.rules.notation(len(table.hands) - 1))
        assert [action.text for action in offered if not is_legal(table, action)] == []
        assert len({action.text for action in offered}) == len(offered)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), rng=chance)
def test_no_legal_set_is_forgotten(name: str, data: st.DataObject, rng: Random) -> None:
    raw = data.draw(sittings((name,), choose=choose_carelessly, deals=1))
    walked = [step.before for step in walk_record(raw)]
    for table in rng.sample(walked, min(POSITIONS, len(walked))):
        players = seated_with_small_hands(table)
        texts = (f"{player} {text}" for player in players for text in sets(table, player, rng))
        assert missing_actions(table, texts) == set()


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), rng=chance)
def test_nor_is_a_pass_a_gift_a_discard_or_a_name(name: str, data: st.DataObject, rng: Random) -> None:
    raw = data.draw(sittings((name,), choose=choose_carelessly, deals=1))
    walked = [step.before for step in walk_record(raw)]
    for table in rng.sample(walked, min(POSITIONS, len(walked))):
        players = seated_with_small_hands(table)
        texts = (f"{player} {text}" for player in players for text in other_actions(table, player))
        assert missing_actions(table, texts) == set()


def faults(report: Report) -> list[tuple[int, int | None, int | None, str]]:
    """Deal, action, player and code of every fault."""
    return [
        (number, fault.action, fault.player, fault.code)
        for number, deal in enumerate(report.deals)
        for fault in deal.faults
    ]


@given(sittings(whole=True))
def test_a_sitting_of_legal_actions_has_no_fault(raw: RawRecord) -> None:
    assert faults(replay(load_raw_record(raw))) == []


@given(sittings(deals=4))
def test_nor_has_one_with_small_hands_but_for_their_size(raw: RawRecord) -> None:
    assert {fault[-1] for fault in faults(replay(load_raw_record(raw)))} <= {"bad_deal"}
