"""Statistics: what is counted of a record in the same pass that replays it."""

from replay.tallies.record import tallied
from replay.tallies.tallies import VERSION, Counts, Tallies

__all__ = ["VERSION", "Counts", "Tallies", "tallied"]
