"""What is told of records, players, statistics and tournaments, as plain values: no Flask, no store access, no SQL."""
