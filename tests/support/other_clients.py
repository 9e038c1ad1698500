"""Clients of a running service who want little while somebody else wants much, and how long they wait for it.

They are a process of their own, so that they do not wait for those in the process of the test.
"""

import json
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from subprocess import PIPE, Popen
from threading import Event, Thread
from time import monotonic
from typing import Final

import httpx2

from tests.support.http_client import RECORDS, court_evening
from tests.support.project import PROJECT_ROOT
from tests.support.running_service import RunningService

LONGEST_WAIT = 1.0
BESIDE_OTHER_TESTS = 3
"""By how much longer it may be on a machine that has more to do. Without lanes it is nine times as long."""
USUAL_PROBE = 0.1
TRUST: Final = ssl.create_default_context()
"""Made once. It takes the processor 40 ms, which would count as waiting, and httpx2 makes one for each call."""


class Others:
    """Clients who ask again and again while something happens, each on new connections, and how long they wait."""

    def __init__(self, service: RunningService, token: str) -> None:
        self._command = [sys.executable, "-m", __name__, service.url, token]
        self._evenings = count()
        self.waits: dict[str, list[float]] = {}

    def wait_during(self, happens: Callable[[], object]) -> None:
        """Ask while this happens."""
        with Popen([*self._command, str(next(self._evenings))], stdin=PIPE, stdout=PIPE, cwd=PROJECT_ROOT) as clients:
            assert clients.stdin
            assert clients.stdout
            assert clients.stdout.readline(), "they could not begin"
            try:
                happens()
            finally:
                clients.stdin.close()
                self.waits = json.loads(clients.stdout.read())


def ask_until_told(url: str, token: str, evening: str) -> None:
    """Ask until standard input ends, and print the seconds of each answer."""
    leave, numbers = Event(), count()

    def ask_for_health() -> httpx2.Response:
        return httpx2.get(f"{url}/healthz", timeout=120, verify=TRUST)

    def read() -> httpx2.Response:
        return httpx2.get(f"{url}{RECORDS}/1", timeout=120, verify=TRUST)

    def write() -> httpx2.Response:
        record = court_evening("1234", event={"text": f"evening {evening} {next(numbers)}"})
        headers = {"Authorization": f"Bearer {token}"}
        return httpx2.post(f"{url}{RECORDS}", json=record, headers=headers, timeout=120, verify=TRUST)

    waits: dict[str, list[float]] = {"healthz": [], "read": [], "write": []}

    def go_on(waits: list[float], call: Callable[[], httpx2.Response]) -> None:
        while not leave.wait(0.02):
            begin = monotonic()
            assert call().is_success
            waits.append(monotonic() - begin)

    threads = [
        Thread(target=go_on, args=pair) for pair in zip(waits.values(), (ask_for_health, read, write), strict=True)
    ]
    for thread in threads:
        thread.start()
    print("begun", flush=True)  # noqa: T201
    with suppress(KeyboardInterrupt):
        sys.stdin.read()
    leave.set()
    for thread in threads:
        thread.join()
    print(json.dumps(waits))  # noqa: T201


def assert_nobody_waits(others: Others) -> None:
    longest = {name: max(waits) for name, waits in others.waits.items()}
    probes = sorted(others.waits["healthz"])
    assert max(longest.values()) < BESIDE_OTHER_TESTS * LONGEST_WAIT, longest
    assert probes[len(probes) // 2] < USUAL_PROBE, probes


if __name__ == "__main__":
    ask_until_told(*sys.argv[1:])
