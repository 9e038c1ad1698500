"""The pages of a club itself: its settings, its data, and who may sign in."""
