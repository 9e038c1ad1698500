"""The environment for agents, by PettingZoo's own test."""

from random import Random

import pytest

import daifu

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test

from daifu.env import DealEnv, env


@pytest.mark.filterwarnings("ignore::UserWarning")  # the test wonders at observations with a mask
@pytest.mark.parametrize("name", daifu.PROFILES)
def test_the_environment_passes_the_api_test(name: str) -> None:
    api_test(env(name), num_cycles=100)


def test_a_deal_ends_with_the_value_of_each_result() -> None:
    deal = DealEnv("dalmuti", players=4)
    deal.reset(seed=3)
    rng = Random(1)
    while not any(deal.terminations.values()):
        mask = deal.observe(deal.agent_selection)["action_mask"]
        deal.step(rng.choice([number for number, allowed in enumerate(mask) if allowed]))
    assert sorted(deal.rewards.values()) == pytest.approx([0, 1 / 3, 2 / 3, 1])


def test_only_the_own_hand_is_observed() -> None:
    deal = DealEnv("dalmuti", players=4)
    deal.reset(seed=3)
    one, other = (deal.observe(agent)["observation"] for agent in deal.possible_agents[:2])
    pack = 13
    hands = deal.game.position.hands
    assert sum(one[:pack]) == len(hands[int(deal.possible_agents[0][-1])].split())
    assert list(one[:pack]) != list(other[:pack])


def test_an_action_without_its_place_in_the_mask_is_a_value_error() -> None:
    deal = DealEnv("uecda")
    deal.reset(seed=3)
    with pytest.raises(ValueError, match="mask"):
        deal.step(999)
