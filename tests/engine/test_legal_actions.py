"""The legal actions of a position are those that the judge accepts."""

from itertools import combinations
from random import Random

import pytest

from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.legal import candidate_gifts, candidate_groups, choices, choices_up_to, is_legal, legal_actions
from daifu.replay.match import Match
from daifu.replay.options import Options
from daifu.replay.table import Table
from tests.support.positions import brute_force_actions, generated_actions, random_positions

TABLES: list[tuple[str, int, int, Options]] = [
    ("dalmuti", 4, 4, {}),
    ("dalmuti", 4, 4, {"pass_locks": True, "first_hand_no_tax": True}),
    ("dalmuti", 6, 3, {"merchant_exchange": True, "implicit_passes": True}),
    ("uecda", 5, 4, {}),
    ("uecda", 5, 4, {"jack_back": True, "six_reverse": True, "trick_end": "all_but_one"}),
]


def opened(rules: str, *hands: str, options: Options | None = None) -> Table:
    """The position before the first action of a deal that owes no gifts."""
    chosen = PROFILES[rules].rules(options or {})
    match = Match(chosen, len(hands))
    dealt = [Hand.of(chosen.alphabet, chosen.alphabet.pack(hand.split())) for hand in hands]
    return match.open(match.start(Deal(hands=dealt, exchanged=True), []))


def texts(table: Table, *actions: str) -> list[str]:
    """The legal actions after these."""
    notation = table.rules.notation(len(table.seated))
    take_actions(table, [notation[text] for text in actions])
    return [action.text for action in legal_actions(table, notation)]


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("rules", "players", "cards", "options"), TABLES)
def test_the_generator_finds_what_the_judge_accepts(
    rules: str, players: int, cards: int, options: Options, seed: int
) -> None:
    compiled = PROFILES[rules].rules(options)
    notation = compiled.notation(players)
    for table in random_positions(compiled, players, cards, Random(seed)):
        assert generated_actions(table, notation) == brute_force_actions(table, notation)


def test_on_the_lead_every_set_of_the_hand_is_legal_and_no_pass() -> None:
    table = opened("dalmuti", "9 9 J", "8", "7", "6")
    assert texts(table) == ["1 J", "1 9", "1 9 J", "1 9 9", "1 9 9 J"]


def test_after_a_lead_what_answers_it_and_a_pass_are_legal() -> None:
    table = opened("dalmuti", "9 9", "8 8 10", "7", "6")
    assert texts(table, "1 9") == ["2 8", "2 -"]


def test_anybody_may_lead_while_nobody_is_on_turn() -> None:
    """A-OPT-LEAD: the record names no dealer."""
    assert texts(opened("akagiri", "S4", "S5", "S6")) == ["1 S4", "2 S5", "3 S6"]


def test_anybody_may_lead_where_gifts_could_still_come_before() -> None:
    """U-LEAD-1: no hand names the diamond 3."""
    table = opened("uecda", "S4", "S5", "S6", "S7", "S8")
    assert texts(table) == ["1 S4", "2 S5", "3 S6", "4 S7", "5 S8", "1 -", "2 -", "3 -", "4 -", "5 -"]


def test_nothing_is_legal_when_the_deal_is_over() -> None:
    table = opened("dalmuti", "9", "8", "7", "6 6")
    assert texts(table, "1 9", "2 8", "3 7") == []


def test_a_player_who_went_out_may_still_speak_for_the_last_set() -> None:
    """U-REV-1."""
    table = opened("uecda", "D3 H3 S3 C3", "S4", "S5", "S6", "S7")
    assert "1 say revolution" in texts(table, "1 D3 H3 S3 C3")


def test_gifts_come_before_sets() -> None:
    rules = PROFILES["dalmuti"].rules({})
    match = Match(rules, 4)
    hands = [Hand.of(rules.alphabet, rules.alphabet.pack(hand.split())) for hand in ("12 11", "9", "8", "1 2 3")]
    table = match.open(match.start(Deal(hands=hands), []))
    assert texts(table) == ["1 give 4 11 12", "2 give 3 9", "3 give 2 8", "4 give 1 1 2"]


def test_merchants_may_swap_before_play() -> None:
    """D-OPT-4: the best merchant with another one, and nobody has to."""
    rules = PROFILES["dalmuti"].rules({"merchant_exchange": True})
    match = Match(rules, 6)
    hands = [Hand.of(rules.alphabet, rules.alphabet.one[card]) for card in ("12", "11", "9", "8", "2", "1")]
    table = match.open(match.start(Deal(places=(1, 2, 3, 4, 5, 6), hands=hands, exchanged=True), []))
    assert texts(table) == ["1 12", "3 give 4 9", "4 give 3 8"]


def test_the_other_half_of_a_swap_is_listed_once() -> None:
    """D-OPT-4: it may be any card, and is owed once the first merchant has given theirs."""
    rules = PROFILES["dalmuti"].rules({"merchant_exchange": True})
    match = Match(rules, 6)
    hands = [Hand.of(rules.alphabet, rules.alphabet.pack(hand.split())) for hand in ("12", "11", "9", "8 7", "2", "1")]
    table = match.open(match.start(Deal(places=(1, 2, 3, 4, 5, 6), hands=hands, exchanged=True), []))
    take_actions(table, [rules.notation(6)["3 give 4 9"]])
    assert [text for text in texts(table) if "give" in text] == ["4 give 3 7", "4 give 3 8", "4 give 3 9"]


def test_to_ask_what_is_legal_changes_nothing() -> None:
    table = opened("dalmuti", "9 9", "8 8 10", "7", "6")
    notation = table.rules.notation(4)
    before = legal_actions(table, notation)
    assert legal_actions(table, notation) == before
    assert (table.faults, table.hands[1], table.turn) == ([], 2 * table.rules.alphabet.one["9"], 1)


def test_equal_positions_have_their_legal_actions_in_the_same_order() -> None:
    table = opened("uecda", "D3 H3 S3 X S4 S5", "S6", "S7", "S8", "S9")
    notations = [PROFILES["uecda"].rules({}).notation(5) for _ in range(2)]
    one, other = ([action.text for action in legal_actions(table.copy(), notation)] for notation in notations)
    assert one == other


def test_one_action_can_be_asked_about() -> None:
    table = opened("dalmuti", "9 9", "8 8 10", "7", "6")
    notation = table.rules.notation(4)
    assert is_legal(table, notation["1 9 9"])
    assert not is_legal(table, notation["1 9 9 9"])
    assert not is_legal(table, notation["2 8"])


HANDS = ("S3 H3 D3 C3", "S3 S3 H3 C3 C3 C3", "X X X")


@pytest.mark.parametrize("count", range(7))
@pytest.mark.parametrize("hand", HANDS)
def test_every_choice_of_a_number_of_cards_is_made_once(hand: str, count: int) -> None:
    cards = hand.split()
    assert list(choices(cards, count)) == list(dict.fromkeys(combinations(cards, count)))


def test_of_equal_cards_only_their_number_matters() -> None:
    assert list(choices_up_to(["S3"] * 40)) == [("S3",) * count for count in range(1, 41)]
    assert len(list(candidate_groups(["S3"] * 40 + ["X"] * 40))) == 40 + 40 * 41


def poor(hand: str, unknown: int = 0) -> Table:
    """A deal in which player 5, with this hand, owes player 1 the two best cards."""
    rules = PROFILES["uecda"].rules({})
    others = [Hand.of(rules.alphabet, rules.alphabet.one[card]) for card in ("D3", "S4", "S5", "S6")]
    hands = [*others, Hand.of(rules.alphabet, rules.alphabet.pack(hand.split()), unknown)]
    match = Match(rules, 5)
    return match.open(match.start(Deal(places=(1, 2, 3, 4, 5), hands=hands), []))


def test_the_best_cards_are_chosen_from_those_that_can_be_the_best() -> None:
    """U-XCH-1."""
    assert list(candidate_gifts(poor("S7 HA SA S2"), 5)) == ["give 1 SA S2"]


def test_of_a_hand_that_is_not_known_any_cards_may_be_the_best() -> None:
    assert list(candidate_gifts(poor("S7 HA S2", unknown=1), 5)) == ["give 1 S7 HA", "give 1 S7 S2", "give 1 HA S2"]


def test_a_gift_that_was_made_is_not_tried_again() -> None:
    table = poor("S7 HA SA S2")
    assert table.exchange
    table.exchange.made |= {5}
    assert list(candidate_gifts(table, 5)) == []
