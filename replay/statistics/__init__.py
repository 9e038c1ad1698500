"""Statistics: what is counted of a record in the same pass that replays it."""
