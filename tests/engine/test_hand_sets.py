"""Legal actions listed hand by hand, held against trying every candidate."""

from random import Random

import pytest

from daifu.replay.actions import Action
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.legal import HandSets, is_legal, players_in
from daifu.replay.table import Table
from tests.support.playouts import Playout, choose_anything


class Referee:
    """Chooses actions at random, and compares the lists of legal actions of each position."""

    def __init__(self, sets: HandSets) -> None:
        self.sets = sets
        self.positions = 0

    def __call__(self, table: Table, actions: list[Action], rng: Random) -> Action:
        self.positions += 1
        assert self.sets.legal_actions(table) == actions
        if self.positions % 8 == 0:
            assert set(tried_sets(table, self.sets)) == {one for one in actions if one.verb == "play"}
        return choose_anything(table, actions, rng)


def tried_sets(table: Table, sets: HandSets) -> list[Action]:
    candidates = (
        sets.notation[f"{player} {text}"] for player in players_in(table) for text in table.rules.sets(table, player)
    )
    return [action for action in candidates if is_legal(table, action)]


@pytest.mark.parametrize("name", PROFILES)
def test_the_sets_of_hands_give_the_legal_actions_that_trying_every_candidate_gives(name: str) -> None:
    profile = PROFILES[name]
    players = min(profile.players, key=lambda count: abs(count - 4))
    rules = profile.rules({})
    referee = Referee(HandSets(rules, players))
    playout = Playout(rules, players, Random(11), most=7, choose=referee)
    for _ in range(2):
        playout.deal({})
    assert referee.positions > 20
