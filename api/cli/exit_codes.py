"""The exit codes of `daifu`."""

from typing import Final

WRONG_USAGE: Final = 2
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141
"""As shells report programs that were interrupted, or whose reader closed the pipe."""

STORE_SOUND: Final = 0
STORE_DIFFERS: Final = 1

ALL_LEGAL = 0
FAULTS_FOUND = 1
FAILED = 2
