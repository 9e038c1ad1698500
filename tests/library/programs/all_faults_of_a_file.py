"""Every fault of a file, with its sentence."""

import sys

import daifu

for record in daifu.read(sys.argv[1]):
    for deal in daifu.replay(record).deals:
        for fault in deal.faults:
            print(fault.code, fault.severity, fault.message.en)
