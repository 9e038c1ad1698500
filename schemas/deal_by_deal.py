"""A record whose deals come one after the other, from an importer, and are not kept (record format, section 4)."""

from typing import Any

import msgspec

from replay.deal import Deal
from replay.options import Options
from schemas import limits
from schemas.problems import Problem, RecordRefused
from schemas.raw import RawDeal, RawRecord
from schemas.record import DEVIATIONS, Deals
from schemas.shape.basis import Basis
from schemas.shape.compiled import compiled
from schemas.shape.deal_findings import DealFindings
from schemas.shape.explain import explain_head
from schemas.shape.structs import DealShape


class DealByDeal:
    """Reads what `record.read_record` would read at once, and gathers every reason why it is no record.

    It may have any number of deals. Each names its seats, as all deals of foreign logs do: nothing about them then
    hangs on a deal before that could not be read. `rules` are those of the profile with these options, which must be
    sound.
    """

    def __init__(self, profile: str, options: Options, count: int) -> None:
        self.rules = compiled(profile, options)
        self._deals = Deals(self.rules, count)
        self._slow = DealFindings(Basis(self.rules, sound=True, players=count))
        self._number = 0
        self._refused = False
        self._problems: list[Problem] = []

    def take(self, raw: RawDeal) -> Deal | None:
        """The next deal; nothing from the first on that is not of its form, for then there is no record."""
        place = self._number
        self._number += 1
        try:
            deal = self._deals.take(msgspec.convert(raw, DealShape))
        except DEVIATIONS:
            self._refused = True
            if len(self._problems) < limits.PROBLEMS:
                self._problems += [finding.problem for finding in self._slow.take(place, raw)]
        return None if self._refused else deal

    def finish(self, record: RawRecord) -> None:
        """All deals have been taken, and this is the rest of their record. Raises `RecordRefused`."""
        document: dict[str, Any] = {**record}
        problems = [*explain_head(document), *self._problems]
        if problems or self._refused:
            raise RecordRefused(problems[: limits.PROBLEMS])
