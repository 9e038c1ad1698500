"""Proofs agree with a plain search and in compact form, their lines are legal, and nothing refutes them."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.actions import Action
from daifu.replay.analysis.deals import DealProofs, prove_deal
from daifu.replay.analysis.moves import Moves
from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN, ForceSearch, LeadSearch, hidden_obstacle
from daifu.replay.deal import Deal, Hand
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.position import Position
from daifu.replay.rules import Rules
from daifu.replay.table import Table
from tests.support.plain_search import TooLong, can_force, goal_is_reached, goal_of, small_positions, stepped
from tests.support.proof_soundness import MISSED, RefutedError, check_proofs, small_deal
from tests.support.strategies import GAMES, options_of, table_sizes

POSITIONS: Final = 3
"""The number of positions of a deal that are tried."""
FEW_PLAYERS: Final = 3
ENOUGH: Final = 100_000
"""More positions than any question about small hands needs."""

chance = st.integers(0, 2**32).map(Random)
every_game = pytest.mark.parametrize("name", GAMES)


def sample(found: list[Table], rng: Random) -> list[Table]:
    return rng.sample(found, min(POSITIONS, len(found)))


def players_with_cards(table: Table) -> list[int]:
    return [player for player in table.seated if table.active >> player & 1]


def plain_verdict(table: Table, player: int, places: int, most: int) -> str:
    """What the plain search finds, `UNKNOWN` where it would take too long."""
    try:
        return PROVEN if can_force(table, player, places, most) else REFUTED
    except TooLong:
        return UNKNOWN


def after_actions(table: Table, actions: list[Action]) -> Table:
    """The table after these actions. They must be legal, but for fouls of others with which a set stands."""
    for action in actions:
        table = stepped(table, action)
        assert {fault.code for fault in table.faults} <= table.rules.proofs.fouls
    return table


def compare_with_plain_search(rules: Rules, players: int, cards: int, rng: Random, most: int) -> Counter[str]:
    """Compare every verdict in some positions of a small deal; returns how often each was given by both."""
    found: Counter[str] = Counter()
    moves = Moves(rules, players)
    for table in sample(small_positions(rules, players, cards, rng), rng):
        for player in players_with_cards(table):
            for places in (1, 2):
                search = ForceSearch(moves, table, player, places)
                verdict, plain = search.verdict(table, ENOUGH), plain_verdict(table, player, places, most)
                assert plain in (verdict, UNKNOWN), (player, places, table.hands)
                found[plain] += 1
                if verdict == PROVEN:
                    line = after_actions(table, search.line(table, ENOUGH))
                    assert goal_is_reached(line, goal_of(table, player, places))
    return found


@every_game
@given(data=st.data(), rng=chance)
def test_verdicts_are_those_of_a_plain_search_and_lines_reach_the_goal(
    name: str, data: st.DataObject, rng: Random
) -> None:
    rules = PROFILES[name].rules(data.draw(options_of(PROFILES[name])))
    players = data.draw(st.sampled_from(table_sizes(rules)[:3]))
    compare_with_plain_search(rules, players, 2 if players > FEW_PLAYERS else 3, rng, most=200)


def test_a_swap_of_equal_cards_is_not_made_again() -> None:
    dealt = ("6 8", "6 7", "7 7", "7 7", "7 8", "7 8")
    rules = PROFILES["dalmuti"].rules({"merchant_exchange": True, "first_hand_no_tax": True})
    hands = [Hand.of(rules.alphabet, rules.alphabet.pack(names.split())) for names in dealt]
    match = Match(rules, len(hands))
    table = match.open(match.start(Deal(hands=hands), []))
    assert "3 give 4 7" in [action.text for action in legal_actions(table, rules.notation(len(hands)))]
    assert ForceSearch(Moves(rules, len(hands)), table, 1).verdict(table, ENOUGH) == PROVEN


@pytest.mark.soak
@every_game
@pytest.mark.parametrize("seed", range(2))
def test_verdicts_on_larger_hands_are_those_of_a_plain_search(name: str, seed: int) -> None:
    rng = Random(seed)
    rules = PROFILES[name].rules({})
    found: Counter[str] = Counter()
    for _ in range(50):
        players = rng.choice(table_sizes(rules)[:3])
        found += compare_with_plain_search(rules, players, rng.randint(2, 4), rng, most=3_000)
    assert found[PROVEN]
    assert found[REFUTED]


@every_game
@given(data=st.data(), rng=chance)
def test_what_is_proven_with_one_hand_known_holds_however_the_others_are_dealt(
    name: str, data: st.DataObject, rng: Random
) -> None:
    rules = PROFILES[name].rules(data.draw(options_of(PROFILES[name])))
    players = data.draw(st.sampled_from(table_sizes(rules)[:3]))
    moves = Moves(rules, players)
    for table in sample(small_positions(rules, players, 3, rng), rng):
        for player in players_with_cards(table) if hidden_obstacle(table) is None else ():
            line = LeadSearch(moves, table, player).line(table, ENOUGH)
            if line:
                assert after_actions(table, line).out[len(table.out)] == player
                for other in (table, redealt(table, player, rng)):
                    assert ForceSearch(moves, other, player).verdict(other, ENOUGH) == PROVEN


def redealt(table: Table, player: int, rng: Random) -> Table:
    """The same position with the hands of the others dealt anew, each as large as before."""
    alphabet = table.rules.alphabet
    others = [other for other in players_with_cards(table) if other != player]
    hidden = [name for other in others for name in alphabet.list(table.hands[other])]
    rng.shuffle(hidden)
    twin = table.copy()
    for other in others:
        held = alphabet.count(table.hands[other])
        twin.hands[other] = alphabet.pack(hidden[:held])
        del hidden[:held]
    return twin


COMPACT_GAMES = ("uecda", "akagiri", "theater", "dalmuti")
POSITIONS_LOOKED_AT = 20_000
MORE_POSITIONS = 1_000_000
"""Both forms count positions differently, so the compact one gets enough to decide whatever the other one decides."""


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
            assert slow.verdict(plain, POSITIONS_LOOKED_AT) in (fast.verdict(table, MORE_POSITIONS), UNKNOWN)
            compact += fast.is_compact
    return compact


@pytest.mark.parametrize("name", COMPACT_GAMES)
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
@pytest.mark.parametrize("name", COMPACT_GAMES)
@pytest.mark.parametrize("seed", range(10))
def test_both_forms_give_the_same_verdicts_on_larger_hands(name: str, seed: int) -> None:
    rng = Random(seed)
    rules = PROFILES[name].rules({})
    compact = [compare_forms(rules, rng.choice(table_sizes(rules)[:3]), rng.randint(3, 5), rng) for _ in range(10)]
    assert any(compact)


DEALS, BUDGET, STEPS = 2, 50, 20


def deal_with_missed_win() -> tuple[list[Position], DealProofs]:
    rng = Random(1)
    while True:
        steps = small_deal(PROFILES["uecda"].rules({}), rng)
        proofs = prove_deal(steps)
        if proofs.missed_wins:
            return steps, proofs


@pytest.mark.parametrize("name", PROFILES)
def test_no_proof_of_a_small_deal_is_refuted(name: str) -> None:
    rng = Random(name)
    for _ in range(DEALS):
        steps = small_deal(PROFILES[name].rules({}), rng)
        check_proofs(steps, prove_deal(steps, BUDGET), rng, STEPS)


def test_a_missed_win_is_decided() -> None:
    steps, proofs = deal_with_missed_win()
    assert check_proofs(steps, proofs, Random(0))[MISSED, ""]


def test_a_win_that_was_not_lost_is_no_missed_win() -> None:
    steps, proofs = deal_with_missed_win()
    kept = next(found for found in proofs.actions if found.known == found.known_after == PROVEN)
    wrong = replace(proofs.missed_wins[0], action=kept.action, player=kept.player)
    with pytest.raises(RefutedError):
        check_proofs(steps, replace(proofs, missed_wins=[wrong]), Random(0))


def test_a_verdict_without_a_win_is_refuted_by_a_win() -> None:
    steps, proofs = deal_with_missed_win()
    wrong = [replace(found, known=REFUTED) for found in proofs.actions if found.known == PROVEN]
    with pytest.raises(RefutedError):
        check_proofs(steps, replace(proofs, actions=wrong, missed_wins=[]), Random(0))


def test_a_line_that_does_not_win_is_found() -> None:
    steps, proofs = deal_with_missed_win()
    win = proofs.missed_wins[0]
    with pytest.raises(RefutedError):
        check_proofs(steps, replace(proofs, missed_wins=[replace(win, line=win.line[:-1])]), Random(0))
