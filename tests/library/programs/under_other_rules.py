"""The same record judged by other options."""

import sys

import daifu

record = next(iter(daifu.read(sys.argv[1])))
for lock in (False, True):
    report: daifu.Report = daifu.replay(record, options={"pass_locks": lock})
    print(lock, sum(len(deal.faults) for deal in report.deals))
