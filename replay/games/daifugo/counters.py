"""The counters of daifugo with local rules beyond those of every game."""

from typing import Final

from replay.cards import JOKER
from replay.games.daifugo.house import House
from replay.groups_and_runs import STANDARD_ORDER
from replay.rules import CountingRules
from replay.title_tables import TITLE_POINTS

KINDS: Final = ("single", "group", "run")


def counting_rules(_house: House) -> CountingRules:
    """The counting rules of a house."""
    return CountingRules(titles=tuple(TITLE_POINTS), kinds=KINDS, order=STANDARD_ORDER, jokers=frozenset({JOKER}))
