"""The random numbers of playouts."""

from collections import Counter
from itertools import pairwise

import pytest

from daifu.replay.analysis.playout import RandomNumbers


def test_the_numbers_of_a_seed_are_these_in_every_build() -> None:
    numbers = RandomNumbers(7)
    assert [numbers.draw() for _ in range(3)] == [2676471471, 904482431, 271108203]


@pytest.mark.parametrize("seed", [0, -1, 2**80 + 5])
def test_any_integer_is_a_seed(seed: int) -> None:
    numbers = RandomNumbers(seed)
    assert len({numbers.draw() for _ in range(100)}) == 100


def test_neighbouring_seeds_give_unlike_numbers() -> None:
    firsts = [RandomNumbers(seed).draw() for seed in range(1_000)]
    differences = Counter((after - before) % 2**32 for before, after in pairwise(firsts))
    assert max(differences.values()) == 1


def test_a_die_falls_evenly() -> None:
    numbers = RandomNumbers(1)
    thrown = Counter(numbers.below(6) for _ in range(60_000))
    assert set(thrown) == set(range(6))
    assert sum((count - 10_000) ** 2 / 10_000 for count in thrown.values()) < 20.5  # 0.1 % of fair dice exceed it
