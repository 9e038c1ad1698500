"""The store: its interface, values and errors. `daifu.data.store.sqlite` keeps it in one SQLite file."""
