"""A record tried under one set of local rules after another, each time up to its first fault."""

from typing import Final, NamedTuple

from daifu.replay.actions import PLAY, Action
from daifu.replay.engine import take_actions
from daifu.replay.faults import Fault
from daifu.replay.match import Match, Record
from daifu.replay.options import Options
from daifu.replay.rules import Profile, Readings
from daifu.replay.table import Table

BEFORE_PLAY: Final = -1
"""The place of a fault that is found before the first action of a deal."""

FaultKey = tuple[int, int | None, int | None, str]
"""Deal, action, player and code of a fault."""


class Reached(NamedTuple):
    """How far a record goes without a fault: up to a place of a deal, both counted from 0, and the faults there.

    Without any the deal is the number of all deals. `ranking` is what that deal starts from.
    """

    deal: int
    place: int
    faults: tuple[Fault, ...]
    ranking: tuple[int, ...]

    @property
    def progress(self) -> tuple[int, int, int]:
        """What is greater where a record goes further, or as far with fewer faults there."""
        return self.deal, self.place, -len(self.faults)


class _FirstFault(Exception):
    def __init__(self, place: int, faults: list[Fault]) -> None:
        super().__init__()
        self.place = place
        self.faults = faults


class Trials:
    """Trials of one record; `ignored` are faults that no rule is expected to remove, `made` counts the trials."""

    def __init__(self, record: Record, profile: Profile) -> None:
        self.record = record
        self.profile = profile
        self.made = 0
        self.ignored: set[FaultKey] = set()
        self._actions = [list(deal.actions or ()) for deal in record.deals]
        self._known: dict[str, Reached] = {}

    def reached(self, options: Options) -> Reached:
        """How far the record goes under these options, which have no conflict."""
        key = key_of(options)
        found = self._known.get(key)
        if found is None:
            self.made += 1
            found = self._known[key] = self._try(options)
        return found

    def actions_before(self, reached: Reached) -> int:
        """How many actions of the record come before the place that was reached."""
        return sum(map(len, self._actions[: reached.deal])) + reached.place

    def ignore(self, reached: Reached) -> None:
        """Take the faults that were reached for some that no rule removes."""
        self.ignored.update(_key(reached.deal, fault) for fault in reached.faults)
        self._known.clear()

    def _try(self, options: Options) -> Reached:
        rules = self.profile.rules(options)
        readings = Readings(rules.read)
        number = 0

        def steps(table: Table, _actions: list[Action]) -> None:
            self._stop_at_fault(number, BEFORE_PLAY, table.faults)
            for index, action in enumerate(self._actions[number]):
                before = len(table.faults)
                read = action.with_readings(readings[action.meld]) if action.verb == PLAY else action
                take_actions(table, [read], index)
                if len(table.faults) > before:
                    self._stop_at_fault(number, index, table.faults[before:])

        match = Match(rules, len(self.record.players), steps)
        ranking = match.ranking
        try:
            for deal in self.record.deals:
                ranking = match.ranking if not deal.places else deal.places
                report = match.play(deal)
                self._stop_at_fault(number, len(self._actions[number]), report.faults)
                number += 1
        except _FirstFault as first:
            return Reached(number, first.place, tuple(first.faults), ranking)
        return Reached(number, 0, (), ranking)

    def _stop_at_fault(self, number: int, place: int, faults: list[Fault]) -> None:
        left = [fault for fault in faults if _key(number, fault) not in self.ignored]
        if left:
            raise _FirstFault(place, left)


def key_of(options: Options) -> str:
    """The same text for the same choice of rules."""
    return str(
        sorted((name, sorted(value.items()) if isinstance(value, dict) else value) for name, value in options.items())
    )


def _key(number: int, fault: Fault) -> FaultKey:
    return number, fault.action, fault.player, fault.code
