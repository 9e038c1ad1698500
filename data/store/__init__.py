"""The store: its interface, values and errors. `data.store.sqlite` keeps it in one SQLite file."""
