"""A profile as a whole: its deals, what seat, title and hand are worth, and which rules are hard."""

from collections.abc import Mapping
from typing import Final

import msgspec

from schemas.figures.plan import Plan, seats_plan, table_plan
from schemas.figures.reading import Figures, figures_by, reckoned, with_sums
from schemas.figures.sums import Counts
from schemas.figures.values import Value

TURN: Final = "turn."
RULE: Final = "rule."


class Whole(msgspec.Struct, frozen=True):
    """What all deals of a profile together say.

    `figures` are those of the deals, then those of all seats; `transitions` lead from the title before a deal to the
    title after it, a row for each title that anybody has begun with; `hardest` are the rules, those broken
    most often first, with the faults for 1,000 actions.
    """

    figures: Figures
    transitions: dict[str, Figures]
    hardest: Figures


def table_figures(rules: str, tables: Counts, seats: Counts) -> Whole:
    """What the counters of the deals of a profile, and those of all its seats added up, come to.

    Raises `KeyError` where there is no profile of this name.
    """
    of_deals = figures_by(table_plan(rules), tables)
    of_seats = figures_by(seats_plan(rules), seats)
    return Whole(
        figures={
            **{id: value for id, value in of_deals.items() if not id.startswith(RULE)},
            **{id: value for id, value in of_seats.items() if not id.startswith(TURN)},
        },
        transitions=_matrix(seats_plan(rules), seats),
        hardest=_hardest(of_deals),
    )


def _matrix(plan: Plan, seats: Counts) -> dict[str, Figures]:
    """The figures of turns as rows and columns; what never came stands there as none of so many."""
    sums = with_sums(plan, seats)
    rows: dict[str, Figures] = {}
    for id, figure in plan.figures.items():
        if id.startswith(TURN) and sums.get(figure.denominator):
            _, before, after = id.split(".")
            rows.setdefault(before, {})[after] = reckoned(plan.rows[id], sums)
    return rows


def _hardest(figures: Mapping[str, Value]) -> Figures:
    rules = [(id.removeprefix(RULE), value) for id, value in figures.items() if id.startswith(RULE)]
    return dict(sorted(rules, key=lambda rule: (-rule[1].numerator, rule[0])))
