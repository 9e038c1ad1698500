"""The random numbers of playouts."""

from collections import Counter

import pytest

from replay.analysis.random_numbers import RandomNumbers

LARGEST = 2**63


def test_the_numbers_of_a_seed_are_these_in_every_build() -> None:
    numbers = RandomNumbers(7)
    assert [numbers.draw() for _ in range(3)] == [1313737394, 3285161311, 3113101606]


@pytest.mark.parametrize("seed", [0, -1, 2**80 + 5])
def test_any_integer_is_a_seed(seed: int) -> None:
    numbers = RandomNumbers(seed)
    assert len({numbers.draw() for _ in range(100)}) == 100


def test_a_die_falls_evenly() -> None:
    numbers = RandomNumbers(1)
    thrown = Counter(numbers.below(6) for _ in range(60_000))
    assert set(thrown) == set(range(6))
    assert sum((count - 10_000) ** 2 / 10_000 for count in thrown.values()) < 20.5  # 0.1 % of fair dice exceed it
