"""The shape of a record: read fast where it is sound, explained in full where it is not."""
