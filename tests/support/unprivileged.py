"""Lets a command of root's respect the modes of files: `python -m tests.support.unprivileged COMMAND...`.

Root may write wherever he likes; without the capability to do so he is as everybody else. For others nothing changes.
"""

import ctypes
import os
import sys
from typing import Final

_DROP: Final = 24
_OVERRIDE: Final = 1
"""As the headers of Linux call them: PR_CAPBSET_DROP and CAP_DAC_OVERRIDE."""

WRAPPED: Final = (sys.executable, "-m", "tests.support.unprivileged")


def main() -> None:
    """Become the command."""
    if os.geteuid() == 0 and ctypes.CDLL(None, use_errno=True).prctl(_DROP, _OVERRIDE, 0, 0, 0):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606 - that is all it is for


if __name__ == "__main__":
    main()
