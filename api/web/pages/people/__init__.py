"""The pages of people: players, their analyses, and who is one person."""
