"""`daifu tournament`: run a tournament from the command line."""
