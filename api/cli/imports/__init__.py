"""`daifu import`: records and sheets of results come in."""
