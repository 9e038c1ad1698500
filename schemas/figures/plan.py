"""What has to be reckoned for a profile, found out once: its figures as plain tuples, ready for any counters."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from replay.counting import PAIR, SEAT, TABLE
from replay.tallies.catalogue import counters
from schemas.figures.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from schemas.figures.figure import FORMULAS, Figure
from schemas.figures.groups import BEFORE, DEALER, HANDS, ROLES, SEATS, TITLES
from schemas.figures.sums import Sum, Variance, names_of_sums, sums_of, variances_of
from schemas.figures.values import Formula

OF_SEATS_AT_LARGE: Final = frozenset({TITLES, SEATS, HANDS, BEFORE, DEALER, ROLES})
"""What a profile as a whole tells of all its seats together."""

Row = tuple[str, Formula, str, str, str, int]
"""A figure to be reckoned: its id, its formula, and the names and the unit that go into it."""


class Plan(NamedTuple):
    """The figures of one profile.

    `figures` are all, by id, and so are their `rows`. `fixed` are always reckoned; `members` of families only where the
    counter that stands before them has been counted. `sums` and `variances` are named, each with
    what goes into it; `made` are the names of both.
    """

    figures: Mapping[str, Figure]
    rows: Mapping[str, Row]
    fixed: tuple[Row, ...]
    members: tuple[tuple[str, Row], ...]
    sums: tuple[Sum, ...]
    variances: tuple[Variance, ...]
    made: frozenset[str]


@cache
def player_plan(rules: str) -> Plan:
    """The figures of a player under this profile; `KeyError` if there is none of the name."""
    return _plan(counters(rules, SEAT))


@cache
def table_plan(rules: str) -> Plan:
    """The figures of the deals themselves."""
    return _plan(counters(rules, TABLE))


@cache
def seats_plan(rules: str) -> Plan:
    """The figures of all seats together: what seat, title, dealer, role and hand are worth."""
    return _plan(counters(rules, SEAT), groups=OF_SEATS_AT_LARGE)


@cache
def pair_plan(rules: str) -> Plan:
    """The figures of two players under this profile."""
    names = list(counters(rules, PAIR))
    return _compiled(names, _counted(PAIR_FIGURES, names), [])


def _plan(names: Collection[str], groups: frozenset[str] | None = None) -> Plan:
    fixed = [figure for figure in _counted(FIGURES, names) if _among(figure, groups)]
    members = [
        (name, member)
        for family in FAMILIES
        if _among(family.pattern, groups)
        for name in names
        if (member := family.led_to_by(name)) is not None
    ]
    return _compiled(names, fixed, members)


def _among(figure: Figure, groups: frozenset[str] | None) -> bool:
    return groups is None or figure.group in groups


def _counted(figures: Iterable[Figure], names: Collection[str]) -> list[Figure]:
    """Those of which everything that they are made of is among these counters, or a sum of them."""
    known = {"", *names, *names_of_sums(names)}
    return [figure for figure in figures if known.issuperset({figure.numerator, figure.denominator})]


def _compiled(names: Collection[str], fixed: list[Figure], members: list[tuple[str, Figure]]) -> Plan:
    figures = {figure.id: figure for figure in (*fixed, *(member for _, member in members))}
    rows = {id: _row(figure) for id, figure in figures.items()}
    return Plan(
        figures=figures,
        rows=rows,
        fixed=tuple(rows[figure.id] for figure in fixed),
        members=tuple((name, rows[member.id]) for name, member in members),
        sums=sums_of(names),
        variances=variances_of(names),
        made=frozenset(names_of_sums(names)),
    )


def _row(figure: Figure) -> Row:
    return figure.id, FORMULAS[figure.kind], figure.numerator, figure.denominator, figure.squares, figure.unit
