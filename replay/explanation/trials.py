"""A record tried under one set of local rules after another, each time up to its first fault."""

from typing import Final, NamedTuple

from replay.actions import Action
from replay.engine import take_actions
from replay.faults import Fault
from replay.match import Match, Record
from replay.options import Options
from replay.rules import Profile
from replay.table import Table

BEFORE_PLAY: Final = -1
"""The place of a fault that is found before the first action of a deal."""

FaultKey = tuple[int, int | None, int | None, str]
"""Deal, action, player and code of a fault."""


class Reached(NamedTuple):
    """How far a record goes without a fault: up to a place of a deal, both counted from 0, and the fault there.

    Without a fault the deal is the number of all deals. `ranking` is what that deal starts from.
    """

    deal: int
    place: int
    fault: Fault | None
    ranking: tuple[int, ...]


class _FirstFault(Exception):  # noqa: N818 - no error: it stops a replay
    def __init__(self, place: int, fault: Fault) -> None:
        super().__init__()
        self.place = place
        self.fault = fault


class Trials:
    """Trials of one record; `ignored` are faults that no rule is expected to remove, `made` counts the trials."""

    def __init__(self, record: Record, profile: Profile) -> None:
        self.record = record
        self.profile = profile
        self.made = 0
        self.ignored: set[FaultKey] = set()
        self._texts = [[action.text for action in deal.actions or ()] for deal in record.deals]
        self._known: dict[str, Reached] = {}

    def reached(self, options: Options) -> Reached:
        """How far the record goes under these options, which have no conflict."""
        key = str(sorted(self.profile.differences(options).items()))
        found = self._known.get(key)
        if found is None:
            self.made += 1
            found = self._known[key] = self._try(options)
        return found

    def ignore(self, reached: Reached) -> None:
        """Take the fault that was reached for one that no rule removes."""
        if reached.fault is not None:
            self.ignored.add(_key(reached.deal, reached.fault))
            self._known.clear()

    def _try(self, options: Options) -> Reached:
        rules = self.profile.rules(options)
        notation = rules.notation(len(self.record.players))
        number = 0

        def steps(table: Table, _actions: list[Action]) -> None:
            self._stop_at_fault(number, BEFORE_PLAY, table.faults)
            for index, text in enumerate(self._texts[number]):
                before = len(table.faults)
                take_actions(table, [notation[text]], index)
                if len(table.faults) > before:
                    self._stop_at_fault(number, index, table.faults[before:])

        match = Match(rules, len(self.record.players), steps)
        ranking = match.ranking
        try:
            for deal in self.record.deals:
                ranking = match.ranking if not deal.places else deal.places
                report = match.play(deal)
                self._stop_at_fault(number, len(self._texts[number]), report.faults)
                number += 1
        except _FirstFault as first:
            return Reached(number, first.place, first.fault, ranking)
        return Reached(number, 0, None, ranking)

    def _stop_at_fault(self, number: int, place: int, faults: list[Fault]) -> None:
        for fault in faults:
            if _key(number, fault) not in self.ignored:
                raise _FirstFault(place, fault)


def _key(number: int, fault: Fault) -> FaultKey:
    return number, fault.action, fault.player, fault.code
