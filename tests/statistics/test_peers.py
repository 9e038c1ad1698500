"""How figures compare with those of the other players."""

from collections.abc import Mapping

import pytest

from daifu.replay.figures.figures import player_figures
from daifu.replay.figures.leaderboard import FEWEST_OTHERS, Comparison, collect_peers, compare_with_peers
from daifu.replay.figures.plan import player_figure_catalogue

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
