"""The faults that a game knows: those of the catalogue for which it cites a rule."""

from collections.abc import Iterator
from typing import NamedTuple

from replay.faults import CATALOGUE, FaultKind
from replay.rules import Profile


class KnownFault(NamedTuple):
    """A fault as a game has it: its severity there, and the ids of the rules that it may break, each once."""

    kind: FaultKind
    severity: str
    rules: tuple[str, ...]


def known_faults(profile: Profile) -> Iterator[KnownFault]:
    """The faults that a game knows, in the order of the catalogue."""
    severities = profile.rules({}).severities
    for code, kind in CATALOGUE.items():
        cited = dict.fromkeys(rule for key, rule in profile.citations.items() if key.partition(":")[0] == code)
        if cited:
            yield KnownFault(kind, severities.get(code, kind.severity), tuple(cited))
