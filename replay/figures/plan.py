"""The figures of each profile, compiled once for any counters, and the sums of counters that they are made of."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from daifu.replay.counters import PAIR, SEAT, TABLE
from daifu.replay.figures.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from daifu.replay.figures.figure import (
    BEFORE,
    DEALER,
    FORMULAS,
    HANDS,
    INTERVALS,
    LAST_PLACE,
    ROLES,
    SEATS,
    TITLES,
    Family,
    Figure,
)
from daifu.replay.figures.values import Formula, IntervalOf
from daifu.replay.games.catalogue import PROFILES, kept_by_game
from daifu.replay.statistics.catalogue import counters_of
from daifu.replay.statistics.products import product_name
from daifu.replay.text import Text
from daifu.replay.titles import TITLE_RANKS

Counts = Mapping[str, int]
"""Counters by name; what is not named is 0."""

Sum = tuple[str, tuple[str, ...]]
"""The name of a sum, and the counters or sums that go into it."""


def sums_of(counters: Iterable[str]) -> tuple[Sum, ...]:
    """All sums that can be made of these counters, each with its parts.

    A part may be a sum itself, which then stands before it.
    """
    sums: dict[str, list[str]] = {}
    queue = deque(counters)
    while queue:
        counter = queue.popleft()
        for name in _sums_with(counter):
            if name not in sums:
                sums[name] = []
                queue.append(name)
            sums[name].append(counter)
    return tuple((name, tuple(parts)) for name, parts in sums.items())


def names_of_sums(counters: Iterable[str]) -> set[str]:
    """The names of these sums."""
    return {name for name, _ in sums_of(counters)}


def _sums_with(counter: str) -> Iterator[str]:
    """The sums that this counter or sum goes into."""
    match counter.split("."):
        case ["deals" | "undecided"]:
            yield "begun"
        case ["passes", "able" | "unable"]:
            yield "passes_seen"
        case ["partners" | "opponents"]:
            yield "teams"
        case ["role", _, "deals"]:
            yield "roles"
        case ["turn", _]:
            yield "turns"
        case ["turn", before, after]:
            yield f"turn.{before}"
            if before != after:
                yield "turns_risen" if TITLE_RANKS[after] < TITLE_RANKS[before] else "turns_fallen"
        case _:
            pass


SUM_TEXTS: Final[Mapping[str, Text]] = {
    "begun": Text("`deals` + `undecided`: all deals.", "`deals` + `undecided`。すべての回の数。"),
    "turn.<from>": Text(
        "All of `turn.<from>.<to>` with one title before: deals begun with it and ended with any.",
        "前の身分が同じ `turn.<from>.<to>` の合計。その身分で始め、身分を得て終わった回の数。",
    ),
    "turns": Text("All of `turn.<from>.<to>`.", "`turn.<from>.<to>` の合計。"),
    "turns_risen": Text("Those with a better title after.", "そのうち、身分が上がったもの。"),
    "turns_fallen": Text("Those with a lower title after.", "そのうち、身分が下がったもの。"),
    "passes_seen": Text(
        "`passes.able` + `passes.unable`: passes of hands that are known.",
        "`passes.able` + `passes.unable`。手札が分かっているパスの数。",
    ),
    "roles": Text("All of `role.<part>.deals`.", "`role.<part>.deals` の合計。"),
    "teams": Text("`partners` + `opponents`.", "`partners` + `opponents`。"),
}
"""By name; of the sums of each title, the one with a place for it."""

GROUPS_OF_ALL_SEATS: Final = frozenset({TITLES, SEATS, HANDS, BEFORE, DEALER, ROLES})
"""The groups of figures that a profile shows of all its seats together."""


class IntervalRow(NamedTuple):
    """How the interval of a figure is computed: the names of its three products, and the range of what is counted.

    There is none where fewer than the `fewest` cases are to be expected of the deals that the counter `among` has.
    """

    interval: IntervalOf
    squares: str
    mixed: str
    counts: str
    least: float
    most: float
    fewest: int
    among: str

    @property
    def counters(self) -> tuple[str, ...]:
        """The counters that the interval needs besides those of the figure."""
        return self.squares, self.mixed, self.counts, self.among


class PlanRow(NamedTuple):
    """A figure to be computed: id, formula, the names of its counters, the unit, and its interval if it has one."""

    id: str
    formula: Formula
    numerator: str
    denominator: str
    squares: str
    unit: int
    interval: IntervalRow | None


class Plan(NamedTuple):
    """The figures of one profile.

    `figures` and `rows` are by id. `fixed` figures are always computed, `members` of families only where the counter
    before them has been counted. `sums` come with what goes into them.
    """

    figures: Mapping[str, Figure]
    rows: Mapping[str, PlanRow]
    fixed: tuple[PlanRow, ...]
    members: tuple[tuple[str, PlanRow], ...]
    sums: tuple[Sum, ...]


class FigurePlan(NamedTuple):
    """One figure: its row, the sums that it needs, and the counters from which it can be computed."""

    row: PlanRow
    sums: tuple[Sum, ...]
    counters: frozenset[str]


@kept_by_game
def player_plan(rules: str) -> Plan:
    """The figures of a player under this profile; `KeyError` if there is none of the name."""
    return _plan_for_counters(rules, SEAT)


@kept_by_game
def player_figure_plan(rules: str, id: str) -> FigurePlan:
    """One figure of a player under this profile; `KeyError` where players of the profile have no such figure."""
    plan = player_plan(rules)
    row = plan.rows[id]
    of_interval = () if row.interval is None else row.interval.counters
    needed = {"deals", row.numerator, row.denominator, row.squares, *of_interval}
    sums = []
    for name, parts in reversed(plan.sums):
        if name in needed:
            needed.update(parts)
            sums.append((name, parts))
    return FigurePlan(row, tuple(reversed(sums)), frozenset(needed))


@kept_by_game
def table_plan(rules: str) -> Plan:
    """The figures of the deals themselves."""
    return _plan_for_counters(rules, TABLE)


@kept_by_game
def seats_plan(rules: str) -> Plan:
    """The figures of all seats together, by seat, title, dealer, role and hand."""
    return _plan_for_counters(rules, SEAT, groups=GROUPS_OF_ALL_SEATS)


@kept_by_game
def pair_plan(rules: str) -> Plan:
    """The figures of two players under this profile."""
    names = list(counters_of(rules, PAIR))
    return _compile(names, _countable(PAIR_FIGURES, names), [])


def _plan_for_counters(rules: str, owner: str, groups: frozenset[str] | None = None) -> Plan:
    names, seats = counters_of(rules, owner), max(PROFILES[rules].players)
    fixed = [
        figure._replace(most=seats) if figure.most == LAST_PLACE else figure
        for figure in _countable(FIGURES, names)
        if _is_in_groups(figure, groups)
    ]
    families = [family for family in FAMILIES if _is_in_groups(family.pattern, groups)]
    return _compile(names, fixed, list(_members(families, names)))


def _members(families: Iterable[Family], names: Iterable[str]) -> Iterator[tuple[str, Figure]]:
    """The members of families that are shown where one of these counters has been counted, each after its counter."""
    by_subject: dict[str, list[str]] = {}
    for name in names:
        by_subject.setdefault(_subject(name), []).append(name)
    for family in families:
        for name in by_subject.get(_subject(family.counter), ()):
            member = family.member_for(name)
            if member is not None:
                yield name, member


def _subject(counter: str) -> str:
    """The first word of a counter or of its pattern, which no part in angle brackets is."""
    return counter.partition(".")[0]


def _is_in_groups(figure: Figure, groups: frozenset[str] | None) -> bool:
    return groups is None or figure.group in groups


def _countable(figures: Iterable[Figure], names: Collection[str]) -> list[Figure]:
    """The figures whose numerator and denominator are among these counters or their sums."""
    known = {"", *names, *names_of_sums(names)}
    return [figure for figure in figures if known.issuperset({figure.numerator, figure.denominator})]


def _compile(names: Collection[str], fixed: list[Figure], members: list[tuple[str, Figure]]) -> Plan:
    figures = {figure.id: figure for figure in (*fixed, *(member for _, member in members))}
    rows = {
        id: PlanRow(
            id,
            FORMULAS[figure.kind],
            figure.numerator,
            figure.denominator,
            figure.squares,
            figure.unit,
            _interval_row(figure, names),
        )
        for id, figure in figures.items()
    }
    return Plan(
        figures=figures,
        rows=rows,
        fixed=tuple(rows[figure.id] for figure in fixed),
        members=tuple((name, rows[member.id]) for name, member in members),
        sums=sums_of(names),
    )


def _interval_row(figure: Figure, names: Collection[str]) -> IntervalRow | None:
    """The interval of a figure of which the products are among these counters."""
    products = (
        product_name(figure.numerator, figure.numerator),
        product_name(figure.numerator, figure.denominator),
        product_name(figure.denominator, figure.denominator),
    )
    if figure.kind not in INTERVALS or not set(names).issuperset(products):
        return None
    ends = figure.least * figure.unit, figure.most * figure.unit
    return IntervalRow(INTERVALS[figure.kind], *products, *ends, figure.fewest, figure.among)


def find_pair_figure(id: str) -> Figure:
    """The figure of two players; `KeyError` if there is none."""
    for rules in PROFILES:
        if id in pair_plan(rules).figures:
            return pair_plan(rules).figures[id]
    raise KeyError(id)


def player_figure_catalogue(rules: str) -> Mapping[str, Figure]:
    """The figures by id that a player of this profile can have, which are those of leaderboards."""
    return player_plan(rules).figures


def game_figure_catalogue(rules: str) -> Mapping[str, Figure]:
    """The figures by id that this profile can have as a whole."""
    return {**seats_plan(rules).figures, **table_plan(rules).figures}
