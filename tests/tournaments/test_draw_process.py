"""Draws of the service are made in a process that can be ended."""

import os
import resource
from collections.abc import Iterator
from time import monotonic, sleep
from typing import NoReturn

import pytest

from daifu.data import draw_process
from daifu.data.child_process import ChildProcess, NotWantedError, ProcessLostError
from daifu.data.draw_process import DRAW_PROCESSES, plan_apart
from daifu.data.tournaments.draw_requests import Balanced, DrawRequest, Snake, Swiss
from daifu.data.tournaments.draws import plan_rounds
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import apply
from tests.support.tournaments.log import tournament_with_stage

LONG = Balanced(stage=1, rounds=4, wanted=5, seed=1, work=2_000_000_000)


def always() -> bool:
    return True


def never() -> bool:
    return False


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    DRAW_PROCESSES.end_idle()


@pytest.fixture(scope="module")
def process() -> Iterator[ChildProcess]:
    found = ChildProcess()
    yield found
    found.end()


def test_a_draw_is_the_same_in_a_process_of_its_own() -> None:
    state = tournament_with_stage(9).state
    request = Balanced(stage=1, rounds=2, seed=5, work=100_000)
    assert plan_apart(state, request, always) == plan_rounds(state, request)


def test_a_draw_that_is_refused_is_refused_with_its_reason() -> None:
    with pytest.raises(TournamentError, match="there is no stage 2") as refused:
        plan_apart(tournament_with_stage(8).state, Snake(stage=2), always)
    assert (refused.value.code, refused.value.details) == ("no_such_stage", {"stage": 2})


def test_a_draw_for_which_nobody_waits_ends() -> None:
    began = monotonic()
    with pytest.raises(NotWantedError):
        plan_apart(tournament_with_stage(15).state, LONG, never)
    assert monotonic() - began < 10


def test_a_draw_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_process, "MAX_DRAW_SECONDS", 0)
    with pytest.raises(TournamentError, match="the draw took more than 0 s"):
        plan_apart(tournament_with_stage(15).state, LONG, always)


def end_this_process() -> NoReturn:
    os._exit(1)


def test_a_process_that_ends_by_itself_is_told() -> None:
    process = ChildProcess()
    with pytest.raises(ProcessLostError):
        process.call(end_this_process, seconds=60, is_wanted=always)
    process.end()


def test_a_process_does_one_thing_after_the_other(process: ChildProcess) -> None:
    numbers = [process.call(os.getpid, seconds=60, is_wanted=always) for _ in range(2)]
    assert numbers == [process.number] * 2


def test_an_error_of_the_process_is_raised_here(process: ChildProcess) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        process.call(int, "x", seconds=60, is_wanted=always)


def take_memory(size: int) -> int:
    resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, resource.RLIM_INFINITY))
    return len(bytearray(size))


def test_memory_beyond_the_limit_ends_a_task(process: ChildProcess) -> None:
    with pytest.raises(MemoryError):
        process.call(take_memory, 2 << 30, seconds=60, is_wanted=always)
    assert process.call(sleep, 0, seconds=60, is_wanted=always) is None


@pytest.mark.soak
@pytest.mark.parametrize(
    ("entrants", "request_"),
    [
        (10_000, Snake(stage=1, wanted=4)),
        (10_000, Swiss(stage=1, wanted=4)),
        (316, Balanced(stage=1, rounds=100, wanted=4, seed=1)),
        (1_000, Balanced(stage=1, rounds=10, wanted=4, seed=1)),
        (3_162, Balanced(stage=1, rounds=1, wanted=4, seed=1)),
    ],
    ids=str,
)
def test_the_largest_draws_keep_to_their_time_and_memory(entrants: int, request_: DrawRequest) -> None:
    state = tournament_with_stage(entrants).state
    for change in plan_apart(state, request_, always):
        state = apply(state, change)
    assert state.stages[0].rounds
