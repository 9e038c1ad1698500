"""The pages of stored games and their deals."""
