"""Figures from counters."""

from collections.abc import Mapping

from schemas.figures.plan import Plan, Row, pair_plan, player_plan
from schemas.figures.sums import Counts, variance
from schemas.figures.values import Number, Value

Figures = dict[str, Value]
"""Values by the ids of their figures, in the order in which they are shown."""


def player_figures(rules: str, counts: Counts) -> Figures:
    """All figures of a player under a profile; of families, those that his counters know of.

    Raises `KeyError` where there is no profile of this name.
    """
    return figures_by(player_plan(rules), counts)


def player_figure(rules: str, counts: Counts, id: str) -> Value:
    """One figure of a player, for a leaderboard; `KeyError` where a player of this profile has no such figure."""
    plan = player_plan(rules)
    row = plan.rows[id]
    plain = plan.made.isdisjoint(row[2:5])
    return reckoned(row, counts if plain else with_sums(plan, counts))


def pair_figures(rules: str, counts: Counts) -> Figures:
    """How one player did against another, from the counters of the two seen by the one."""
    return figures_by(pair_plan(rules), counts)


def figures_by(plan: Plan, counts: Counts) -> Figures:
    """All figures of a plan."""
    get = with_sums(plan, counts).get
    counted = [row for counter, row in plan.members if counter in counts]
    return {
        id: formula(get(numerator, 0), get(denominator, 0), get(squares, 0), unit)
        for rows in (plan.fixed, counted)
        for id, formula, numerator, denominator, squares, unit in rows
    }


def with_sums(plan: Plan, counts: Counts) -> dict[str, Number]:
    """The counters, and beside them the sums and the variances that they come to."""
    sums: dict[str, Number] = dict(counts)
    for name, parts in plan.sums:
        sums[name] = sum([times * sums[part] for part, times in parts if part in sums])
    for name, (total, squares, number) in plan.variances:
        sums[name] = variance(counts.get(total, 0), counts.get(squares, 0), counts.get(number, 0))
    return sums


def reckoned(row: Row, sums: Mapping[str, Number]) -> Value:
    """One figure, from the counters and their sums."""
    _, formula, numerator, denominator, squares, unit = row
    return formula(sums.get(numerator, 0), sums.get(denominator, 0), sums.get(squares, 0), unit)
