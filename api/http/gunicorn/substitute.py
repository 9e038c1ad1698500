"""A thread that takes the turns of a loop while the loop's own thread is held up.

So a loop can do by itself what is short as a rule, which saves handing it to another thread and back.
"""

from collections.abc import Callable
from math import inf
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Final, TypeVar

T = TypeVar("T")

LONGEST_SECONDS: Final = 0.005
"""How long the loop may be held up before the substitute takes its turns."""


class Substitute:
    """Calls `take_turn` while the loop is held up. `wake` ends a turn that waits."""

    def __init__(self, take_turn: Callable[[], None], wake: Callable[[], None]) -> None:
        self._take_turn = take_turn
        self._wake = wake
        self._turns = Lock()
        """Held while the substitute takes turns."""
        self._due = inf
        """When the substitute is to begin."""
        self._calls = 0
        self._is_wanted = Event()
        self._is_over = False
        self._failure: Exception | None = None
        self._thread = Thread(target=self._stand_by, name="substitute", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def cover(self, call: Callable[[], T]) -> T:
        """What the call returns. The substitute takes the turns while it lasts, unless that is short.

        Raises what the call raises, or else what a turn has raised.
        """
        self._calls += 1
        self._due = monotonic() + LONGEST_SECONDS
        if not self._is_wanted.is_set():
            self._is_wanted.set()
        try:
            found = call()
        finally:
            self._due = inf
            if not self._turns.acquire(blocking=False):
                self._wake()
                self._turns.acquire()
            self._turns.release()
        if self._failure is not None:
            raise self._failure
        return found

    def end(self) -> None:
        """End the thread."""
        self._is_over = True
        self._is_wanted.set()
        self._thread.join()

    def _stand_by(self) -> None:
        """Look again and again whether the loop is held up, as long as there are calls."""
        while self._is_wanted.wait() and not self._is_over:
            calls = self._calls
            sleep(LONGEST_SECONDS)
            with self._turns:
                self._take_turns()
            if self._calls == calls and self._due == inf:
                self._is_wanted.clear()
                if self._due < inf or self._is_over:  # the loop may just have found it set
                    self._is_wanted.set()

    def _take_turns(self) -> None:
        """Take turns until the call ends."""
        try:
            while self._failure is None and monotonic() >= self._due:
                self._take_turn()
        except Exception as error:  # noqa: BLE001 - the loop's own thread raises it
            self._failure = error
