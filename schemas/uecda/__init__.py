"""The log of the UECda tournament server: read into a record, written from one (rules digest U-DECK-1 to U-SCORE-1)."""
