"""`daifu show`: draw the table at a moment of a game."""
