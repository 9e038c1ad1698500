"""How much of what was read is kept in memory, all notations of all rules together."""

from typing import Final

ENTRY: Final = 600
A_CHARACTER: Final = 3
"""About so many bytes an action takes with its meld and its readings: in any case, and for each character."""


class Kept:
    """The sum over everything that was kept since somebody last made room."""

    __slots__ = ("bytes",)

    def __init__(self) -> None:
        self.bytes = 0

    def add(self, text: str) -> None:
        """An action of this text is kept from now on."""
        self.bytes += ENTRY + A_CHARACTER * len(text)


KEPT: Final = Kept()
