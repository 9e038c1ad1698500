"""A killed process loses nothing that it acknowledged."""

import os
import signal
import subprocess
import sys
from contextlib import closing

import pytest

from daifu.data.store.open import open_store
from daifu.data.store.values import Location, UploadStatus
from tests.support.stores import ANN, judged_sitting, process_environment, verification_errors

UPLOADING_PROGRAM = """
import sys
from daifu.data.store.open import open_store
from tests.support.stores import ANN, judged_sitting

store = open_store(sys.argv[1])
for first in range(0, 100_000, int(sys.argv[2])):
    batch = [judged_sitting(str(number)) for number in range(first, first + int(sys.argv[2]))]
    store.add(batch, ANN)
    print(first + len(batch), flush=True)
"""


def acknowledged_until_kill(location: Location, batch: int, acknowledged: int) -> int:
    """Kill a process that stores batches after it acknowledged `acknowledged` records; how many it did in the end."""
    call = [sys.executable, "-c", UPLOADING_PROGRAM, os.fspath(location), str(batch)]
    with subprocess.Popen(call, env=process_environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            if int(line) >= acknowledged:
                break
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split()
    return int(rest[-1]) if rest else int(line)


@pytest.mark.parametrize(("batch", "acknowledged"), [(1, 1), (1, 60), (7, 70), (64, 640)])
def test_all_that_was_acknowledged_is_there_after_a_kill(location: Location, batch: int, acknowledged: int) -> None:
    count = acknowledged_until_kill(location, batch, acknowledged)
    with closing(open_store(location)) as store:
        assert verification_errors(store) == []
        assert store.counts().records in (count, count + batch)
        again = store.add([judged_sitting(str(number)) for number in range(count + 2 * batch)], ANN)
        assert all(outcome.status is UploadStatus.EXISTS for outcome in again[:count])
        assert store.counts().records == count + 2 * batch
