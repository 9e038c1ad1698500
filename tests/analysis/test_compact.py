"""Positions of a few integers give the verdicts that the engine's own positions give."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.analysis.moves import Moves
from daifu.replay.analysis.proofs import UNKNOWN, ForceSearch
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.rules import Rules
from daifu.replay.table import Table
from tests.support.plain_search import small_positions
from tests.support.strategies import options_of, table_sizes

GAMES = ("uecda", "akagiri", "theater", "dalmuti")
ENOUGH = 20_000
MORE_THAN_ENOUGH = 1_000_000
"""Both forms count positions differently, so the compact one gets enough to decide whatever the other one decides."""

chance = st.integers(0, 2**32).map(Random)


def played_by_engine(table: Table) -> Table:
    """The same position under rules that have no compact form."""
    twin = table.copy()
    twin.rules = replace(table.rules, proofs=replace(table.rules.proofs, compact=None))
    return twin


def compare_forms(rules: Rules, players: int, cards: int, rng: Random) -> int:
    """Compare the verdicts in both forms; returns how many were in the compact one."""
    compact = 0
    moves = Moves(rules, players)
    found = small_positions(rules, players, cards, rng)
    for table in rng.sample(found, min(3, len(found))):
        for player in [player for player in table.seated if table.active >> player & 1]:
            fast = ForceSearch(moves, table, player)
            plain = played_by_engine(table)
            slow = ForceSearch(Moves(plain.rules, players), plain, player)
            assert not slow.is_compact
            assert slow.verdict(plain, ENOUGH) in (fast.verdict(table, MORE_THAN_ENOUGH), UNKNOWN)
            compact += fast.is_compact
    return compact


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), rng=chance)
def test_both_forms_give_the_same_verdicts(name: str, data: st.DataObject, rng: Random) -> None:
    rules = PROFILES[name].rules(data.draw(options_of(PROFILES[name])))
    players = data.draw(st.sampled_from(table_sizes(rules)[:3]))
    compare_forms(rules, players, 3, rng)


def test_an_opponent_whose_last_card_is_a_joker_goes_out_with_a_foul() -> None:
    """The others play on then. The seed gives such a position."""
    rules = PROFILES["theater"].rules({"jokers": 2, "hearts3_on_turn_only": True})
    compare_forms(rules, 4, 3, Random(25346))


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(10))
def test_both_forms_give_the_same_verdicts_on_larger_hands(name: str, seed: int) -> None:
    rng = Random(seed)
    rules = PROFILES[name].rules({})
    compact = [compare_forms(rules, rng.choice(table_sizes(rules)[:3]), rng.randint(3, 5), rng) for _ in range(10)]
    assert any(compact)
