"""The contract, the pages that the program writes, and its catalogues."""

import json
from collections.abc import Iterator
from pathlib import Path

from tests.golden import program
from tests.golden.transcripts import sha


def contract(_folder: Path) -> Iterator[tuple[str, str]]:
    """`openapi.yaml` as a parsed document: the order of fields does not matter, that of lists does."""
    document = json.dumps(program.contract(), ensure_ascii=False, indent=1, sort_keys=True)
    yield "openapi.json", document + "\n"


def pages(_folder: Path) -> Iterator[tuple[str, str]]:
    """Hashes of the pages in `docs/` that the program writes; git has the pages themselves."""
    yield "pages.txt", "".join(f"{sha(text.encode())} {path}\n" for path, text in sorted(program.pages()))


def catalogues(_folder: Path) -> Iterator[tuple[str, str]]:
    """Every fault and every problem of the service, with its sentences."""
    faults = (f"{code} ({severity})\n  {en}\n  {ja}\n" for code, severity, en, ja in program.faults())
    yield "faults.txt", "".join(faults)
    problems = (
        f"{status} {name}\n  {title[0]}\n  {title[1]}\n  {remedy[0]}\n  {remedy[1]}\n"
        for name, status, title, remedy in program.problem_types()
    )
    yield "problems.txt", "".join(problems)
