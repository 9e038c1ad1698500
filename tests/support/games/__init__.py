"""Short deals of each game for tests."""
