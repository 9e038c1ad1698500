"""Figures, computed from the counters of replayed games, each with its interval.

`figures` turns counters into values, `plan` finds what an id stands for, `leaderboard` ranks players.
"""
