"""Tournaments in the store: their logs, their states and the import of results."""
