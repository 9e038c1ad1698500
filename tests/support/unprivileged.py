"""Lets a command of root's respect the modes of files: `python -m tests.support.unprivileged COMMAND...`."""

import ctypes
import os
import sys
from typing import Final

_PR_CAPBSET_DROP: Final = 24
_CAP_DAC_OVERRIDE: Final = 1
"""As the headers of Linux call them: PR_CAPBSET_DROP and CAP_DAC_OVERRIDE."""

UNPRIVILEGED_COMMAND: Final = (sys.executable, "-m", "tests.support.unprivileged")


def main() -> None:
    """Become the command."""
    if os.geteuid() == 0 and ctypes.CDLL(None, use_errno=True).prctl(_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE, 0, 0, 0):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606 - that is all it is for


if __name__ == "__main__":
    main()
