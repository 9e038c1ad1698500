"""Statistics counted once more: slow and plain, from what the catalogue says of each counter, deal by deal."""
