"""The catalogues of the program."""

from collections.abc import Iterator
from pathlib import Path

from tests.golden import program


def catalogues(_folder: Path) -> Iterator[tuple[str, str]]:
    """Every fault and every problem of the service, with its sentences."""
    faults = (f"{code} ({severity})\n  {en}\n  {ja}\n" for code, severity, en, ja in program.faults())
    yield "faults.txt", "".join(faults)
    problems = (
        f"{status} {name}\n  {title[0]}\n  {title[1]}\n  {remedy[0]}\n  {remedy[1]}\n"
        for name, status, title, remedy in program.problem_types()
    )
    yield "problems.txt", "".join(problems)
