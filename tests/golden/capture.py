"""``python -m tests.golden.capture [SUBJECT]...``: capture the outputs anew, of these subjects or of all."""

import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.golden.records import AbsentError
from tests.golden.subjects import EXPECTED, SUBJECTS


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
