"""Who is meant by the names of a sheet: known players, new ones, and names that look like a known one."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from daifu.schemas.record.model import PlayerShape
from daifu.schemas.sheets.words import plain

_SHORTEST_ALIKE: Final = 4
"""Letters of names that are compared; shorter ones are alike too often."""


class KnownPlayer(NamedTuple):
    """A player of a store: the id, the name that others see, and other ids and names by which they are found."""

    id: str
    name: str
    others: tuple[str, ...] = ()


class Similar(NamedTuple):
    """A name of a sheet that is not known but looks like that of a known player."""

    name: str
    known: KnownPlayer


class Names:
    """Finds the player for each name of a sheet, and notes the new ones.

    `given` are the names that a map decides, `known` the players there are, the most important first.
    """

    def __init__(self, known: Iterable[KnownPlayer], given: Mapping[str, str | PlayerShape]) -> None:
        self._given = {_folded(name): _player(entry) for name, entry in given.items()}
        self._by_id: dict[str, KnownPlayer] = {}
        self._by_name: dict[str, KnownPlayer] = {}
        self._by_folded: dict[str, KnownPlayer] = {}
        for player in known:
            self._by_id.setdefault(player.id, player)
            self._by_name.setdefault(player.name, player)
            for name in (player.name, player.id, *player.others):
                self._by_folded.setdefault(_folded(name), player)
        self.found: dict[str, KnownPlayer] = {}
        """The players by their folded names in the sheet, in the order in which they were first seen."""
        self.new: list[KnownPlayer] = []
        self.similar: list[Similar] = []

    def player(self, name: str) -> KnownPlayer:
        """The player of this name; one who is not known goes by the name itself."""
        folded = _folded(name)
        if folded not in self.found:
            self.found[folded] = self._look_up(name, folded)
        return self.found[folded]

    def entered(self, entry: str | PlayerShape) -> KnownPlayer:
        """The player that a map names for a column."""
        player = _player(entry)
        return self._by_id.get(player.id, player)

    def _look_up(self, name: str, folded: str) -> KnownPlayer:
        if given := self._given.get(folded):
            return self._by_id.get(given.id, given)
        known = self._by_id.get(name) or self._by_name.get(name) or self._by_folded.get(folded)
        if known:
            return known
        player = KnownPlayer(name, name)
        self.new.append(player)
        alike = {found.id: found for other, found in self._by_folded.items() if _looks_alike(folded, other)}
        self.similar += [Similar(name, found) for found in alike.values()]
        return player


def _player(entry: str | PlayerShape) -> KnownPlayer:
    return KnownPlayer(entry, entry) if isinstance(entry, str) else KnownPlayer(entry.id, entry.name)


def _folded(name: str) -> str:
    return "".join(plain(name).split())


def _looks_alike(one: str, other: str) -> bool:
    """Whether one change of a letter makes one name of the other."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _SHORTEST_ALIKE or len(longer) - len(shorter) > 1 or one == other:
        return False
    same = next((place for place, letter in enumerate(shorter) if letter != longer[place]), len(shorter))
    return shorter[same + (len(shorter) == len(longer)) :] == longer[same + 1 :]
