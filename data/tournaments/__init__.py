"""Tournaments: a log of changes, the state that follows from it, and the standings that follow from the state."""
