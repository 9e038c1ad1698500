"""Answers about records, players, statistics and tournaments, made of plain values: no Flask, no store, no SQL."""
