"""A process that keeps a tournament on the store itself: every other change says which version it is for.

`python -m tests.support.rival_process STORE TOURNAMENT NAME COUNT` prints of each change the version that it led to,
and the reason that it gave.
"""

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from data.store import Store
from data.store.asked import Author
from data.store.refusals import OtherVersion
from data.tournaments.changes import Entered
from tests.support.kept import environment
from tests.support.rivals import Accepted


def started(path: Path, tournament: int, name: str, count: int) -> "subprocess.Popen[str]":
    """Such a process, which has begun."""
    call = [sys.executable, "-m", "tests.support.rival_process", str(path), str(tournament), name, str(count)]
    return subprocess.Popen(call, env=environment(), stdout=subprocess.PIPE, text=True)


def told(process: "subprocess.Popen[str]") -> list[Accepted]:
    """What it got into the log, when it is done."""
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return [Accepted(*json.loads(line)) for line in output.splitlines()]


def _enters(store: Store, tournament: int, name: str, *, looks: bool) -> int:
    """Enter somebody, on the version that was seen or on whatever there is; the version then."""
    expected = store.tournaments.version(tournament) if looks else None
    while True:
        try:
            change = [Entered(name=name)]
            return store.tournaments.append(tournament, change, Author(name), expected=expected, reason=name)
        except OtherVersion as conflict:
            if expected is None or not conflict.given == expected < conflict.current:
                raise
            expected = conflict.current


def main(path: str, tournament: str, name: str, count: str) -> None:
    """Enter so many."""
    with closing(Store.open(path)) as store:
        for number in range(1, int(count) + 1):
            reason = f"{name} {number}"
            version = _enters(store, int(tournament), reason, looks=bool(number % 2))
            sys.stdout.write(json.dumps([version, 1, reason]) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
