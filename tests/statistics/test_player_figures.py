"""The figures of a player and of a pair, from counters written down by hand, and beside those of others."""

from collections import Counter
from collections.abc import Mapping
from statistics import stdev, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.counters import SEAT
from daifu.replay.figures.figure import ANALYSIS
from daifu.replay.figures.figures import pair_figures, player_figures
from daifu.replay.figures.leaderboard import (
    FEWEST_OTHERS,
    Comparison,
    collect_peers,
    compare_with_peers,
    leaderboard_counters,
    rank_players,
)
from daifu.replay.figures.plan import player_figure_catalogue
from daifu.replay.figures.values import (
    UNKNOWN,
    Formula,
    Products,
    Value,
    deviation,
    frequency,
    mean,
    share_interval,
    total,
    variation,
)
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import counters_of
from daifu.replay.statistics.results import STANDING_UNIT
from tests.support.recount.store import products

UECDA = {
    "deals": 10,
    "undecided": 2,
    "seated": 12,
    "played": 12,
    "first": 3,
    "last": 2,
    "place.1": 3,
    "place.2": 2,
    "place.4": 3,
    "place.5": 2,
    "turn.daifugo.daifugo": 2,
    "turn.daifugo.hinmin": 1,
    "turn.heimin.daifugo": 1,
    "turn.daihinmin.fugo": 1,
    "turn.daihinmin.daihinmin": 3,
    "top.begun": 3,
    "top.kept": 2,
    "top.below": 5,
    "top.taken": 1,
    "bottom.begun": 4,
    "bottom.left": 1,
    "bottom.above": 4,
    "before.daifugo.deals": 3,
    "before.daifugo.first": 2,
    "before.daifugo.scored": 3,
    "before.daifugo.points": 12_000,
    "before.daifugo.standing": STANDING_UNIT // 4,
    "standing": 4 * STANDING_UNIT,
    "places": 58,
    "scored": 10,
    "points": 30_000,
    "points_squared": 110_000_000,
    "seat.1.deals": 4,
    "seat.1.first": 2,
    "seat.1.scored": 4,
    "seat.1.points": 16_000,
    "seat.3.deals": 6,
    "passes": 30,
    "passes.able": 9,
    "passes.unable": 18,
    "passes.unseen": 3,
    "actions": 200,
    "faults": 3,
    "faults.not_stronger": 3,
}


def sum_sittings(*sittings: dict[str, int]) -> Counter[str]:
    """The counters of a player with these sittings."""
    total = Counter[str]()
    for counts in sittings:
        total.update(counts)
        total.update(products(Counter(counts), "uecda", SEAT))
    return total


GAME = sum_sittings(*[{"deals": 10, "first": first, "places": 60} for first in (0, 1, 2, 3, 4)] * 8)
"""Sittings in which first places vary more than by chance, and places do not vary."""


def test_places_are_counted_in_halves() -> None:
    value = player_figures("uecda", UECDA, {})["place.mean"]
    assert (value.numerator, value.denominator, value.value) == (29, 10, 2.9)


def test_a_player_of_few_sittings_has_an_interval_by_how_much_those_of_all_players_vary() -> None:
    value = player_figures("uecda", {"deals": 10, "first": 2}, GAME)["first"]
    known = variation(80, 400, Products(240, 800, 4000))
    assert known is not None
    assert (value.low, value.high) == share_interval(2, 10, known)


def test_a_player_of_many_sittings_has_an_interval_by_how_much_these_vary() -> None:
    sittings = [{"deals": 20, "first": first} for first in (3, 5)] * 15
    value = player_figures("uecda", sum_sittings(*sittings), GAME)["first"]
    known = variation(120, 600, Products(15 * (9 + 25), 15 * 20 * (3 + 5), 30 * 400))
    assert known is not None
    assert (value.low, value.high) == share_interval(120, 600, known)


def test_where_the_game_has_few_sittings_there_is_no_interval() -> None:
    value = player_figures("uecda", UECDA, sum_sittings({"deals": 10, "first": 2}, {"deals": 10, "first": 1}))["first"]
    assert (value.low, value.high) == (None, None)


def test_where_few_cases_are_to_be_expected_there_is_no_interval() -> None:
    seldom = [{"deals": 10, "top.begun": begun, "top.kept": kept} for begun, kept in ((1, 0), (1, 1), (2, 1), (0, 0))]
    game = sum_sittings(*seldom * 20)
    many, few = (player_figures("uecda", {"deals": deals, "top.begun": 6}, game)["top.kept"] for deals in (60, 40))
    assert (many.low is None, few.low is None) == (False, True)


def test_where_sittings_do_not_vary_there_is_no_interval() -> None:
    value = player_figures("uecda", UECDA, GAME)["place.mean"]
    assert (value.low, value.high) == (None, None)


def test_an_interval_stays_within_the_range_of_its_figure() -> None:
    game = sum_sittings(
        *[{"deals": 10, "places": places, "left.deals": 10, "left": places} for places in (50, 70)] * 20
    )
    best = player_figures("uecda", {"deals": 10, "places": 20, "left.deals": 10}, game)
    worst = player_figures("uecda", {"deals": 10, "places": 100}, game)
    assert (best["place.mean"].low, worst["place.mean"].high, best["left.mean"].low) == (1, 5, 0)


def test_a_mean_place_that_three_standard_errors_could_take_beyond_the_last_has_no_interval() -> None:
    game = sum_sittings(*[{"deals": 10, "places": places} for places in (20, 100)] * 20)
    value = player_figures("uecda", {"deals": 10, "places": 60}, game)["place.mean"]
    assert (value.low, value.high) == (None, None)


def test_a_share_of_which_fewer_than_two_cases_are_to_be_expected_has_no_interval() -> None:
    figures = [player_figures("uecda", {"deals": deals, "first": 1}, GAME)["first"] for deals in (9, 10)]
    assert [figure.low is None for figure in figures] == [True, False]


def test_a_place_of_which_there_was_none_is_not_shown() -> None:
    figures = player_figures("uecda", UECDA, {})
    assert [id for id in figures if id.startswith("place.") and id[-1].isdigit()] == [
        "place.1",
        "place.2",
        "place.4",
        "place.5",
    ]
    assert figures["place.4"].value == 0.3


def test_deals_without_a_place_count_for_the_mean_place() -> None:
    value = player_figures("biga", {"deals": 5, "place.none": 4, "place.1": 1, "places": 34}, {})["place.mean"]
    assert (value.numerator, value.denominator, value.value) == (17, 5, 3.4)


def test_undecided_deals_are_a_share_of_all() -> None:
    value = player_figures("uecda", UECDA, {})["undecided"]
    assert (value.numerator, value.denominator) == (2, 12)


def test_a_change_of_title_is_a_share_of_the_deals_begun_with_the_old_one() -> None:
    figures = player_figures("uecda", UECDA, {})
    assert figures["turn.daifugo.hinmin"].value == pytest.approx(1 / 3)
    assert figures["turn.heimin.daifugo"].value == 1
    assert figures["turn.daihinmin.daihinmin"].value == 0.75


@pytest.mark.parametrize(
    ("id", "numerator", "denominator"),
    [
        ("top.kept", 2, 3),
        ("top.taken", 1, 5),
        ("bottom.left", 1, 4),
        ("bottom.reached", 0, 4),
        ("titles.risen", 2, 8),
        ("titles.fallen", 1, 8),
    ],
)
def test_titles_kept_taken_and_lost(id: str, numerator: int, denominator: int) -> None:
    value = player_figures("uecda", UECDA, {})[id]
    assert (value.numerator, value.denominator) == (numerator, denominator)


def test_a_seat_without_a_win_is_shown_with_0() -> None:
    figures = player_figures("uecda", UECDA, {})
    assert (figures["seat.3.first"].numerator, figures["seat.3.first"].denominator) == (0, 6)
    assert "seat.2.first" not in figures


def test_results_are_shown_by_the_title_before() -> None:
    figures = player_figures("uecda", UECDA, {})
    ids = [id for id in figures if id.startswith("before.")]
    assert ids == ["before.daifugo.first", "before.daifugo.standing", "before.daifugo.points"]
    assert figures["before.daifugo.first"].value == pytest.approx(2 / 3)
    assert figures["before.daifugo.points"].value == 4
    assert figures["before.daifugo.standing"].value == pytest.approx(1 / 12)


def test_results_are_shown_by_the_distance_from_the_dealer() -> None:
    counts = {"dealer.0.deals": 4, "dealer.0.first": 1, "dealer.2.deals": 4, "dealer.2.standing": 2 * STANDING_UNIT}
    figures = player_figures("akagiri", counts, {})
    assert (figures["dealer.0.first"].value, figures["dealer.2.standing"].value) == (0.25, 0.5)
    assert not any(id.startswith("dealer.") for id in player_figure_catalogue("uecda"))


@pytest.mark.parametrize("id", ["before.daifugo.first", "seat.1.points", "passes.unseen", "faults.not_stronger"])
def test_a_figure_of_which_the_variation_is_not_counted_has_no_interval(id: str) -> None:
    value = player_figures("uecda", UECDA, UECDA)[id]
    assert value.value is not None
    assert (value.low, value.high) == (None, None)


def test_passes_of_unknown_hands_are_no_able_passes() -> None:
    figures = player_figures("uecda", UECDA, {})
    assert figures["passes.able"].denominator == 27
    assert figures["passes.unseen"].value == 0.1


def test_faults_are_shown_for_a_thousand_actions_in_all_and_by_code() -> None:
    figures = player_figures("uecda", UECDA, {})
    assert figures["faults"].value == figures["faults.not_stronger"].value == 15
    assert "faults.suit_lock" not in figures


def test_a_player_without_deals_has_no_values() -> None:
    figures = player_figures("uecda", {}, {})
    assert figures["deals"].value == 0
    assert {value for id, value in figures.items() if id not in {"deals", "points"}} == {UNKNOWN}


def test_a_game_that_does_not_exist_has_no_figures() -> None:
    with pytest.raises(KeyError):
        player_figures("bridge", UECDA, {})


@pytest.mark.parametrize("rules", PROFILES)
@given(data=st.data())
def test_figures_of_any_deals_are_in_their_order_and_hold_their_values(rules: str, data: st.DataObject) -> None:
    names = st.sampled_from(sorted(counters_of(rules, SEAT)))
    counts = data.draw(st.dictionaries(names, st.integers(1, 500), max_size=60))
    counts = consistent(rules, counts)
    figures = player_figures(rules, counts, counts)
    known = list(player_figure_catalogue(rules))
    assert list(figures) == sorted(figures, key=known.index)
    assert all(map(is_in_interval, figures.values()))


@pytest.mark.parametrize("rules", PROFILES)
@given(data=st.data())
def test_a_leaderboard_has_the_figures_of_its_players_and_needs_no_other_counters(
    rules: str, data: st.DataObject
) -> None:
    names = st.sampled_from(sorted(counters_of(rules, SEAT)))
    counts = st.dictionaries(names, st.integers(1, 500), max_size=60)
    player, game = (consistent(rules, data.draw(counts)) for _ in range(2))
    figures = player_figures(rules, player, game)
    for id, value in figures.items():
        few = {name: player[name] for name in leaderboard_counters(rules, id) & player.keys()}
        assert [one.value for one in rank_players(rules, id, [("ann", few)], game).entries] == (
            [] if value.value is None else [value]
        )


def is_in_interval(value: Value) -> bool:
    if value.low is None or value.high is None or value.value is None:
        return (value.low, value.high) == (None, None)
    return value.low <= value.value <= value.high


WHOLES_OF_PARTS = (
    ("top.begun", "top.kept"),
    ("top.below", "top.taken"),
    ("bottom.begun", "bottom.left"),
    ("bottom.above", "bottom.reached"),
    ("wins", "wins.played"),
)


def consistent(rules: str, counts: dict[str, int]) -> Counter[str]:
    """Counters as games could give them: no part is larger than its whole, no square smaller than what it is of."""
    found = Counter(counts)
    for whole in (
        "deals",
        "seated",
        "played",
        "won",
        "leads",
        "passes",
        "sets",
        "scored",
        "left.deals",
        "timed",
        "jokers",
    ):
        found[whole] += 100_000
    for squares in [name for name in counters_of(rules, SEAT) if name.endswith("_squared")]:
        total = found[squares.removesuffix("_squared")]
        found[squares] = found[squares] + total**2 if total else 0
    for name, count in counts.items():
        if name.startswith(("seat.", "role.", "before.", "dealer.")) and name.endswith(".first"):
            found[name.replace(".first", ".deals")] += count
    for whole, part in WHOLES_OF_PARTS:
        found[whole] += found[part]
    return found


MET = {"deals": 20, "higher": 12, "lower": 7, "equal": 1, "scored": 20, "points": -5000}


def test_places_are_shares_of_the_deals_together() -> None:
    figures = pair_figures("uecda", MET)
    assert [figures[id].value for id in ("deals", "higher", "lower", "equal")] == [20, 0.6, 0.35, 0.05]


def test_points_ahead_may_be_points_behind() -> None:
    figures = pair_figures("uecda", MET)
    assert figures["points"].value == -5
    assert figures["points.mean"].value == -0.25


def test_the_mean_of_the_points_ahead_has_no_interval() -> None:
    value = pair_figures("uecda", MET)["points.mean"]
    assert (value.low, value.high) == (None, None)


def test_only_a_game_with_teams_knows_partners_and_opponents() -> None:
    figures = pair_figures("biga", {**MET, "partners": 5, "opponents": 15})
    assert (figures["partners"].value, figures["opponents"].value) == (0.25, 0.75)
    assert "partners" not in pair_figures("uecda", MET)


def test_an_interval_of_analysed_deals_goes_by_their_number_and_not_by_all_deals() -> None:
    sitting = {"deals": 1000, "analysed": 10, "luck.deals": 10, "luck": 2000, "luck.cards": -1000}
    game = Counter[str]()
    for sign in (1, -1) * 15:
        block = Counter({**sitting, "luck": sign * 2000, "luck.cards": sign * -1000})
        game.update(block)
        game.update(products(block, "uecda", SEAT))
    own = Counter({**sitting, "deals": 10})
    assert player_figures("uecda", own, game)["luck"].low is not None
    few = {**own, "deals": 10_000, "analysed": 3, "luck.deals": 3}
    assert player_figures("uecda", few, game)["luck"].low is None


def test_without_analysed_deals_there_are_no_figures_of_them() -> None:
    figures = player_figures("uecda", UECDA, UECDA)
    assert not [id for id in figures if player_figure_catalogue("uecda")[id].group == ANALYSIS]


def test_a_total_is_exact() -> None:
    assert total(17, 0, 0, 1, None) == Value(17, 1, 17, 17, 17)


def test_points_are_counted_in_thousandths_and_shown_as_points() -> None:
    assert total(-12_500, 0, 0, 1000, None) == Value(-12.5, 1, -12.5, -12.5, -12.5)
    assert mean(8000, 4, 0, 1000, (1000, 3000)) == Value(8, 4, 2, 1, 3)


def test_a_share_is_numerator_by_denominator() -> None:
    assert mean(3, 12, 0, 1, (0.1, 0.5)) == Value(3, 12, 0.25, 0.1, 0.5)


def test_faults_are_shown_for_a_thousand_actions() -> None:
    assert frequency(3, 600, 0, 1000, (0.001, 0.01)) == Value(3, 600, 5, 1, 10)


@pytest.mark.parametrize("formula", [mean, frequency])
def test_a_figure_without_an_interval_has_no_ends(formula: Formula) -> None:
    assert formula(3, 12, 0, 1, None) == Value(3, 12, 0.25, None, None)


def test_a_spread_tells_the_variance_by_numerator_and_denominator() -> None:
    points = [1, 2, 4, 9]
    value = deviation(sum(points) * 1000, 4, sum(point * point for point in points) * 10**6, 1000, None)
    assert value.denominator == 3
    assert value.numerator / value.denominator == pytest.approx(variance(points))
    assert value.value == pytest.approx(stdev(points))
    assert (value.low, value.high) == (None, None)


@pytest.mark.parametrize("formula", [frequency, mean, deviation])
def test_no_counts_give_no_value(formula: Formula) -> None:
    assert formula(0, 0, 0, 1, None) == UNKNOWN


def test_events_without_a_denominator_have_no_value() -> None:
    assert frequency(2, 0, 0, 1, None) == Value(2, 0, None, None, None)


RULES = "uecda"
KNOWN = player_figure_catalogue(RULES)


def _counts(first: int, last: int = 0) -> dict[str, int]:
    """The counters of somebody who was first, and last, in this number of 100 deals."""
    return {"deals": 100, "first": first, "last": last}


def _compare(own: Mapping[str, int], *others: Mapping[str, int]) -> dict[str, Comparison]:
    peers = collect_peers(RULES, [(str(number), counts) for number, counts in enumerate((own, *others))])
    return compare_with_peers(peers, player_figures(RULES, dict(own), {}), KNOWN)


def test_the_best_of_all_does_better_than_everybody_else() -> None:
    assert _compare(_counts(90), *map(_counts, range(10, 20)))["first"] == Comparison(1, 10)


def test_equal_values_count_half() -> None:
    assert _compare(_counts(15), *map(_counts, (15, 15, 10, 10, 20, 20)))["first"].share == pytest.approx(0.5)


def test_a_low_value_is_better_where_low_is_better() -> None:
    found = _compare(_counts(10, last=5), *(_counts(10, last=20) for _ in range(6)))
    assert found["last"].share == 1


def test_the_share_does_not_depend_on_the_order_of_the_others() -> None:
    firsts = [3, 40, 22, 17, 9, 33]
    assert _compare(_counts(20), *map(_counts, firsts)) == _compare(_counts(20), *map(_counts, reversed(firsts)))


def test_too_few_others_are_not_compared_with() -> None:
    assert "first" not in _compare(_counts(20), *(_counts(10) for _ in range(FEWEST_OTHERS - 1)))
    assert "first" in _compare(_counts(20), *(_counts(10) for _ in range(FEWEST_OTHERS)))


def test_totals_are_not_compared() -> None:
    assert "deals" not in _compare(_counts(20), *map(_counts, range(10, 20)))
