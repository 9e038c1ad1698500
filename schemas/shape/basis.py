"""What the slow reader reads the deals of a record by, as far as the head of the record tells."""

from typing import Any, NamedTuple

from replay.games.catalogue import PROFILES
from replay.rules import Profile, Rules
from schemas import limits
from schemas.shape.cards import Reading
from schemas.shape.compiled import compiled
from schemas.shape.fields import is_list


class Basis(NamedTuple):
    """The rules, None for an unknown profile, and the number of players, None where nobody knows it.

    Where the options are not `sound` the rules are those without options.
    """

    rules: Rules | None
    sound: bool
    players: int | None

    @property
    def reading(self) -> Reading:
        """How cards and actions are written."""
        if self.rules is None:
            return Reading(None, None)
        notation = None if self.players is None else self.rules.notation(self.players)
        return Reading(self.rules.profile.lexicon, notation)


def profile_of(document: dict[str, Any]) -> Profile | None:
    """The profile that a record names, if there is one of this name."""
    name = document.get("rules")
    return PROFILES.get(name) if isinstance(name, str) else None


def basis_of(document: dict[str, Any], *, sound: bool) -> Basis:
    """The basis for the deals of a record whose options were found `sound` or not."""
    profile = profile_of(document)
    rules = None if profile is None else compiled(profile.name, document.get("options", {}) if sound else {})
    players = document.get("players")
    count = len(players) if is_list(players) else 0
    return Basis(rules, sound, count if 1 <= count <= limits.PLAYERS else None)
