"""The games, and the sentences of the catalogue of faults."""

import daifu

for name in daifu.PROFILES:
    print(name)
print(len(daifu.FAULTS))
