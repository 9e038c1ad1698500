"""A substitute takes the turns of a loop while it is held up, and only then."""

import threading
from collections.abc import Callable, Iterator

import pytest

from api.http.gunicorn import substitute
from api.http.gunicorn.substitute import Substitute
from tests.support.processes import WAIT_SECONDS, wait_until


class Loop:
    """A loop whose turns end when it is woken, and the threads that took them."""

    def __init__(self) -> None:
        self.turns: list[str] = []
        self.woken = threading.Event()
        self.failure: Exception | None = None
        self.substitute = Substitute(self.take_turn, self.woken.set)

    def take_turn(self) -> None:
        self.turns.append(threading.current_thread().name)
        if self.failure is not None:
            raise self.failure
        assert self.woken.wait(WAIT_SECONDS)
        self.woken.clear()


@pytest.fixture
def loop() -> Iterator[Loop]:
    found = Loop()
    found.substitute.start()
    yield found
    found.substitute.end()


def until_turn(loop: Loop, number: int) -> Callable[[], None]:
    """A call that lasts until this number of turns have begun."""
    return lambda: wait_until(lambda: len(loop.turns) >= number)


def test_a_call_returns_what_it_finds(loop: Loop) -> None:
    assert loop.substitute.cover(lambda: 3) == 3


def test_a_call_raises_what_it_raises(loop: Loop) -> None:
    with pytest.raises(ZeroDivisionError):
        loop.substitute.cover(lambda: 1 / 0)


def test_the_substitute_takes_no_turn_during_short_calls(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = threading.Semaphore(0)

    def look_at_clock() -> float:
        looked.release()
        return 0.0

    monkeypatch.setattr(substitute, "monotonic", look_at_clock)
    loop.substitute.cover(lambda: [looked.acquire(timeout=WAIT_SECONDS) for _ in range(5)])
    assert loop.turns == []


def test_the_substitute_takes_turns_during_a_long_call(loop: Loop) -> None:
    loop.substitute.cover(until_turn(loop, 1))
    assert loop.turns == ["substitute"]


def test_a_turn_has_ended_when_a_call_returns(loop: Loop) -> None:
    loop.substitute.cover(until_turn(loop, 1))
    assert not loop.woken.is_set()  # the turn was woken, and has noticed


def test_the_substitute_takes_further_turns_while_the_call_lasts(loop: Loop) -> None:
    def call() -> None:
        for number in range(1, 4):
            until_turn(loop, number)()
            loop.woken.set()

    loop.substitute.cover(call)
    assert len(loop.turns) >= 3


def test_the_substitute_stands_by_again_after_a_long_call(loop: Loop) -> None:
    for number in range(1, 4):
        loop.substitute.cover(until_turn(loop, number))
    assert len(loop.turns) == 3


def test_the_loop_raises_what_a_turn_of_the_substitute_raises(loop: Loop) -> None:
    loop.failure = OSError("no more files")
    with pytest.raises(OSError, match="no more files"):
        loop.substitute.cover(until_turn(loop, 1))
