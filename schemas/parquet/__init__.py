"""Records as tables: which columns there are, what stands in them, and how they become Parquet."""
