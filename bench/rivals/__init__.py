"""Engines and readers of other games, each with random games of its own.

A module of this package offers `contenders(rng)`. It imports its library at the top, and is itself imported only
where that library is installed.
"""

from collections.abc import Set as AbstractSet
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import NamedTuple

from bench.contenders import Absent, Contender


class Rival(NamedTuple):
    """A library by its import name, the module here that drives it, and the contenders which that module offers."""

    library: str
    module: str
    names: tuple[str, ...]

    def load(self, rng: Random) -> list[Contender | Absent]:
        """The contenders of this library, ready to run. If it is not installed, each of them is absent."""
        if find_spec(self.library) is None:
            return [Absent(name, "not installed") for name in self.names]
        return list(import_module(self.module).contenders(rng))


RIVALS = (
    Rival("chess", "bench.rivals.pgn", ("python-chess",)),
    Rival("pokerkit", "bench.rivals.phh", ("pokerkit",)),
    Rival("pyspiel", "bench.rivals.dou_dizhu", ("openspiel", "openspiel-native")),
    Rival("cshogi", "bench.rivals.csa", ("cshogi",)),
)


def load_contenders(wanted: AbstractSet[str], seed: int) -> list[Contender | Absent]:
    """The wanted contenders of all rivals, ready to run; each rival has random games of its own."""
    found = (one for rival in RIVALS if wanted & set(rival.names) for one in rival.load(Random(seed)))
    return [one for one in found if one.name in wanted]
