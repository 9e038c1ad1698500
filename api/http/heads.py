"""The head of an answer goes out with the first part of its body: one packet wakes a client once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from api.http.patience import Patient


class Connection(Patient):
    """A connection to a client, on which the first that is sent of an answer waits for what follows."""

    _waits_for_more = False
    _head = b""

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Inside the block an answer is sent, and it is over when the block is."""
        self._waits_for_more = True
        try:
            yield
            self._send_head()
        finally:
            self._waits_for_more, self._head = False, b""

    def sendall(self, data: bytes, flags: int = 0, /) -> None:  # type: ignore[override] # gunicorn sends bytes
        """Send it all, or keep it until there is more. Raises BrokenPipeError where the client does not take it."""
        if self._waits_for_more:
            self._waits_for_more, self._head = False, data
        else:
            head, self._head = self._head, b""
            super().sendall(head + data if head else data, flags)

    def sendfile(self, *args: Any, **kwargs: Any) -> int:  # noqa: ANN401 - whatever a socket takes
        """Send a file, behind what was kept."""
        self._send_head()
        return super().sendfile(*args, **kwargs)

    def _send_head(self) -> None:
        if self._head:
            self.sendall(b"")
