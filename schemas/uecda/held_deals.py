"""Deals that have to wait for something which a later one shows: a few in memory, more in a temporary file."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import SpooledTemporaryFile
from typing import Final

from schemas.raw import RawDeal

IN_MEMORY: Final = 1 << 20
"""So many bytes of them are not written to a file."""


class HeldDeals:
    """A line of deals: all are put in, then all are taken out."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed when all are taken, or on an error

    def put(self, deal: RawDeal) -> None:
        """Hold one more deal."""
        self._file.write(json.dumps(deal).encode() + b"\n")

    @contextmanager
    def dropped_on_error(self) -> Iterator[None]:
        """Whatever is raised inside, nobody will take the deals."""
        with ExitStack() as stack:
            stack.enter_context(self._file)
            yield
            stack.pop_all()

    def take_all(self) -> Iterator[RawDeal]:
        """The deals in the order in which they came."""
        with self._file as file:
            file.seek(0)
            for line in file:
                deal: RawDeal = json.loads(line)
                yield deal
