"""Titles with which deals are begun, the dealer, and the strength of hands."""

import pytest

from replay.cards import STANDARD
from replay.counters import Counts
from replay.deal import Hand
from replay.games.catalogue import PROFILES
from replay.statistics.results import STANDING_UNIT
from replay.statistics.strength import StrengthScale
from tests.support.reports import count_deals, counts_of_player

WRITTEN: dict[str, object] = {"result": {"order": [1, 2, 3, 4, 5]}}
THEN: dict[str, object] = {"result": {"order": [2, 1, 3, 4, 5]}}
FOUR: dict[str, object] = {"result": {"order": [1, 2, 3, 4]}}


def counts_under(counts: Counts, *stems: str) -> Counts:
    """The counters that begin so."""
    return {name: count for name, count in counts.items() if name.split(".")[0] in stems}


def title_outcomes(counts: Counts) -> Counts:
    """What became of the best and of the worst title."""
    return counts_under(counts, "top", "bottom")


def title_counts(counts: Counts) -> Counts:
    """All that is counted of the titles before."""
    return counts_under(counts, "top", "bottom", "before", "turn")


def test_a_title_is_followed_by_that_of_the_next_deal() -> None:
    tallies = count_deals("uecda", [WRITTEN, THEN, THEN], 5)
    assert counts_of_player(tallies, 1)["turn.daifugo.fugo"] == counts_of_player(tallies, 1)["turn.fugo.fugo"] == 1
    assert (
        counts_of_player(tallies, 5)["turn.daihinmin.daihinmin"]
        == counts_of_player(tallies, 5)["title.daihinmin"] - 1
        == 2
    )


def test_no_title_follows_an_undecided_deal() -> None:
    tallies = count_deals("uecda", [WRITTEN, {"abandoned": True}, WRITTEN], 5)
    assert title_counts(counts_of_player(tallies, 1)) == {}
    assert counts_of_player(tallies, 1)["undecided"] == 1


def test_no_title_follows_where_the_ranking_is_reset() -> None:
    tallies = count_deals("dalmuti", [FOUR, {**FOUR, "places": None}])
    assert title_counts(counts_of_player(tallies, 1)) == {}


def test_no_title_follows_where_others_sit_down() -> None:
    others = {"seats": [1, 2, 3, 5], "result": {"order": [1, 2, 3, 5]}}
    tallies = count_deals("theater", [{"seats": [1, 2, 3, 4], **FOUR}, others], 5)
    assert title_counts(counts_of_player(tallies, 1)) == {}


def test_a_written_ranking_gives_the_titles_before() -> None:
    tallies = count_deals("theater", [{"places": [4, 3, 2, 1], **FOUR}])
    assert (
        counts_of_player(tallies, 1)["turn.daihinmin.daifugo"]
        == counts_of_player(tallies, 4)["turn.daifugo.daihinmin"]
        == 1
    )


def test_in_a_first_court_that_was_played_the_seats_are_the_titles() -> None:
    """D-SEAT-1."""
    actions = ["1 9", "2 7", "3 5", "4 3"]
    tallies = count_deals("dalmuti", [{"hands": ["9 12", "7", "5", "3"], "hands_are": "exchanged", "actions": actions}])
    assert counts_of_player(tallies, 1)["turn.greater_dalmuti.greater_peon"] == 1
    assert counts_of_player(tallies, 2)["turn.lesser_dalmuti.greater_dalmuti"] == 1


def test_results_count_by_the_title_with_which_the_deal_was_begun() -> None:
    tallies = count_deals("uecda", [WRITTEN, THEN], 5)
    assert counts_under(counts_of_player(tallies, 1), "before") == {
        "before.daifugo.deals": 1,
        "before.daifugo.standing": STANDING_UNIT // 4,
        "before.daifugo.scored": 1,
        "before.daifugo.points": 4_000,
    }
    assert counts_of_player(tallies, 2)["before.fugo.first"] == 1


def test_a_player_without_a_title_among_titled_ones_begins_without_one() -> None:
    """F-OYA-1."""
    tallies = count_deals("floor13", [{"result": {"order": [1, 2, 3]}}, {"result": {"order": [2, 1, 3]}}], 3)
    assert counts_of_player(tallies, 2)["before.none.first"] == counts_of_player(tallies, 2)["top.taken"] == 1
    assert counts_under(counts_of_player(tallies, 1), "top") == {"top.begun": 1}


def test_a_game_without_titles_counts_nothing_by_them() -> None:
    tallies = count_deals("biga", [{"result": {"order": [1, 2, 3, 4, 5]}}] * 2, 5)
    assert title_counts(counts_of_player(tallies, 1)) == {}


every_table = pytest.mark.parametrize(
    ("options", "players"), [({"title_table": "alt7b"}, 7), ({"title_table": "alt6b"}, 6), ({}, 7), ({}, 4), ({}, 3)]
)


@every_table
def test_the_first_or_last_again_keeps_the_title(options: dict[str, str], players: int) -> None:
    """A-OPT-TITLE."""
    order = {"result": {"order": [*range(1, players + 1)]}}
    tallies = count_deals("akagiri", [order, order], players, {**options})
    assert title_outcomes(counts_of_player(tallies, 1)) == {"top.begun": 1, "top.kept": 1, "bottom.above": 1}
    assert title_outcomes(counts_of_player(tallies, players)) == {"bottom.begun": 1, "top.below": 1}


@every_table
def test_a_rise_to_the_first_place_takes_the_title(options: dict[str, str], players: int) -> None:
    """A-OPT-TITLE."""
    order = [*range(1, players + 1)]
    turned = [{"result": {"order": order}}, {"result": {"order": order[::-1]}}]
    tallies = count_deals("akagiri", turned, players, {**options})
    assert title_outcomes(counts_of_player(tallies, 1)) == {"top.begun": 1, "bottom.above": 1, "bottom.reached": 1}
    assert title_outcomes(counts_of_player(tallies, players)) == {
        "bottom.begun": 1,
        "bottom.left": 1,
        "top.below": 1,
        "top.taken": 1,
    }


def test_from_super_daifugo_to_daifugo_the_top_is_lost() -> None:
    """A-OPT-TITLE."""
    deals = [{"result": {"order": [1, 2, 3, 4, 5, 6, 7]}}, {"result": {"order": [2, 1, 3, 4, 5, 7, 6]}}]
    tallies = count_deals("akagiri", deals, 7, {"title_table": "alt7b"})
    assert title_outcomes(counts_of_player(tallies, 1)) == {"top.begun": 1, "bottom.above": 1}
    assert counts_of_player(tallies, 2)["top.taken"] == counts_of_player(tallies, 6)["bottom.reached"] == 1
    assert counts_of_player(tallies, 7)["bottom.left"] == 1


def test_nothing_is_counted_about_the_bottom_without_a_place() -> None:
    tallies = count_deals("uecda", [WRITTEN, {"result": {"order": [2, 3, 4]}}], 5)
    assert title_outcomes(counts_of_player(tallies, 5)) == {"top.below": 1}
    assert title_outcomes(counts_of_player(tallies, 1)) == {"top.begun": 1}


PLAYED: dict[str, object] = {"hands": ["SJ", "S9", "ST"], "actions": ["2 S9", "3 ST"]}


def dealt(counts: Counts) -> list[str]:
    """How far from the dealer a player sat."""
    return [name.split(".")[1] for name in counts_under(counts, "dealer") if name.endswith(".deals")]


def test_results_count_by_the_distance_from_the_dealer() -> None:
    """A-LEAD-1."""
    tallies = count_deals("akagiri", [{**PLAYED, "dealer": 2}], 3)
    assert [dealt(counts_of_player(tallies, player)) for player in (2, 3, 1)] == [["0"], ["1"], ["2"]]
    assert counts_of_player(tallies, 2)["dealer.0.first"] == 1


def test_without_a_named_dealer_the_last_of_the_ranking_deals() -> None:
    """A-NEXT-2."""
    tallies = count_deals("akagiri", [{**PLAYED, "places": [1, 3, 2], "hands_are": "exchanged"}], 3)
    assert dealt(counts_of_player(tallies, 2)) == ["0"]


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
