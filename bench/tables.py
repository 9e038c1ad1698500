"""The figures as tables for the terminal."""

from collections.abc import Mapping, Sequence

from rich.console import JustifyMethod
from rich.table import Table

from bench.command import Comparison, Growth, Speedup
from bench.contenders import Absent, Contender, Timing
from bench.engine import Build
from bench.goals import Figure, Target, ratio

COLOURS = {"short": "red", "met": "green"}
MIB = 1 << 20


def speeds(entries: Sequence[Contender | Absent], timings: Mapping[str, Timing]) -> Table:
    """The speed of each contender, or the reason why it could not be measured."""
    table = _table("Replay, median CPU time", "contender", "what is timed", justify="left")
    for heading in ("games", "moves", "games/s", "moves/s", "µs a move", "spread"):
        table.add_column(heading, justify="right")
    for entry in entries:
        if isinstance(entry, Absent):
            table.add_row(entry.name, f"[yellow]{entry.reason}[/]")
        else:
            table.add_row(entry.name, entry.work, *_timing_cells(timings[entry.name]))
    return table


def _timing_cells(timing: Timing) -> tuple[str, ...]:
    return (
        f"{timing.games:,}",
        f"{timing.moves:,}",
        f"{timing.games_per_second:,.0f}",
        f"{timing.moves_per_second:,.0f}",
        f"{timing.microseconds_per_move:.3f}",
        f"{timing.spread:.0%}",
    )


def ratios(targets: Sequence[Target], builds: Sequence[Build], timings: Mapping[str, Timing]) -> Table:
    """Our moves a second over each rival's, with each build, beside what was promised of the last one."""
    table = _table("Ours over theirs, moves a second", "profile", "rival", justify="left")
    for heading in (*(build.name for build in builds), "least", "verdict"):
        table.add_column(heading, justify="right")
    for target in targets:
        table.add_row(target.profile, target.rival, *_target_cells(target, builds, timings))
    return table


def _target_cells(target: Target, builds: Sequence[Build], timings: Mapping[str, Timing]) -> tuple[str, ...]:
    least = f"{target.goal.bound:g}"
    pairs = [
        (timings.get(build.label(target.profile)), timings.get(target.rival) or timings.get(build.label(target.rival)))
        for build in builds
    ]
    reached = [ratio(ours, rival) for ours, rival in pairs if ours and rival]
    if len(reached) < len(builds):
        return *("" for _ in builds), least, "[yellow]not measured[/]"
    verdict = target.goal.verdict(reached[-1])
    return *(f"{each:.2f}" for each in reached), least, f"[{COLOURS[verdict]}]{verdict}[/]"


def figures(title: str, reached: Sequence[Figure]) -> Table:
    """Figures beside what was promised."""
    table = _table(title, "figure", "held against", justify="left")
    for heading in ("ours", "theirs", "reached", "wanted", "verdict"):
        table.add_column(heading, justify="right")
    for figure in reached:
        table.add_row(
            figure.name, figure.against, figure.ours, figure.theirs, f"{figure.reached:.3g}", *_goal_cells(figure)
        )
    return table


def _goal_cells(figure: Figure) -> tuple[str, ...]:
    goal = figure.goal
    if goal is None:
        return "", ""
    verdict = goal.verdict(figure.reached)
    return f"{goal.side} {goal.bound:g}", f"[{COLOURS[verdict]}]{verdict}[/]"


def memory(title: str, growths: Sequence[Growth]) -> Table:
    """Peak memory of a small and a large load of each kind."""
    table = _table(title, "what", justify="left")
    for heading in ("games", "MiB", "seconds"):
        table.add_column(heading, justify="right")
    for growth in growths:
        for games, usage in zip(growth.games, growth.usages, strict=True):
            table.add_row(growth.holds, f"{games:,}", f"{usage.peak / MIB:.1f}", f"{usage.wall:.2f}")
        table.add_row("", "ratio", f"{growth.ratio:.2f}")
        table.add_section()
    return table


def jobs(speedup: Speedup) -> Table:
    """Wall time with one process and with two."""
    table = _table("daifu check, wall time", "--jobs", "seconds", "games/s", justify="right")
    for count, seconds in (("1", speedup.one), ("2", speedup.two)):
        table.add_row(count, f"{seconds:.2f}", f"{speedup.games / seconds:,.0f}")
    table.add_section()
    table.add_row("ratio", f"{speedup.ratio:.2f}", "")
    return table


def archive(comparison: Comparison) -> Table:
    """Wall time of an archive, and of two processes without Dask that each archive half of the games."""
    table = _table("daifu archive with two workers, wall time", "what", "seconds", "games/s", justify="right")
    for what, seconds in (("archive", comparison.archive), ("two halves", comparison.halves)):
        table.add_row(what, f"{seconds:.2f}", f"{comparison.games / seconds:,.0f}")
    table.add_section()
    table.add_row("ratio", f"{comparison.ratio:.2f}", "")
    return table


def _table(title: str, *headings: str, justify: JustifyMethod) -> Table:
    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, justify=justify)
    return table
