"""Clients of a running service who want little while somebody else wants much, and how long they wait for it."""

import ssl
from collections.abc import Callable
from itertools import count
from threading import Event, Thread
from time import monotonic

import httpx

from tests.support.http_client import RECORDS, court_evening
from tests.support.running_service import RunningService

LONGEST_WAIT = 1.0
BESIDE_OTHER_TESTS = 3
"""By how much longer it may be on a machine that has more to do. Without lanes it is nine times as long."""
USUAL_PROBE = 0.1
TRUST = ssl.create_default_context()
"""Made once. It takes the processor 40 ms, which would count as waiting, and httpx makes one for each call."""


class Others:
    """Clients who ask again and again while something happens, each on new connections, and how long they wait."""

    def __init__(self, service: RunningService, token: str) -> None:
        self._url = service.url
        self._headers = {"Authorization": f"Bearer {token}"}
        self._leave = Event()
        self._numbers = count()
        self.waits: dict[str, list[float]] = {}

    def wait_during(self, happens: Callable[[], None]) -> None:
        """Ask while this happens."""
        self.waits = {"healthz": [], "read": [], "write": []}
        self._leave.clear()
        calls = (self._ask_for_health, self._read, self._write)
        threads = [Thread(target=self._call, args=pair) for pair in zip(self.waits.values(), calls, strict=True)]
        for thread in threads:
            thread.start()
        try:
            happens()
        finally:
            self._leave.set()
            for thread in threads:
                thread.join()

    def _call(self, waits: list[float], call: Callable[[], httpx.Response]) -> None:
        while not self._leave.wait(0.02):
            begin = monotonic()
            assert call().status_code in {200, 201}
            waits.append(monotonic() - begin)

    def _ask_for_health(self) -> httpx.Response:
        return httpx.get(f"{self._url}/healthz", timeout=120, verify=TRUST)

    def _read(self) -> httpx.Response:
        return httpx.get(f"{self._url}{RECORDS}/1", timeout=120, verify=TRUST)

    def _write(self) -> httpx.Response:
        record = court_evening("1234", event={"text": f"evening {next(self._numbers)}"})
        return httpx.post(f"{self._url}{RECORDS}", json=record, headers=self._headers, timeout=120, verify=TRUST)


def assert_nobody_waits(others: Others) -> None:
    longest = {name: max(waits) for name, waits in others.waits.items()}
    probes = sorted(others.waits["healthz"])
    assert max(longest.values()) < BESIDE_OTHER_TESTS * LONGEST_WAIT, longest
    assert probes[len(probes) // 2] < USUAL_PROBE, probes
