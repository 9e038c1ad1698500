"""Tournaments as they are sent: states, logs, standings, and what became of records."""
