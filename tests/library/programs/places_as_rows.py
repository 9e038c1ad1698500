"""The places and points of each deal, as rows."""

import sys

import daifu

table: daifu.Table = daifu.table(sys.argv[1], of="deals")
for row in list(table)[:3]:
    print(row)
