"""What an id stands for."""

from collections.abc import Mapping
from functools import cache

from replay.games.catalogue import PROFILES
from schemas.figures.figure import Figure
from schemas.figures.plan import pair_plan, player_plan, seats_plan, table_plan


def figure(id: str) -> Figure:
    """The figure of a player or of a profile as a whole; `KeyError` if there is none."""
    return _every()[id]


def pair_figure(id: str) -> Figure:
    """The figure of two players; `KeyError` if there is none."""
    return _of_pairs()[id]


def figures_of_players(rules: str) -> Mapping[str, Figure]:
    """By id, all that a player of this profile can have: what a leaderboard can be made of."""
    return player_plan(rules).figures


@cache
def _every() -> Mapping[str, Figure]:
    plans = [plan(rules) for rules in PROFILES for plan in (table_plan, seats_plan, player_plan)]
    return {id: figure for plan in plans for id, figure in plan.figures.items()}


@cache
def _of_pairs() -> Mapping[str, Figure]:
    return {id: figure for rules in PROFILES for id, figure in pair_plan(rules).figures.items()}
