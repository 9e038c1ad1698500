"""A process that is killed loses nothing of what it acknowledged, and leaves nothing half done."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from data.store import Store
from data.store.asked import Status
from tests.support.kept import ANN, environment, judged, wrong

PROGRAM = """
import sys
from data.store import Store
from tests.support.kept import ANN, judged

store = Store.open(sys.argv[1])
for first in range(0, 100_000, int(sys.argv[2])):
    batch = [judged(str(number)) for number in range(first, first + int(sys.argv[2]))]
    store.add(batch, ANN)
    print(first + len(batch), flush=True)
"""


def killed(path: Path, batch: int, acknowledged: int) -> int:
    """Kill a process that stores batches when it has acknowledged so many; how many it acknowledged in the end."""
    call = [sys.executable, "-c", PROGRAM, os.fspath(path), str(batch)]
    with subprocess.Popen(call, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            if int(line) >= acknowledged:
                break
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split()
    return int(rest[-1]) if rest else int(line)


@pytest.mark.parametrize(("batch", "acknowledged"), [(1, 1), (1, 60), (7, 70), (64, 640)])
def test_all_that_was_acknowledged_is_there_after_a_kill(path: Path, batch: int, acknowledged: int) -> None:
    count = killed(path, batch, acknowledged)
    with closing(Store.open(path)) as store:
        assert wrong(store) == []
        assert store.counts().records in (count, count + batch)
        again = store.add([judged(str(number)) for number in range(count + 2 * batch)], ANN)
        assert all(outcome.status is Status.EXISTS for outcome in again[:count])
        assert store.counts().records == count + 2 * batch
