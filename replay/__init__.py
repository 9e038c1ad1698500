"""The rules and nothing else: recorded deals in, faults and scores out."""
