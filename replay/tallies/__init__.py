"""Statistics: what is counted of a record in the same pass that replays it."""

from replay.counting import Counts
from replay.tallies.pairs import Meeting
from replay.tallies.record import tallied
from replay.tallies.tallies import TABLE, VERSION, Tallies

__all__ = ["TABLE", "VERSION", "Counts", "Meeting", "Tallies", "tallied"]
