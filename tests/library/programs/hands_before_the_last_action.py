"""The position before the last action of a deal."""

import sys

import daifu

record = next(iter(daifu.read(sys.argv[1])))
*_, last = daifu.positions(record, 1)
before: daifu.Position = daifu.position_after(record, 1, last.at - 1)
print(before.text("ja"))
print(before.legal_actions())
