"""The store, its values and errors. `daifu.data.store.sqlite` keeps it in one SQLite file."""
