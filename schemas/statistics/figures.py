"""Figures computed from counters: of a player, of two players, and of a profile as a whole."""

from collections.abc import Mapping
from typing import Final

import msgspec

from schemas.statistics.plan import Plan, PlanRow, pair_plan, player_plan, seats_plan, table_plan
from schemas.statistics.sums import Counts, variance
from schemas.statistics.values import Number, Value

Figures = dict[str, Value]
"""Values by the ids of their figures, in the order in which they are shown."""


def player_figures(rules: str, counts: Counts) -> Figures:
    """All figures of a player under a profile; of families, the members that have been counted.

    Raises `KeyError` where there is no profile of this name.
    """
    return compute_figures(player_plan(rules), counts)


def player_figure(rules: str, counts: Counts, id: str) -> Value:
    """One figure of a player, for a leaderboard; `KeyError` where a player of this profile has no such figure."""
    plan = player_plan(rules)
    row = plan.rows[id]
    plain = plan.made.isdisjoint(row[2:5])
    return compute_figure(row, counts if plain else add_sums(plan, counts))


def pair_figures(rules: str, counts: Counts) -> Figures:
    """The figures of one player against another, from the counters of the two as the first one sees them."""
    return compute_figures(pair_plan(rules), counts)


def compute_figures(plan: Plan, counts: Counts) -> Figures:
    """All figures of a plan."""
    get = add_sums(plan, counts).get
    counted = [row for counter, row in plan.members if counter in counts]
    return {
        id: formula(get(numerator, 0), get(denominator, 0), get(squares, 0), unit)
        for rows in (plan.fixed, counted)
        for id, formula, numerator, denominator, squares, unit in rows
    }


def add_sums(plan: Plan, counts: Counts) -> dict[str, Number]:
    """The counters with their sums and variances."""
    sums: dict[str, Number] = dict(counts)
    for name, parts in plan.sums:
        sums[name] = sum([times * sums[part] for part, times in parts if part in sums])
    for name, (total, squares, number) in plan.variances:
        sums[name] = variance(counts.get(total, 0), counts.get(squares, 0), counts.get(number, 0))
    return sums


def compute_figure(row: PlanRow, sums: Mapping[str, Number]) -> Value:
    """One figure, from the counters and their sums."""
    _, formula, numerator, denominator, squares, unit = row
    return formula(sums.get(numerator, 0), sums.get(denominator, 0), sums.get(squares, 0), unit)


TURN: Final = "turn."
RULE: Final = "rule."


class ProfileFigures(msgspec.Struct, frozen=True):
    """The figures of all deals of a profile.

    `figures` are those of the deals, then those of all seats. `transitions` lead from the title before a deal to the
    title after it, with a row for each title before. `hardest` are the rules with their faults for 1,000 actions, those
    broken most often first.
    """

    figures: Figures
    transitions: dict[str, Figures]
    hardest: Figures


def table_figures(rules: str, tables: Counts, seats: Counts) -> ProfileFigures:
    """The figures of a profile, from the counters of its deals and those of all its seats.

    Raises `KeyError` where there is no profile of this name.
    """
    of_deals = compute_figures(table_plan(rules), tables)
    of_seats = compute_figures(seats_plan(rules), seats)
    return ProfileFigures(
        figures={
            **{id: value for id, value in of_deals.items() if not id.startswith(RULE)},
            **{id: value for id, value in of_seats.items() if not id.startswith(TURN)},
        },
        transitions=_transition_matrix(seats_plan(rules), seats),
        hardest=_hardest_rules(of_deals),
    )


def _transition_matrix(plan: Plan, seats: Counts) -> dict[str, Figures]:
    """The figures of turns as rows and columns; a turn that never came is 0 out of its denominator."""
    sums = add_sums(plan, seats)
    rows: dict[str, Figures] = {}
    for id, figure in plan.figures.items():
        if id.startswith(TURN) and sums.get(figure.denominator):
            _, before, after = id.split(".")
            rows.setdefault(before, {})[after] = compute_figure(plan.rows[id], sums)
    return rows


def _hardest_rules(figures: Mapping[str, Value]) -> Figures:
    rules = [(id.removeprefix(RULE), value) for id, value in figures.items() if id.startswith(RULE)]
    return dict(sorted(rules, key=lambda rule: (-rule[1].numerator, rule[0])))
