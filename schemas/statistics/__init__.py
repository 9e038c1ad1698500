"""Figures: what the counters of replayed games come to, each with its interval.

`figures` turns counters into values, `plan` finds what an id stands for, `leaderboard` ranks players, `csv_text` writes
any of it as CSV.
"""
