"""A record in the hand notation, and back."""

import sys

import daifu

record = next(iter(daifu.read(sys.argv[1])))
text = daifu.fu.write(record)
print(len(text) > 0)
