"""Lanes: each has threads for requests of one kind, so that small ones never wait behind those that take long.

A view says by a decorator if it does not belong to the lane of its method (`lane` in `operation.py`).
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from flask import request


class Lane(Enum):
    """A kind of requests."""

    PROBES = auto()
    """Is the process alive?"""
    READS = auto()
    """Small ones, as most are."""
    WRITES = auto()
    """They wait for the disk, and for their turn to write."""
    UPLOADS = auto()
    """Their bodies are still to come."""
    COSTLY = auto()
    """Reads that can take a tenth of a second of the processor or more. Of an export that is each of its pieces."""
    PLOTS = auto()
    """They wait for the process that draws them."""
    DRAWS = auto()
    """Rounds of tournaments are drawn, in a process of its own."""


THREADS: Final[Mapping[Lane, int]] = {Lane.PROBES: 1, Lane.COSTLY: 1, Lane.PLOTS: 1, Lane.DRAWS: 2}
"""How many threads these lanes have in each worker. More for costly reads would take the processor from others."""
THREADS_EACH: Final[Mapping[Lane, int]] = {Lane.READS: 1, Lane.WRITES: 1, Lane.UPLOADS: 4}
"""How many the others have, for each that the settings say."""
MOST_WAITING: Final[Mapping[Lane, int]] = {Lane.COSTLY: 32, Lane.PLOTS: 32, Lane.DRAWS: 8}
"""How many requests may wait in these lanes to be begun, in each worker. Others are refused, and may be sent again."""
TURN_SECONDS: Final = 0.05
"""How long a response in one of these lanes is made, before another that waits there has its turn."""

BUSY_KEY: Final = "daifu.busy"
"""The key of the WSGI environment that says that the request is to be refused, because too many wait in its lane."""
LANE_KEY: Final = "daifu.lane"
"""The key of the WSGI environment under which the server says in which lane a request is that may move to another."""

BEGUN_KEY: Final = "daifu.begun"
"""The key of the WSGI environment under which the server says, in nanoseconds, since when the request waits."""


class TakesLong(BaseException):
    """Ends a request that turns out to take long. The server has it answered again in `lane`.

    It is no `Exception`, for nothing has failed that an error handler could answer.
    """

    def __init__(self, lane: Lane) -> None:
        super().__init__(lane)
        self.lane = lane


def go_on_in(lane: Lane) -> None:
    """Go on with this read in a lane for what takes long, which turns out only now. It is answered anew there."""
    if request.environ.get(LANE_KEY) is Lane.READS:
        raise TakesLong(lane)


def write_as_upload() -> None:
    """Go on with this small request that writes much where uploads are, so that others of its kind need not wait.

    It is answered anew there, so nothing may have been written before.
    """
    if request.environ.get(LANE_KEY) is Lane.WRITES:
        raise TakesLong(Lane.UPLOADS)
