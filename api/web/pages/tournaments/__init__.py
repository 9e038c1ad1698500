"""The pages of a tournament: to read, at the desk, on walls and on paper."""
