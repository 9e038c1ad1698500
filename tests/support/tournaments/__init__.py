"""Tournaments for tests: changes, whole tournaments, and those who keep them by every door."""
