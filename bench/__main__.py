"""`python -m bench`: measure everything once and print it."""

import os
import platform
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

import click
from rich.console import Console
from rich.table import Table

from bench import archive, command, rivals, tables
from bench.builds import Build, engine_contenders, present_builds
from bench.contender import Absent, Contender
from bench.playouts import measure_playouts
from bench.proofs import measure_proofs
from bench.rounds import interleave
from bench.samples import PROFILES
from bench.targets import TARGETS

SEED = 20070716
WIDTH = 120  # what the widest table needs
MEMORY, JOBS, ARCHIVE, PROOFS, PLAYOUTS = "memory", "jobs", "archive", "proofs", "playouts"
SERVICE, STORE, UPLOAD, STATISTICS, POSTGRESQL = "service", "store", "upload", "statistics", "postgresql"
DEALS = 1_000_000
RIVAL_NAMES = tuple(name for rival in rivals.RIVALS for name in rival.names)
SEPARATE = frozenset({MEMORY, JOBS, ARCHIVE, PROOFS, PLAYOUTS, SERVICE, STORE, UPLOAD, STATISTICS, POSTGRESQL})
ENGINE = (*PROFILES, *RIVAL_NAMES, MEMORY, JOBS)
NAMES = (*ENGINE, PROOFS, PLAYOUTS, ARCHIVE, SERVICE, STORE, UPLOAD, STATISTICS, POSTGRESQL)
GROUPS = {"engine": ENGINE}
"""What one word stands for: ``engine`` is all that hangs on how the engine was built."""
Measured = TypeVar("Measured")
_ONLY_HELP = f"One of {', '.join((*GROUPS, *NAMES))}."


@click.command()
@click.option("--rounds", type=click.IntRange(min=1), default=7, show_default=True, help="Timed rounds a contender.")
@click.option("--only", type=click.Choice((*GROUPS, *NAMES)), multiple=True, metavar="NAME", help=_ONLY_HELP)
@click.option(
    "--deals", type=click.IntRange(min=100_000), default=DEALS, show_default=True, help="Deals of the statistics."
)
def main(rounds: int, only: tuple[str, ...], deals: int) -> None:
    """Measure our replay beside its rivals, the command's memory and second process, the service, and statistics."""
    wanted = frozenset(part for name in only or NAMES for part in GROUPS.get(name, (name,)))
    console = Console(width=max(Console().width, WIDTH))
    builds = present_builds()
    console.print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {rounds} rounds, seed {SEED}, "
        f"{' and '.join(build.name for build in builds)} engine"
    )
    if wanted - SEPARATE:
        _measure_replay(console, wanted, rounds, builds)
    if MEMORY in wanted:
        _run_command(console, MEMORY, command.streaming_memory, partial(tables.memory, "daifu check, peak memory"))
    if JOBS in wanted:
        _run_command(console, JOBS, command.second_process, tables.jobs)
    if PROOFS in wanted:
        console.print(tables.figures("Proofs in games of UECda, seconds", measure_proofs(builds, SEED)))
    if ARCHIVE in wanted:
        _run_command(console, ARCHIVE, archive.compare_with_halves, tables.archive)
    if PLAYOUTS in wanted:
        console.print(tables.figures("Playouts, and the estimates of a whole game", measure_playouts(builds)))
    if wanted & {SERVICE, STORE, UPLOAD}:
        _measure_service(console, wanted, rounds, builds)
    if STATISTICS in wanted:
        _measure_statistics(console, rounds, deals)
    if POSTGRESQL in wanted:
        _measure_backends(console, rounds)


def _measure_replay(console: Console, wanted: frozenset[str], rounds: int, builds: Sequence[Build]) -> None:
    profiles = [profile for profile in PROFILES if profile in wanted]
    with engine_contenders(builds, profiles, rounds, SEED) as ours:
        entries = [*ours, *rivals.enter_all(wanted, SEED)]
        for entry in entries:
            if isinstance(entry, Absent):
                _print_skipped(console, entry)
        timings = interleave([entry for entry in entries if isinstance(entry, Contender)], rounds)
    console.print(tables.speeds(entries, timings))
    targets = [target for target in TARGETS if {target.profile, target.rival} <= wanted]
    if targets:
        console.print(tables.ratios(targets, builds, timings))


def _run_command(
    console: Console, name: str, measure: Callable[[Path, Random], Measured], table: Callable[[Measured], Table]
) -> None:
    absent = command.missing_command(name)
    if absent:
        _print_skipped(console, absent)
        return
    try:
        measured = _in_folder(measure)
    except subprocess.CalledProcessError as error:
        raise click.ClickException(f"{name}: a command ended with status {error.returncode}, not 0") from error
    console.print(table(measured))


def _measure_service(console: Console, wanted: frozenset[str], rounds: int, builds: Sequence[Build]) -> None:
    from bench.service import figures, memory, storage  # noqa: PLC0415 - the rivals can be measured without us

    measures = [partial(figures.measure_service, rounds=rounds, build=build) for build in builds if SERVICE in wanted]
    reached = [
        *(figure for measure in measures for figure in _in_folder(measure)),
        *(_in_folder(storage.stored_game_sizes) if STORE in wanted else ()),
    ]
    if reached:
        console.print(tables.figures("The service and its store", reached))
    if UPLOAD in wanted:
        console.print(tables.memory("upload in bulk, peak memory of the service", [_in_folder(memory.upload_memory)]))


def _measure_statistics(console: Console, rounds: int, deals: int) -> None:
    from bench.statistics import figures  # noqa: PLC0415 - the rivals can be measured without us

    reached = _in_folder(partial(figures.measure_statistics, rounds=rounds, deals=deals))
    console.print(tables.figures(f"Statistics of {deals:,} deals", reached))


def _measure_backends(console: Console, rounds: int) -> None:
    from bench.service import backends  # noqa: PLC0415 - it needs a server

    reached = _in_folder(partial(backends.measure_backends, rounds=rounds))
    console.print(tables.figures("The service on PostgreSQL", reached))


def _in_folder(measure: Callable[[Path, Random], Measured]) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        return measure(Path(folder), Random(SEED))


def _print_skipped(console: Console, absent: Absent) -> None:
    console.print(f"[yellow]{absent.name} is skipped: {absent.reason}[/]")


if __name__ == "__main__":
    main()
