"""Ratings in the store: how far they have been computed and what they are."""
