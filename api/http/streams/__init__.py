"""Answers that are sent piece by piece, and events."""
