"""Titles with which deals are begun, the dealer, and the strength of hands."""

import pytest

from daifu.replay.cards import STANDARD
from daifu.replay.counters import Counts
from daifu.replay.deal import Hand
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.strength import StrengthScale
from tests.support.reports import count_deals, counts_of_player

WRITTEN: dict[str, object] = {"result": {"order": [1, 2, 3, 4, 5]}}


def counts_under(counts: Counts, *stems: str) -> Counts:
    """The counters that begin so."""
    return {name: count for name, count in counts.items() if name.split(".")[0] in stems}


def title_outcomes(counts: Counts) -> Counts:
    """What became of the best and of the worst title."""
    return counts_under(counts, "top", "bottom")


def title_counts(counts: Counts) -> Counts:
    """All that is counted of the titles before."""
    return counts_under(counts, "top", "bottom", "before", "turn")


def test_in_a_first_court_that_was_played_the_seats_are_the_titles() -> None:
    """D-SEAT-1."""
    actions = ["1 9", "2 7", "3 5", "4 3"]
    tallies = count_deals("dalmuti", [{"hands": ["9 12", "7", "5", "3"], "hands_are": "exchanged", "actions": actions}])
    assert counts_of_player(tallies, 1)["turn.greater_dalmuti.greater_peon"] == 1
    assert counts_of_player(tallies, 2)["turn.lesser_dalmuti.greater_dalmuti"] == 1


def test_a_player_without_a_title_among_titled_ones_begins_without_one() -> None:
    """F-OYA-1."""
    tallies = count_deals("floor13", [{"result": {"order": [1, 2, 3]}}, {"result": {"order": [2, 1, 3]}}], 3)
    assert counts_of_player(tallies, 2)["before.none.first"] == counts_of_player(tallies, 2)["top.taken"] == 1
    assert counts_under(counts_of_player(tallies, 1), "top") == {"top.begun": 1}


def test_a_game_without_titles_counts_nothing_by_them() -> None:
    tallies = count_deals("biga", [{"result": {"order": [1, 2, 3, 4, 5]}}] * 2, 5)
    assert title_counts(counts_of_player(tallies, 1)) == {}


def test_nothing_is_counted_about_the_bottom_without_a_place() -> None:
    tallies = count_deals("uecda", [WRITTEN, {"result": {"order": [2, 3, 4]}}], 5)
    assert title_outcomes(counts_of_player(tallies, 5)) == {"top.below": 1}
    assert title_outcomes(counts_of_player(tallies, 1)) == {"top.begun": 1}


PLAYED: dict[str, object] = {"hands": ["SJ", "S9", "ST"], "actions": ["2 S9", "3 ST"]}


def test_a_first_deal_may_have_no_known_dealer() -> None:
    tallies = count_deals("akagiri", [PLAYED], 3)
    assert counts_under(counts_of_player(tallies, 2), "dealer") == {}
    assert counts_of_player(tallies, 2)["seat.1.first"] == 1


def scale(rules: str, players: int) -> StrengthScale:
    chosen = PROFILES[rules].rules({})
    order = chosen.counting.order
    return StrengthScale(chosen.sitting.pack(players), order, chosen.counting.gift_order or order)


@pytest.mark.parametrize(
    ("hand", "tenth"), [("S3 H3 D4 C4 S5", 0), ("S9 HT S8 H9 DT", 5), ("S3 H5 SK HA DT", 4), ("S2 H2 D2 C2 X", 9)]
)
def test_a_hand_stands_in_a_tenth_of_all_hands(hand: str, tenth: int) -> None:
    assert scale("uecda", 5).tenths([Hand.of(STANDARD, STANDARD.pack(hand.split()))])[1] == tenth


@pytest.mark.parametrize("rules", PROFILES)
def test_stronger_cards_are_worth_more(rules: str) -> None:
    chosen = PROFILES[rules].rules({})
    order = chosen.counting.gift_order or chosen.counting.order
    worth = [scale(rules, 5).worth(names[:1]) for names in order]
    assert worth == sorted(worth)
    assert worth[0] == 0
    assert worth[-1] < 1000


def test_a_jester_is_the_worst_card_to_be_given_and_the_best_in_a_hand() -> None:
    """D-RANK-1, D-TAX-2."""
    pack = PROFILES["dalmuti"].rules({}).alphabet
    assert scale("dalmuti", 5).worth(("J",)) == 0
    assert scale("dalmuti", 5).worth(("12",)) == 1000 * 2 // 80
    assert scale("dalmuti", 5).height(pack.pack(["J"])) > scale("dalmuti", 5).height(pack.pack(["1"]))


@pytest.mark.parametrize("rules", PROFILES)
def test_every_card_of_the_alphabet_has_its_strength(rules: str) -> None:
    chosen = PROFILES[rules].rules({})
    assert sorted(name for names in chosen.counting.order for name in names) == sorted(chosen.alphabet.names)


@pytest.mark.parametrize("rules", PROFILES)
def test_a_hand_is_as_high_as_its_cards(rules: str) -> None:
    chosen = PROFILES[rules].rules({})
    steps = {name: step for step, names in enumerate(chosen.counting.order) for name in names}
    pack = chosen.sitting.pack(5)
    cards = [name for name, step in steps.items() for _ in range(chosen.alphabet.counts(pack.cards)[step % 3])][:20]
    held = [name for name in cards if chosen.alphabet.holds(pack.cards, chosen.alphabet.one[name])]
    once = list(dict.fromkeys(held))
    assert scale(rules, 5).height(chosen.alphabet.pack(once)) == sum(map(steps.__getitem__, once))
    assert scale(rules, 5).height(pack.cards) == sum(steps[name] for name in chosen.alphabet.list(pack.cards))
