"""Run one command and print its time and peak memory: ``python -m bench.child COMMAND ...``.

A process inherits the peak memory of the one that started it. The benchmark, with every rival loaded, is large, so
it starts this small process, and this one starts the command.
"""

import json
import resource
import subprocess
import sys
import time

PEAK_UNIT = 1 if sys.platform == "darwin" else 1024  # what ru_maxrss counts: bytes there, KiB elsewhere


def main() -> int:
    """Run the command with its output thrown away, print what it took as JSON, and give its exit status."""
    start = time.perf_counter()
    status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=False).returncode
    wall = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * PEAK_UNIT
    print(json.dumps({"wall": wall, "peak": peak}))
    return status


if __name__ == "__main__":
    sys.exit(main())
