"""The shapes of what the HTTP service is asked and what it answers."""
