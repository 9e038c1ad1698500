"""Statistics in the store: counts of all records by player, day, tournament and number of players, and of each pair."""
