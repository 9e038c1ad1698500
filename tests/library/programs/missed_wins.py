"""What could have been, for the first deal of a file."""

import sys

import daifu

record = next(iter(daifu.read(sys.argv[1])))
analysis: daifu.DealAnalysis = next(iter(daifu.analyse(record, positions=50)))
print(len(daifu.analysis_json(analysis)))
