"""Measures reads of statistics in large stores, and the cost of keeping statistics."""
