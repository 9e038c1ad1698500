"""Where records are kept: one SQLite file, and the one class that knows how to ask it."""

from data.store.store import Store

__all__ = ["Store"]
