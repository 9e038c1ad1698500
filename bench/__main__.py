"""`python -m bench`: measure everything once and print it."""

import os
import platform
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

import click
from rich.console import Console
from rich.table import Table

from bench import command, rivals, tables
from bench.contenders import Absent, Contender, interleave
from bench.engine import Build, engine_contenders, present_builds
from bench.goals import TARGETS, Figure, at_most
from bench.samples import ALL_RULES, HOUSES, PROFILES, new_set_milliseconds

SEED = 20070716
WIDTH = 120  # what the widest table needs
MEMORY, JOBS, ARCHIVE, PROOFS, PLAYOUTS = "memory", "jobs", "archive", "proofs", "playouts"
SERVICE, STORE, UPLOAD, PAGES, ANALYSIS = "service", "store", "upload", "pages", "analysis"
STATISTICS, POSTGRESQL, POSTGRESQL_STATISTICS = "statistics", "postgresql", "postgresql-statistics"
DEALS = 100_000
NEW_SET = 5
"""The most milliseconds in which the rules of a house may be made."""
REPLAYS = 5
"""Replays of a contender for each round that is asked for: they take a tenth of a second, and the speed of a machine
can change within seconds."""
RIVAL_NAMES = tuple(name for rival in rivals.RIVALS for name in rival.names)
ENGINE = (*PROFILES, *HOUSES, *RIVAL_NAMES, MEMORY, JOBS)
SERVICES = (SERVICE, STORE, UPLOAD, PAGES, ANALYSIS, STATISTICS, POSTGRESQL, POSTGRESQL_STATISTICS)
NAMES = (*ENGINE, PROOFS, PLAYOUTS, ARCHIVE, *SERVICES)
GROUPS = {"engine": ENGINE}
"""What one word stands for: ``engine`` is all that hangs on how the engine was built."""
Measured = TypeVar("Measured")
_ROUNDS_HELP = f"Timed rounds; {REPLAYS} times as many of contenders that replay."
_ONLY_HELP = f"One of {', '.join((*GROUPS, *NAMES))}."


class Run(NamedTuple):
    """What a run of the benchmark measures, and where it prints: the names wanted, and the deals of the statistics.

    The service is measured with the last build, and what hangs on the engine alone with each.
    """

    console: Console
    wanted: frozenset[str]
    rounds: int
    deals: int
    builds: Sequence[Build]


@click.command()
@click.option("--rounds", type=click.IntRange(min=1), default=3, show_default=True, help=_ROUNDS_HELP)
@click.option("--only", type=click.Choice((*GROUPS, *NAMES)), multiple=True, metavar="NAME", help=_ONLY_HELP)
@click.option(
    "--deals", type=click.IntRange(min=10_000), default=DEALS, show_default=True, help="Deals of the statistics."
)
def main(rounds: int, only: tuple[str, ...], deals: int) -> None:
    """Measure our replay beside its rivals, the command's memory and second process, the service, and statistics."""
    wanted = frozenset(part for name in only or NAMES for part in GROUPS.get(name, (name,)))
    console = Console(width=max(Console().width, WIDTH))
    run = Run(console, wanted, rounds, deals, present_builds())
    console.print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {rounds} rounds, seed {SEED}, "
        f"{' and '.join(build.name for build in run.builds)} engine"
    )
    for names, measure in MEASURES.items():
        if wanted.intersection(names):
            measure(run)


def _measure_replay(run: Run) -> None:
    profiles = [name for name in (*PROFILES, *HOUSES) if name in run.wanted]
    rounds = REPLAYS * run.rounds
    with engine_contenders(run.builds, profiles, rounds, SEED) as ours:
        entries = [*ours, *rivals.load_contenders(run.wanted, SEED)]
        for entry in entries:
            if isinstance(entry, Absent):
                _print_skipped(run.console, entry)
        timings = interleave([entry for entry in entries if isinstance(entry, Contender)], rounds)
    run.console.print(tables.speeds(entries, timings))
    targets = [target for target in TARGETS if {target.profile, target.rival} <= run.wanted]
    if targets:
        run.console.print(tables.ratios(targets, run.builds, timings))
    if ALL_RULES in run.wanted:
        made = new_set_milliseconds()
        told = Figure("a new choice of them is made", f"{made:.2f} ms", made, at_most(NEW_SET))
        run.console.print(tables.figures("All local rules", [told]))


def _measure_memory(run: Run) -> None:
    _run_command(run, MEMORY, command.streaming_memory, partial(tables.memory, "daifu check, peak memory"))


def _measure_jobs(run: Run) -> None:
    _run_command(run, JOBS, command.second_process, tables.jobs)


def _measure_archive(run: Run) -> None:
    _run_command(run, ARCHIVE, command.compare_with_halves, tables.archive)


def _run_command(
    run: Run, name: str, measure: Callable[[Path, Random], Measured], table: Callable[[Measured], Table]
) -> None:
    absent = command.missing_command(name)
    if absent:
        _print_skipped(run.console, absent)
        return
    try:
        measured = _in_folder(measure)
    except subprocess.CalledProcessError as error:
        raise click.ClickException(f"{name}: a command ended with status {error.returncode}, not 0") from error
    run.console.print(table(measured))


def _measure_proofs(run: Run) -> None:
    from bench.proofs import measure_proofs  # noqa: PLC0415 - the rivals can be measured without us

    run.console.print(tables.figures("Proofs in games of UECda, seconds", measure_proofs(run.builds, SEED)))


def _measure_playouts(run: Run) -> None:
    from bench.playouts import measure_playouts  # noqa: PLC0415 - likewise

    run.console.print(tables.figures("Playouts, and the estimates of a whole game", measure_playouts(run.builds)))


def _measure_service(run: Run) -> None:
    from bench.service.rounds import measure_service  # noqa: PLC0415 - likewise

    reached = _in_folder(partial(measure_service, rounds=run.rounds, build=run.builds[-1]))
    run.console.print(tables.figures("The service", reached))


def _measure_store(run: Run) -> None:
    from bench.service.uploads import stored_game_sizes  # noqa: PLC0415 - likewise

    run.console.print(tables.figures("The store", _in_folder(stored_game_sizes)))


def _measure_upload(run: Run) -> None:
    from bench.service.uploads import upload_memory  # noqa: PLC0415 - likewise

    run.console.print(tables.memory("upload in bulk, peak memory of the service", [_in_folder(upload_memory)]))


def _measure_pages(run: Run) -> None:
    from bench.service.pages import measure_page_costs, measure_pages  # noqa: PLC0415 - likewise

    for title, measure in (
        ("Pages of the samples", measure_page_costs),
        ("A tournament on 300 walls and 200 phones", measure_pages),
    ):
        run.console.print(tables.figures(title, _in_folder(partial(measure, build=run.builds[-1]))))


def _measure_analysis(run: Run) -> None:
    from bench.service.rounds import measure_analysis  # noqa: PLC0415 - likewise

    reached = _in_folder(partial(measure_analysis, rounds=run.rounds, build=run.builds[-1]))
    run.console.print(tables.figures("Uploads while a record is analysed", reached))


def _measure_statistics(run: Run) -> None:
    from bench.statistics import measure_statistics  # noqa: PLC0415 - likewise

    reached = _in_folder(partial(measure_statistics, rounds=run.rounds, deals=run.deals))
    run.console.print(tables.figures(f"Statistics of {run.deals:,} deals", reached))


def _measure_backends(run: Run) -> None:
    from bench.postgresql import measure_backends  # noqa: PLC0415 - it needs a server

    reached = _in_folder(partial(measure_backends, rounds=run.rounds))
    run.console.print(tables.figures("The service on PostgreSQL", reached))


def _measure_postgresql_statistics(run: Run) -> None:
    from bench.postgresql import measure_postgresql_statistics  # noqa: PLC0415 - likewise

    reached = _in_folder(partial(measure_postgresql_statistics, rounds=run.rounds, deals=run.deals))
    run.console.print(tables.figures(f"Statistics of {run.deals:,} deals on PostgreSQL", reached))


MEASURES: dict[tuple[str, ...], Callable[[Run], None]] = {
    (*PROFILES, *HOUSES, *RIVAL_NAMES): _measure_replay,
    (MEMORY,): _measure_memory,
    (JOBS,): _measure_jobs,
    (PROOFS,): _measure_proofs,
    (PLAYOUTS,): _measure_playouts,
    (ARCHIVE,): _measure_archive,
    (SERVICE,): _measure_service,
    (STORE,): _measure_store,
    (UPLOAD,): _measure_upload,
    (PAGES,): _measure_pages,
    (ANALYSIS,): _measure_analysis,
    (STATISTICS,): _measure_statistics,
    (POSTGRESQL,): _measure_backends,
    (POSTGRESQL_STATISTICS,): _measure_postgresql_statistics,
}
"""What is measured, in this order, where any of these names is wanted."""


def _in_folder(measure: Callable[[Path, Random], Measured]) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        return measure(Path(folder), Random(SEED))


def _print_skipped(console: Console, absent: Absent) -> None:
    console.print(f"[yellow]{absent.name} is skipped: {absent.reason}[/]")


if __name__ == "__main__":
    main()
