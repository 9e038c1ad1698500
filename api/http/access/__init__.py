"""Who may do what, and how often: tokens, the gate of a closed store, rate limits, and keys of pages."""
