"""The record of a file with the longest deal."""

import sys

import daifu


def length(record: daifu.Record) -> int:
    """How many actions the longest deal of a record has."""
    return max(len(deal.get("actions") or ()) for deal in record.values()["deals"])


longest = max(daifu.read(sys.argv[1]), key=length)
print(longest.rules, length(longest))
