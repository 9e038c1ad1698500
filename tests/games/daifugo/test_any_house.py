"""Any house plays: what holds of every game under local rules, however many of them meet."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.actions import PLAY
from daifu.replay.engine import take_actions
from daifu.replay.legal import can_lay, is_legal, legal_actions
from daifu.replay.match import replay
from daifu.replay.options import Options
from daifu.replay.position import position_after, walk_positions
from daifu.schemas.judgement import judge_json
from daifu.schemas.position import describe_table
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord
from tests.statistics.test_play_counters import any_hand, positions
from tests.support.houses import DAIFUGO, covering_choices, house_sitting, with_mistakes
from tests.support.positions import action_key, check_cards, opening_tables
from tests.support.random_records import choose_carelessly
from tests.support.strategies import houses, repaired

FEW_SETS: Final = 4
GAMES: Final = 20
"""The games that are played under each set of rules in a long run."""
POSITIONS: Final = 4
"""How many positions of a deal are reached anew in a short run."""


def check_legal(raw: RawRecord) -> None:
    """Nothing but the size of its hands is wrong with a game of legal actions, and its deals have ended.

    Else a leader was left with a card that nobody may go out with, and has no legal action.
    """
    record = load_raw_record(raw)
    report = replay(record)
    faults = [(number, fault.action, fault.code) for number, deal in enumerate(report.deals) for fault in deal.faults]
    assert [one for one in faults if one[-1] not in {"bad_deal", "bad_deck"}] == []
    for number, deal in enumerate(report.deals):
        table = position_after(record, number, len(record.deals[number].actions or ())).table
        assert deal.decided or legal_actions(table, record.rules.notation(len(raw["players"]))) == []


def check_any(raw: RawRecord, rng: Random, positions: int | None = POSITIONS) -> None:
    """What is kept of a game is judged as it was, no card comes or goes by itself, positions can be reached anew."""
    judged = judge_json(json.dumps(raw).encode())
    again = judge_json(judged.record)
    assert (again.report, again.content) == (judged.report, judged.content)
    check_cards(raw)
    record = load_raw_record(raw)
    for number, deal in enumerate(record.deals):
        count = len(deal.actions or ()) + 1
        chosen = set(range(count) if positions is None else rng.sample(range(count), min(positions, count)))
        for at, reached in enumerate(walk_positions(record, number)):
            if at in chosen:
                assert describe_table(position_after(record, number, at)) == describe_table(reached)


def check_what_is_listed(raw: RawRecord) -> None:
    """Every action without a fault is listed as legal, an answer to a cut among them, and nothing else is."""
    for table, actions in opening_tables(load_raw_record(raw)):
        for index, action in enumerate(actions):
            if not action.void and not table.over and action.verb == PLAY:
                listed = legal_actions(table, table.rules.notation(len(table.hands) - 1))
                keys = {action_key(table, one) for one in listed}
                assert (action_key(table, action) in keys) == is_legal(table, action), action.text
            take_actions(table, [action], index)
            table.faults.clear()


def check_games(options: Options, rng: Random, games: int, positions: int | None = POSITIONS) -> None:
    """Legal games, the same with mistakes, and careless ones; of a failure the house and the record are told."""
    for _ in range(games):
        legal = house_sitting(options, rng, deals=2)
        careless = house_sitting(options, rng, choose=choose_carelessly)
        for raw in (legal, with_mistakes(legal, rng), careless):
            try:
                if raw is legal:
                    check_legal(raw)
                else:
                    check_what_is_listed(raw)
                check_any(raw, rng, positions)
            except Exception as error:
                error.add_note(json.dumps(raw))
                raise


def covering_sets() -> Iterator[Options]:
    """Sets of rules that go together, in which nearly all pairs of values meet."""
    return (repaired(DAIFUGO, chosen) for chosen in covering_choices())


def test_games_under_many_rules_at_once() -> None:
    for number, options in enumerate(islice(covering_sets(), FEW_SETS)):
        check_games(options, Random(number), 1)


@pytest.mark.soak
def test_games_under_sets_in_which_every_two_values_meet() -> None:
    for number, options in enumerate(covering_sets()):
        check_games(options, Random(number), GAMES, positions=None)


@given(houses(DAIFUGO), st.integers(0, 2**32))
def test_a_test_of_hands_says_what_trying_every_set_does_or_leaves_it_to_that(options: Options, seed: int) -> None:
    rng = Random(seed)
    for table in positions(house_sitting(options, rng, choose=choose_carelessly)):
        hand = table.hands[table.turn] = any_hand(table, rng)
        told = table.rules.counting.asking(table)(hand)
        assert told is None or (told > 0) == can_lay(table, table.turn)


@given(houses(DAIFUGO), st.integers(0, 2**32))
def test_games_under_any_house(options: Options, seed: int) -> None:
    check_games(options, Random(seed), 1)
