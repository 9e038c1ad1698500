"""Handlers of changes: each returns the state after a change, or raises why it is impossible."""
