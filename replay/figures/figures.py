"""Figures computed from counters: of a player, of two players, and of a profile as a whole."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from daifu.replay.figures.plan import (
    Counts,
    IntervalRow,
    Plan,
    PlanRow,
    Sum,
    pair_plan,
    player_plan,
    seats_plan,
    table_plan,
)
from daifu.replay.figures.values import (
    ENOUGH_CASES,
    ENOUGH_DAYS,
    ENOUGH_OF_GAME,
    FEWEST_OF_EITHER_KIND,
    Interval,
    Products,
    Value,
    Variation,
    frequency_interval,
    is_nearly_normal,
    mean_interval,
    share_interval,
    variation,
)

Figures = dict[str, Value]
"""Values by the ids of their figures, in the order in which they are shown."""


def player_figures(rules: str, counts: Counts, game: Counts) -> Figures:
    """All figures of a player under a profile; of families, the members that have been counted.

    `game` are the counters of all players of the game together, which tell how much figures vary where the player has
    few days. Raises `KeyError` where there is no profile of this name.
    """
    return compute_figures(player_plan(rules), counts, game)


def figures_of_players(
    rules: str, everybody: Iterable[tuple[str, Counts]], game: Counts
) -> Iterator[tuple[str, Figures]]:
    """All figures of each player under a profile, as `player_figures` has them."""
    plan = player_plan(rules)
    all_sums = add_sums(plan.sums, game)
    for player, counts in everybody:
        yield player, _figures(plan, counts, all_sums)


def pair_figures(rules: str, counts: Counts) -> Figures:
    """The figures of one player against another, from the counters of the two as the first one sees them."""
    return compute_figures(pair_plan(rules), counts, counts)


def compute_figures(plan: Plan, counts: Counts, game: Counts) -> Figures:
    """All figures of a plan. `game` are the counters of all players, or of the whole game."""
    return _figures(plan, counts, add_sums(plan.sums, game))


def _figures(plan: Plan, counts: Counts, all_sums: Counts) -> Figures:
    """All figures of a plan. `all_sums` are the counters of all players with their sums."""
    sums = add_sums(plan.sums, counts)
    counted = [row for counter, row in plan.members if counter in counts]
    return {row.id: compute_figure(row, sums, all_sums) for rows in (plan.fixed, counted) for row in rows}


def add_sums(wanted: Iterable[Sum], counts: Counts) -> dict[str, int]:
    """The counters with these sums of them."""
    sums = dict(counts)
    for name, parts in wanted:
        sums[name] = sum([sums[part] for part in parts if part in sums])
    return sums


def compute_figure(row: PlanRow, sums: Counts, game: Counts) -> Value:
    """One figure, from counters with their sums: its own, and those of the game."""
    return _value(row, sums, None if row.interval is None else _interval(row, row.interval, sums, game))


def value_of_figure(row: PlanRow, sums: Counts) -> float | None:
    """The value of one figure, without its interval; None where nothing is known."""
    return _value(row, sums, None).value


def _value(row: PlanRow, sums: Counts, interval: Interval | None) -> Value:
    get = sums.get
    return row.formula(get(row.numerator, 0), get(row.denominator, 0), get(row.squares, 0), row.unit, interval)


def _interval(row: PlanRow, how: IntervalRow, sums: Counts, game: Counts) -> Interval | None:
    """The interval of a figure as counted, within the range of the figure; None where too little is known."""
    numerator, denominator = sums.get(row.numerator, 0), sums.get(row.denominator, 0)
    if not denominator or not _has_enough_cases(row, how, sums, game):
        return None
    known = _variation(row, how, sums, ENOUGH_DAYS) if denominator >= ENOUGH_CASES else None
    known = known or _variation_of_game(row, how, denominator, game)
    if known is None:
        return None
    low, high = how.interval(numerator, denominator, known)
    value = numerator / denominator
    return max(low, min(how.least, value)), min(high, max(how.most, value))


def _has_enough_cases(row: PlanRow, how: IntervalRow, sums: Counts, game: Counts) -> bool:
    """Whether this number of deals has enough cases for an interval on average.

    It does not go by the player's cases: a player who had few of them may have had few because of how they came out.
    """
    if not game.get(how.among):
        return False
    deals, deals_of_game = sums.get(how.among, 0), game[how.among]
    found = deals * game.get(row.numerator, 0) / deals_of_game
    cases = deals * game.get(row.denominator, 0) / deals_of_game
    if how.interval is frequency_interval:
        return found >= how.fewest
    if cases < how.fewest:
        return False
    return how.interval is not share_interval or min(found, cases - found) >= FEWEST_OF_EITHER_KIND


def _variation_of_game(row: PlanRow, how: IntervalRow, denominator: float, game: Counts) -> Variation | None:
    """How much a figure varies in the whole game, unless that is not known or too much for the mean of so few cases."""
    known = _variation(row, how, game, ENOUGH_OF_GAME)
    if known is None or how.interval is not mean_interval:
        return known
    return known if is_nearly_normal(denominator, known, how.least, how.most) else None


def _variation(row: PlanRow, how: IntervalRow, sums: Counts, enough: float) -> Variation | None:
    """How much a figure varies, as far as there are enough days to tell."""
    get = sums.get
    products = Products(get(how.squares, 0), get(how.mixed, 0), get(how.counts, 0))
    known = variation(get(row.numerator, 0), get(row.denominator, 0), products)
    return None if known is None or known.days < enough else known


TURN: Final = "turn."
RULE: Final = "rule."


class ProfileFigures(NamedTuple):
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
    of_deals = compute_figures(table_plan(rules), tables, tables)
    of_seats = compute_figures(seats_plan(rules), seats, seats)
    broken = [(id.removeprefix(RULE), value) for id, value in of_deals.items() if id.startswith(RULE)]
    return ProfileFigures(
        figures={
            **{id: value for id, value in of_deals.items() if not id.startswith(RULE)},
            **{id: value for id, value in of_seats.items() if not id.startswith(TURN)},
        },
        transitions=_transition_matrix(seats_plan(rules), seats),
        hardest=dict(sorted(broken, key=lambda rule: (-rule[1].numerator, rule[0]))),
    )


def _transition_matrix(plan: Plan, seats: Counts) -> dict[str, Figures]:
    """The figures of turns as rows and columns; a turn that never came is 0 out of its denominator."""
    sums = add_sums(plan.sums, seats)
    rows: dict[str, Figures] = {}
    for id, figure in plan.figures.items():
        if id.startswith(TURN) and sums.get(figure.denominator):
            _, before, after = id.split(".")
            rows.setdefault(before, {})[after] = compute_figure(plan.rows[id], sums, sums)
    return rows
