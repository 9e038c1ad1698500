"""Limits on the size of a record: larger than any sitting needs, small enough to protect a server."""

from typing import Final

from daifu.replay.melds import LONGEST_HAND_TEXT

RECORD_BYTES: Final = 64 * 1024 * 1024
RECORD_VALUES: Final = 500_000
"""Values of a record in JSON, by an upper bound: its commas and opening brackets. Each takes up to 300 bytes."""
PLAYERS: Final = 100
DEALS: Final = 20_000
ACTIONS: Final = 20_000
"""Actions of one deal."""

FAULTS: Final = 50_000
"""Faults of a record that comes in, notices included: its report lists each. Real logs of 1,000 deals have up to 20,000
where their programs play by other rules."""

NAME_LENGTH: Final = 200
ACTION_LENGTH: Final = 1_000
CARDS_LENGTH: Final = LONGEST_HAND_TEXT
"""Characters of one hand, or of the stock."""
SLUG_LENGTH: Final = 60
"""Characters of the id of house rules, which stands in addresses and names of files."""
NOTES_LENGTH: Final = 20_000
EVENT_LENGTH: Final = 500
"""Characters of a text in `event` that the format describes, in a record that comes in: lists show some of them."""
FREE_TEXT_LENGTH: Final = 1_000_000
"""Characters of one text in `event` or `source`; an importer keeps there what it could not read."""

NESTING: Final = 16
"""Levels of lists and objects in `options`, `event` and `source`."""
LARGEST_INTEGER: Final = 2**53 - 1
"""The largest absolute value of a whole number that all readers of JSON agree on."""
LARGEST_DENOMINATOR: Final = 10**20
"""The largest denominator of points in a tournament: no JSON number on which all readers agree has more decimals."""
FRACTION_TEXT: Final = "-?[0-9]{1,36}/[1-9][0-9]{0,20}"
"""Such points as text, as a pattern: before the point a number has the digits of `LARGEST_INTEGER`."""

PROBLEMS: Final = 1_000
"""Problems that a refusal lists; it leaves out the rest."""
EXPLAINED_BYTES: Final = 16 * 1024 * 1024
"""Length of a refused text whose problems are listed: parsing it takes up to four times as much memory."""
CACHED_RULES: Final = 32
"""Choices of options whose rules are cached, with the melds and actions read under them."""
CACHED_CHOICES: Final = 256
"""Cached spellings of such choices."""
CACHED_OPTIONS_BYTES: Final = 4_000
"""Bytes of a choice that is cached; no sensible one is longer."""
CACHE_BYTES: Final = 128 * 1024 * 1024
"""Bytes, roughly, that the caches of all rules may take together; beyond that they are cleared."""
