"""What each change does to the state of a tournament, and why it may be impossible."""
