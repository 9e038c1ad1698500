"""The legal actions of a position are those that the judge accepts; with unknown cards, those that may be legal."""

from itertools import combinations
from random import Random

import pytest

from daifu.replay.actions import Action
from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.legal import (
    HandSets,
    candidate_gifts,
    candidate_groups,
    choices,
    choices_up_to,
    is_legal,
    legal_actions,
    players_in,
)
from daifu.replay.match import Match
from daifu.replay.options import Options, Value
from daifu.replay.position import Position, legal_action_texts, position_after, possible_action_texts
from daifu.replay.table import Table
from daifu.schemas.record.decode import load_raw_record
from tests.support.playouts import Playout, choose_anything
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


MANY = 100_000


def reached(rules: str, hands: list[str | None], actions: list[str], **options: Value) -> Position:
    """The position after these actions of a single deal."""
    raw = {
        "format": "daifu/1",
        "rules": rules,
        "options": options,
        "players": [f"P{number}" for number in range(len(hands))],
        "deals": [{"hands": hands, "actions": actions}],
    }
    return position_after(load_raw_record(raw), 0, len(actions))


KNOWN = ["D3 S5 H5", "S4 H6 D6", "H7 C7 X", "D8 C9 S9"]


@pytest.mark.parametrize("actions", [[], ["1 D3"], ["1 S5 H5"], ["1 D3", "2 H6", "3 X"]])
def test_with_known_hands_they_are_the_legal_actions(actions: list[str]) -> None:
    found = reached("theater", list(KNOWN), actions)
    legal = legal_action_texts(found.table, found.record.rules.notation(4))
    assert possible_action_texts(found, MANY) == legal


def test_of_an_unknown_hand_every_card_is_possible_that_nobody_has_shown() -> None:
    found = possible_action_texts(reached("theater", ["?*2", "?*2", "S2", "?*2"], ["1 CA"]), MANY)
    assert found == ["2 X", "2 H2", "2 D2", "2 C2", "2 -"]


def test_no_set_is_larger_than_the_hand() -> None:
    found = possible_action_texts(reached("theater", ["?*4", "?*2", "?*4", "?*4"], ["1 S3 H3 D3"]), MANY)
    assert found == ["2 -"]


def test_a_play_that_was_taken_back_has_shown_its_cards_only_to_its_player() -> None:
    found = possible_action_texts(reached("uecda", ["?*11"] * 5, ["1 D3", "2 S4 void"]), MANY)
    assert found is not None
    assert "2 S4" in found


def test_more_than_are_wanted_are_not_listed() -> None:
    assert possible_action_texts(reached("theater", ["?*13"] * 4, []), 100) is None


def test_nor_are_those_of_a_hand_with_countless_sets_to_try() -> None:
    found = reached("theater", ["?*5"] * 4, ["1 D3"], ipeiko_any_suits=True)
    assert possible_action_texts(found, MANY) is None


def test_of_countless_sets_none_is_tried_where_no_hand_can_answer() -> None:
    found = reached("daifugo", ["?*13"] * 4, ["1 SK HA S2"], runs={"suits": "any"})
    assert possible_action_texts(found, MANY) == ["2 -"]


@pytest.mark.parametrize("rules", PROFILES)
def test_each_possible_action_is_without_a_fault(rules: str) -> None:
    players = max(4, PROFILES[rules].players[0])
    hands: list[str | None] = ["?*3"] * players
    start = {"dalmuti": ["1 5"], "biga": ["1 show SA", "1 S5"]}.get(rules, ["1 D5"])
    for text in (possible_action_texts(reached(rules, hands, start), MANY) or [])[:40]:
        position = reached(rules, hands, [*start, text])
        assert not [fault for fault in position.table.faults if fault.action == len(start)], text


class Referee:
    """Chooses actions at random, and compares the lists of legal actions of each position."""

    def __init__(self, sets: HandSets) -> None:
        self.sets = sets
        self.positions = 0

    def __call__(self, table: Table, actions: list[Action], rng: Random) -> Action:
        self.positions += 1
        assert self.sets.legal_actions(table) == actions
        if self.positions % 8 == 0:
            assert set(tried_sets(table, self.sets)) == {one for one in actions if one.verb == "play"}
        return choose_anything(table, actions, rng)


def tried_sets(table: Table, sets: HandSets) -> list[Action]:
    candidates = (
        sets.notation[f"{player} {text}"] for player in players_in(table) for text in table.rules.sets(table, player)
    )
    return [action for action in candidates if is_legal(table, action)]


@pytest.mark.parametrize("name", PROFILES)
def test_the_sets_of_hands_give_the_legal_actions_that_trying_every_candidate_gives(name: str) -> None:
    profile = PROFILES[name]
    players = min(profile.players, key=lambda count: abs(count - 4))
    rules = profile.rules({})
    referee = Referee(HandSets(rules, players))
    playout = Playout(rules, players, Random(11), most=7, choose=referee)
    for _ in range(2):
        playout.deal({})
    assert referee.positions > 20
