"""Views of tournaments: their states, standings, tables and logs, and how records become their results."""
