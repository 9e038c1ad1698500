"""The record of the program FujiGokoro: read game by game, written from a record (rules digest, section 3)."""
