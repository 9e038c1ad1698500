"""``python -m tests.golden.capture [SUBJECT]...``: the subjects of the golden outputs, captured anew."""

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.golden import cli, http, records, refusals
from tests.golden.records import AbsentError

EXPECTED: Final = Path(__file__).parent / "expected"

Subject = Callable[[Path], Iterator[tuple[str, str]]]
"""Gives names and texts of files; it may write what it needs into an empty folder."""

SUBJECTS: Final[Mapping[str, Subject]] = {
    "catalogues": records.catalogues,
    "cli-check": cli.check,
    "cli-show": cli.show,
    "cli-convert": cli.convert,
    "cli-rules": cli.rules,
    "cli-store": cli.store,
    "cli-stats": cli.stats,
    "cli-tournament": cli.tournament,
    "cli-service": cli.by_service,
    "house-sheets": records.sheets,
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


def capture(subject: str) -> int:
    """Write the files of a subject anew; how many there are."""
    with tempfile.TemporaryDirectory() as folder:
        found = dict(SUBJECTS[subject](Path(folder)))
    place = EXPECTED / subject
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name, text in found.items():
        (place / name).write_bytes(text.encode())
    return len(found)


def main() -> None:
    """Capture what is asked for."""
    for subject in sys.argv[1:] or SUBJECTS:
        began = time.monotonic()
        try:
            files = capture(subject)
        except AbsentError as absent:
            sys.stdout.write(f"{subject}: left as it is, for {absent}\n")
        else:
            sys.stdout.write(f"{subject}: {files} files, {time.monotonic() - began:.1f} s\n")


if __name__ == "__main__":
    main()
