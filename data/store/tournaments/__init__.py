"""Tournaments in the store: their logs, the states that these come to, and the records that land in them."""
