"""What all records come to: counts summed up by player, day, tournament and number of players, and of each pair."""
