"""The rules engine and its games: recorded deals in, faults and scores out."""
