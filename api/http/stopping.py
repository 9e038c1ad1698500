"""Whether this process is about to stop: answers that could go on for ever look here, and wait here."""

from threading import Event
from typing import Final

STOPPING: Final = Event()
"""Set once no new requests are taken."""
