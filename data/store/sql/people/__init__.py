"""People in the store: their ids, their names and merges."""
