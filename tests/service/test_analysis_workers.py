"""The processes that analyse are started again when they have ended."""

import pytest

from daifu.api.http.gunicorn import analysis_workers
from daifu.api.http.gunicorn.analysis_workers import LONGEST_PAUSE, AnalysisWorkers
from daifu.api.settings import Settings


class Machine:
    """A clock, and the moments at which processes were started. Each of them lives for some seconds."""

    def __init__(self, lifetime: float) -> None:
        self.now = 1_000.0
        self.starts: list[float] = []
        self._lifetime = lifetime

    def monotonic(self) -> float:
        return self.now

    def start_worker(self, _settings: Settings) -> "Process":
        self.starts.append(self.now)
        return Process(self, self.now + self._lifetime)


class Process:
    pid = 1

    def __init__(self, machine: Machine, end: float) -> None:
        self._machine = machine
        self._end = end

    def poll(self) -> int | None:
        return 1 if self._machine.now >= self._end else None


def pauses(machine: Machine, monkeypatch: pytest.MonkeyPatch, seconds: int) -> list[float]:
    """The seconds between the starts of a worker that is watched for this long."""
    monkeypatch.setattr(analysis_workers, "time", machine)
    monkeypatch.setattr(analysis_workers, "_start_worker", machine.start_worker)
    workers = AnalysisWorkers(Settings(analysis_workers=1))
    for _ in range(seconds):
        workers.watch()
        machine.now += 1
    return [later - earlier for earlier, later in zip(machine.starts, machine.starts[1:], strict=False)]


def test_a_worker_that_ends_again_and_again_is_started_after_longer_and_longer_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = pauses(Machine(lifetime=1), monkeypatch, 400)
    assert found == sorted(found)
    assert found[0] <= 4
    assert found[-1] == LONGEST_PAUSE + 1


def test_a_worker_that_ends_after_long_is_started_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(pauses(Machine(lifetime=100), monkeypatch, 400)) == {101}


def test_no_more_workers_are_started_than_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(lifetime=1_000)
    pauses(machine, monkeypatch, 10)
    assert len(machine.starts) == 1
