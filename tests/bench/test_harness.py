"""The arithmetic of the benchmark: rounds, medians, ratios and targets."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from bench.contenders import Absent, Contender, Timing, interleave, rotate
from bench.goals import TARGETS, ratio
from bench.proofs import figures_of
from bench.rivals import RIVALS, Rival
from bench.samples import HOUSES, PROFILES, moves_in, reworded


class HandClock:
    """A clock that only contenders move."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def taking(clock: HandClock, name: str, seconds: Iterator[float], log: list[str]) -> Contender:
    def run() -> None:
        log.append(name)
        clock.now += next(seconds)

    return Contender(name, "waits", games=1, moves=10, run=run)


def test_the_median_is_not_moved_by_one_slow_round() -> None:
    assert Timing(games=1, moves=1, seconds=(2.0, 90.0, 1.0)).median == 2.0


def test_an_even_number_of_rounds_has_its_median_between_the_middle_two() -> None:
    assert Timing(games=1, moves=1, seconds=(1.0, 4.0, 2.0, 9.0)).median == 3.0


def test_the_spread_is_a_part_of_the_median() -> None:
    assert Timing(games=1, moves=1, seconds=(3.0, 4.0, 6.0)).spread == 0.75


def test_rates_come_from_the_median_round() -> None:
    timing = Timing(games=6, moves=300, seconds=(1.0, 2.0, 50.0))
    assert (timing.games_per_second, timing.moves_per_second) == (3.0, 150.0)


def test_a_move_costs_its_share_of_the_round_in_microseconds() -> None:
    assert Timing(games=1, moves=500, seconds=(0.001,)).microseconds_per_move == pytest.approx(2.0)


def test_rotating_goes_round_the_end() -> None:
    assert [rotate("abc", turn) for turn in range(4)] == [list("abc"), list("bca"), list("cab"), list("abc")]


def test_rotating_an_empty_list_gives_an_empty_list() -> None:
    assert rotate([], 3) == []


def test_all_contenders_run_once_a_round_and_each_round_begins_with_another() -> None:
    clock, log = HandClock(), list[str]()
    contenders = [taking(clock, name, iter([1.0] * 4), log) for name in "abc"]
    interleave(contenders, rounds=3, clock=clock)
    assert "".join(log) == "abc" + "abc" + "bca" + "cab"


def test_the_first_round_warms_up_and_is_not_timed() -> None:
    clock = HandClock()
    timings = interleave([taking(clock, "a", iter([100.0, 1.0, 2.0]), [])], rounds=2, clock=clock)
    assert timings["a"].seconds == (1.0, 2.0)


def test_each_contender_is_timed_alone() -> None:
    clock = HandClock()
    quick, slow = taking(clock, "quick", iter([0, 1.0, 2.0]), []), taking(clock, "slow", iter([0, 50.0, 60.0]), [])
    timings = interleave([quick, slow], rounds=2, clock=clock)
    assert (timings["quick"].seconds, timings["slow"].seconds) == ((1.0, 2.0), (50.0, 60.0))


def test_a_timing_carries_the_counts_of_its_contender() -> None:
    clock = HandClock()
    timing = interleave([taking(clock, "a", iter([0, 2.0]), [])], rounds=1, clock=clock)["a"]
    assert (timing.games, timing.moves) == (1, 10)


def test_a_ratio_compares_moves_a_second_whatever_the_length_of_the_games() -> None:
    ours = Timing(games=100, moves=4000, seconds=(2.0,))
    rival = Timing(games=1, moves=100, seconds=(1.0,))
    assert ratio(ours, rival) == 20.0


def test_every_target_names_a_profile_and_a_rival_that_take_part() -> None:
    rivals = {name for rival in RIVALS for name in rival.names}
    assert {target.profile for target in TARGETS} == {*PROFILES, *HOUSES}
    assert {target.rival for target in TARGETS} <= {*rivals, *PROFILES}


def test_a_rival_that_is_not_installed_keeps_its_place() -> None:
    rival = Rival("no_such_library", "bench.rivals.no_such_module", ("fast", "faster"))
    assert rival.load(Random(1)) == [Absent("fast", "not installed"), Absent("faster", "not installed")]


def test_a_reworded_record_has_the_same_cards_in_another_order() -> None:
    hand = "S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA S2"
    record = {"rules": "theater", "deals": [{"hands": [hand, None], "actions": ["1 S3"]}]}
    told = json.loads(reworded(record, Random(1)))["deals"][0]["hands"]
    assert told[0] != hand
    assert (sorted(told[0].split()), told[1]) == (sorted(hand.split()), None)


def test_deals_without_actions_have_no_moves() -> None:
    assert moves_in({"deals": [{"actions": ["1 S3", "2 -"]}, {"result": {"order": [1, 2]}}]}) == 2


def test_a_deal_with_only_a_result_is_not_reworded() -> None:
    record = {"rules": "theater", "deals": [{"result": {"order": [1, 2, 3]}}]}
    assert json.loads(reworded(record, Random(1))) == record


def test_of_proofs_the_middle_and_the_slow_end_are_told() -> None:
    median, late = figures_of("proofs", [0.001 * number for number in range(100, 0, -1)])
    assert [median.ours, late.ours] == ["51 ms", "96 ms"]
