"""`daifu show`: draw a position."""
