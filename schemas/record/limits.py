"""Limits on the size of a record: ample for any sitting, too small to fill a server with."""

from typing import Final

from replay.deal import LONGEST_HAND_TEXT

RECORD_BYTES: Final = 256 * 1024 * 1024
PLAYERS: Final = 100
DEALS: Final = 200_000
ACTIONS: Final = 20_000
"""Actions of one deal."""

NAME_LENGTH: Final = 200
ACTION_LENGTH: Final = 1_000
CARDS_LENGTH: Final = LONGEST_HAND_TEXT
"""Characters of one hand, or of the stock."""
NOTES_LENGTH: Final = 20_000
FREE_TEXT_LENGTH: Final = 1_000_000
"""Characters of one text in `event` or `source`, where an importer may keep what it could not read."""

NESTING: Final = 16
"""Lists and objects inside each other in `options`, `event` and `source`."""
LARGEST_INTEGER: Final = 2**53 - 1
"""The largest whole number, up or down, that every reader of JSON understands alike."""

PROBLEMS: Final = 1_000
"""A refusal names this many problems and leaves out the rest."""
EXPLAINED_BYTES: Final = 16 * 1024 * 1024
"""Length of a refused text whose problems are listed: parsing it takes up to four times as much memory."""
EXPLAINED_VALUES: Final = 1_000_000
"""Values of such a text: each takes up to 120 bytes of memory."""
CACHED_RULES: Final = 32
"""Choices of options whose rules are kept, with the melds and actions read under them."""
CACHED_CHOICES: Final = 256
"""Ways to write such a choice that are known again."""
CACHED_OPTIONS_BYTES: Final = 4_000
"""Bytes of a choice that is kept; no sensible one is longer."""
CACHE_BYTES: Final = 128 * 1024 * 1024
"""When about so much is kept of what was read under all rules, all of it is forgotten and kept anew."""
