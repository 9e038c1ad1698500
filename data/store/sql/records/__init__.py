"""Records in the store: their revisions, their lists and what becomes of an upload."""
