"""A progress bar is shown on long work while a person watches, and never gets into the output."""

import os
import pty
import subprocess
import time

from tests.support.command_line import LEGAL, environment, lines, program


def watched_run(*, seconds: float) -> tuple[bytes, bytes]:
    """What goes to standard output, and what a person sees, while games trickle in for so long."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        program("check", "--json", "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(TERM="xterm"),
    ) as process:
        assert process.stdin
        process.stdin.write(lines(LEGAL))
        process.stdin.flush()
        assert process.stdout
        first = process.stdout.readline()
        time.sleep(seconds)
        rest, _ = process.communicate(lines(LEGAL), timeout=30)
    os.close(theirs)
    seen = os.read(ours, 65_536) if seconds else b""
    os.close(ours)
    return first + rest, seen
