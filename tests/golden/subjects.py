"""The subjects of the golden outputs: each gives the texts of the files in its folder of `expected/`."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.golden import catalogues, cli, houses, http, records, refusals

EXPECTED: Final = Path(__file__).parent / "expected"

Subject = Callable[[Path], Iterator[tuple[str, str]]]
"""Gives names and texts of files; it may write what it needs into an empty folder."""

SUBJECTS: Final[Mapping[str, Subject]] = {
    "catalogues": catalogues.catalogues,
    "cli-check": cli.check,
    "cli-show": cli.show,
    "cli-convert": cli.convert,
    "cli-rules": cli.rules,
    "cli-store": cli.store,
    "cli-stats": cli.stats,
    "cli-tournament": cli.tournament,
    "cli-service": cli.by_service,
    "house-sheets": houses.sheets,
    "http": http.service,
    "http-limits": http.limits,
    "refusals": refusals.record_refusals,
    "samples": records.samples,
    "corpus": records.corpus,
}


def expected(subject: str) -> dict[str, str]:
    """The texts that were captured of a subject, by the names of their files."""
    folder = EXPECTED / subject
    return {file.name: file.read_bytes().decode() for file in sorted(folder.iterdir())} if folder.is_dir() else {}
