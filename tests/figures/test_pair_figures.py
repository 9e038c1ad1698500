"""How two players did against each other."""

from schemas.figures import pair_figures

MET = {"deals": 20, "higher": 12, "lower": 7, "equal": 1, "scored": 20, "points": -5000}


def test_places_are_shares_of_the_deals_together() -> None:
    figures = pair_figures("uecda", MET)
    assert [figures[id].value for id in ("deals", "higher", "lower", "equal")] == [20, 0.6, 0.35, 0.05]


def test_points_ahead_may_be_points_behind() -> None:
    figures = pair_figures("uecda", MET)
    assert figures["points"].value == -5
    assert figures["points.mean"].value == -0.25


def test_the_mean_of_the_points_ahead_has_no_interval_as_nobody_counts_how_they_vary() -> None:
    value = pair_figures("uecda", MET)["points.mean"]
    assert (value.low, value.high) == (None, None)


def test_only_a_game_with_teams_knows_partners_and_opponents() -> None:
    figures = pair_figures("biga", {**MET, "partners": 5, "opponents": 15})
    assert (figures["partners"].value, figures["opponents"].value) == (0.25, 0.75)
    assert "partners" not in pair_figures("uecda", MET)
