"""Ratings, streaks and reigns: what follows from the order in which deals were played."""
