"""What each change does to a state, or why it is impossible there."""
