"""The store on SQLite."""
