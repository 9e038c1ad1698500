"""Statistics counted once more: slow and plain, deal by deal, from what the catalogue says of each counter."""
