"""Places, titles, points and seats."""

import pickle
from fractions import Fraction

import pytest

from daifu.replay.cards import STANDARD
from daifu.replay.counters import Counts
from daifu.replay.deal import Hand
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.record import RecordCounters
from daifu.replay.statistics.results import STANDING_UNIT
from daifu.replay.statistics.strength import StrengthScale
from tests.support.reports import count_deals, counter_by_player, counts_of_player, table_total

UECDA_HANDS = ["S9", "ST", "SJ", "SQ", "C3 C4"]
ONE_EACH = ["1 S9", "2 ST", "3 SJ", "4 SQ"]
WRITTEN: dict[str, object] = {"result": {"order": [1, 2, 3, 4, 5]}}


def standings(tallies: RecordCounters) -> list[Fraction]:
    """The share of the others who did better, by player."""
    return [Fraction(counted, STANDING_UNIT) for counted in counter_by_player(tallies, "standing")]


def test_places_count_by_number_and_as_the_share_of_those_who_did_better() -> None:
    tallies = count_deals("uecda", [WRITTEN], 5)
    assert [counts_of_player(tallies, player)[f"place.{player}"] for player in range(1, 6)] == [1] * 5
    assert standings(tallies) == [0, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1]
    assert counter_by_player(tallies, "places") == [2, 4, 6, 8, 10]
    assert (counter_by_player(tallies, "first"), counter_by_player(tallies, "last")) == (
        [1, 0, 0, 0, 0],
        [0, 0, 0, 0, 1],
    )


def test_points_are_counted_in_thousandths_and_their_squares_in_millionths() -> None:
    deals: list[dict[str, object]] = [
        WRITTEN,
        {"result": {"order": [2, 1, 3, 4, 5], "points": [1.5, -0.25, None, 3, 4]}},
    ]
    tallies = count_deals("uecda", deals, 5)
    assert counter_by_player(tallies, "points") == [6_500, 3_750, 3_000, 5_000, 5_000]
    assert counter_by_player(tallies, "scored") == [2, 2, 1, 2, 2]
    assert counts_of_player(tallies, 2)["points_squared"] == 4_000**2 + 250**2


def test_places_of_points_alone_are_counted_and_shared_ones_have_their_mean() -> None:
    tallies = count_deals("dalmuti", [{"result": {"points": [1, 3, 2, 0]}}, {"result": {"points": [2, 2, 1, 1]}}], 4)
    assert [counts_of_player(tallies, player).get("place.1", 0) for player in range(1, 5)] == [1, 2, 0, 0]
    assert counter_by_player(tallies, "places") == [6 + 3, 2 + 3, 4 + 7, 8 + 7]
    assert (counter_by_player(tallies, "first"), counter_by_player(tallies, "last")) == ([1, 2, 0, 0], [0, 0, 0, 1])
    assert tallies.pairs[1, 2] == {"deals": 2, "lower": 1, "equal": 1, "scored": 2, "points": -2_000}


def test_thousandths_are_those_of_the_number_that_is_written() -> None:
    tallies = count_deals("floor13", [{"result": {"points": [0.0015, -0.0025]}}], 2)
    assert counter_by_player(tallies, "points") == [2, -2]


def test_deals_behind_the_target_count_for_places_but_not_for_points() -> None:
    """D-OPT-3."""
    deals = [{"result": {"order": [1, 2, 3, 4]}}] * 3
    tallies = count_deals("dalmuti", deals, 4, {"hands_target": 2})
    assert counter_by_player(tallies, "points") == [6_000, 4_000, 2_000, 0]
    assert (counter_by_player(tallies, "scored"), counter_by_player(tallies, "deals")) == ([2] * 4, [3] * 4)


def test_a_deal_of_which_only_the_result_is_known_is_unverified_and_not_played() -> None:
    tallies = count_deals("uecda", [WRITTEN, {"hands": UECDA_HANDS, "actions": ONE_EACH}], 5)
    assert counter_by_player(tallies, "unverified") == counter_by_player(tallies, "played") == [1] * 5
    assert (
        table_total(tallies, "finished"),
        table_total(tallies, "length"),
        table_total(tallies, "length_squared"),
    ) == (
        1,
        4,
        16,
    )


def test_what_was_done_in_an_undecided_deal_counts_all_the_same() -> None:
    tallies = count_deals("uecda", [{"hands": UECDA_HANDS, "actions": ONE_EACH[:2], "abandoned": True}], 5)
    assert counter_by_player(tallies, "sets") == [1, 1, 0, 0, 0]
    assert table_total(tallies, "finished") == 0


def test_players_without_a_place_have_the_mean_of_the_places_left() -> None:
    tallies = count_deals("biga", [{"result": {"order": [1, 2]}}], 5)
    assert counter_by_player(tallies, "places") == [2, 4, 8, 8, 8]
    assert standings(tallies) == [0, Fraction(1, 4), *[Fraction(3, 4)] * 3]


def test_the_mean_of_the_places_left_may_end_in_a_half() -> None:
    tallies = count_deals("biga", [{"result": {"order": [1, 2, 3]}}], 5)
    assert counter_by_player(tallies, "places") == [2, 4, 6, 9, 9]


@pytest.mark.parametrize("players", range(3, 14))
def test_the_share_of_the_others_who_did_better_is_exact(players: int) -> None:
    tallies = count_deals(
        "dalmuti", [{"result": {"order": [*range(1, players + 1)]}}], players, {"allow_any_players": True}
    )
    assert standings(tallies) == [Fraction(better, players - 1) for better in range(players)]


def test_results_count_by_the_strength_of_hands_that_are_wholly_known() -> None:
    hands = ["S3", "ST", "SJ", "S2", "C3 ?"]
    tallies = count_deals("uecda", [{"hands": hands, "actions": ["1 S3", "2 ST", "3 SJ", "4 S2"]}], 5)
    strengths = [
        [name for name in counts_of_player(tallies, player) if name.startswith("hand.")] for player in range(1, 6)
    ]
    assert {"hand.0.deals", "hand.0.first"} < set(strengths[0])
    assert "hand.9.deals" in strengths[3]
    assert strengths[4] == []


def test_however_long_a_sitting_is_all_its_deals_are_counted() -> None:
    played: dict[str, object] = {"hands": UECDA_HANDS, "actions": ONE_EACH}
    deals = [WRITTEN, played] * 150
    tallies = count_deals("uecda", deals, 5)
    assert counter_by_player(tallies, "deals") == [300] * 5
    assert counter_by_player(tallies, "sets") == [150, 150, 150, 150, 0]
    assert counts_of_player(tallies, 1)["turn.daifugo.daifugo"] == 299


def test_a_long_record_is_counted_in_blocks_of_twenty_deals() -> None:
    rows = count_deals("uecda", [WRITTEN] * 41, 5).rows
    deals = {block: sum(row.own.get("deals", 0) for row in rows[1, 5, block]) for _, _, block in rows}
    assert deals == {0: 20, 1: 20, 2: 1}


def test_rows_that_come_from_another_process_again_are_the_same_objects() -> None:
    found = count_deals("uecda", [WRITTEN], 5).rows.values()
    rows = [row for rows in found for row in rows if "left.deals" not in row.own and "seated" in row.own]
    assert len(rows) == 5
    once, again = (pickle.loads(pickle.dumps(rows)) for _ in range(2))  # noqa: S301
    assert [row.own for row in once] == [row.own for row in rows]
    assert all(row is other for row, other in zip(once, again, strict=True))


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
