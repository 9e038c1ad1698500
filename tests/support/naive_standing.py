"""Who stands where in a tournament, computed as plainly as can be: see `naive_happened`."""

from fractions import Fraction
from itertools import combinations
from typing import Any

from data.tournaments import changes as c
from data.tournaments.settings import Best, Everybody, Listed, TieBreak
from tests.support.naive_happened import NaiveStage
from tests.support.naive_scores import Scores


class NaiveTournament(Scores):
    """A tournament that knows who stands where."""

    def on_stageopened(self, change: c.StageOpened) -> None:
        after = change.after or len(self.stages) or None
        opened = NaiveStage(change, after)
        if isinstance(change.field, Listed):
            opened.field = sorted(change.field.entrants)
        if isinstance(change.field, Best):
            assert after is not None
            first = (len(self.stages) + 1, 1)
            order = [entrant for entrant, _ in self.ranks(after, 1_000) if self.is_here(entrant, first)]
            opened.field = sorted(order[: change.field.count])
        assert opened.field is not None or isinstance(change.field, Everybody)
        self.stages.append(opened)

    def tables_of_two(self, stage: int, until: int, one: int, other: int) -> list[int]:
        """ST-MET: the rounds in which two met."""
        found = []
        for number in self.begun(stage, until):
            seats = [self.seat_in(stage, number, entrant) for entrant in (one, other)]
            scores = [self.table_score(stage, number, entrant) for entrant in (one, other)]
            if None not in scores and seats[0] and seats[1] and seats[0][0] == seats[1][0]:
                found.append(number)
        return found

    def share(self, stage: int, until: int, one: int, other: int) -> Fraction | None:
        wins = []
        for number in self.tables_of_two(stage, until, one, other):
            own, theirs = (self.table_score(stage, number, entrant) or Fraction(0) for entrant in (one, other))
            better = own < theirs if self.few_are_good(stage) else own > theirs
            wins.append(Fraction(1, 2) if own == theirs else Fraction(better))
        return sum(wins, Fraction(0)) / len(wins) if wins else None

    def strength(self, stage: int, until: int, entrant: int) -> Fraction | None:
        points = [
            self.points(stage, until, other)
            for other in self.field(stage)
            if other != entrant
            for _ in self.tables_of_two(stage, until, entrant, other)
        ]
        return sum(points, Fraction(0)) / len(points) if points else None

    def value(self, tie_break: TieBreak, stage: int, until: int, entrant: int, tied: list[int]) -> Fraction | None:
        """The value in a tie-break, turned so that more is better."""
        sign = -1 if self.few_are_good(stage) else 1
        where = (stage, until, entrant)
        if tie_break == TieBreak.HEAD_TO_HEAD:
            if any(self.share(stage, until, one, other) is None for one, other in combinations(tied, 2)):
                return None
            return sum((self.share(*where, other) or Fraction(0) for other in tied if other != entrant), Fraction(0))
        if tie_break == TieBreak.LOT:
            lots = [lot for lot in self.lots if all(one in lot for one in tied)]
            return Fraction(-lots[-1].index(entrant)) if lots else None
        if tie_break == TieBreak.FEWEST_FAULTS:
            return Fraction(-len(self.upheld(*where)))
        if tie_break == TieBreak.FIRSTS:
            return Fraction(self.firsts(*where))
        measures = {
            TieBreak.POINTS: self.points,
            TieBreak.BEST_ROUND: self.best,
            TieBreak.STRENGTH_OF_OPPONENTS: self.strength,
        }
        found = measures[tie_break](*where)
        return None if found is None else sign * found

    def ranks(self, stage: int, until: int) -> list[tuple[int, int]]:
        """ST-ORDER: the entrants of a stage with their places, best first."""
        groups = [self.field(stage)] if self.field(stage) else []
        for tie_break in self.settings_of(stage).tie_breaks:
            finer: list[list[int]] = []
            for group in groups:
                values = {e: self.value(tie_break, stage, until, e, group) for e in group} if len(group) > 1 else {}
                known = sorted({found for found in values.values() if found is not None}, reverse=True)
                finer += [[e for e in group if values.get(e) == found] for found in known]
                finer += [[e for e in group if values.get(e) is None]] if None in values.values() or not values else []
            groups = finer
        return [
            (entrant, 1 + sum(len(before) for before in groups[:place]))
            for place, group in enumerate(groups)
            for entrant in sorted(group)
        ]

    def chain(self, stage: int, until: int) -> list[tuple[int, int, int, int]]:
        """ST-CHAIN: entrant, place, and the standing where his numbers are from."""
        own = [(entrant, place, stage, until) for entrant, place in self.ranks(stage, until)]
        after = self.stages[stage - 1].after
        if after is None:
            return own
        others = [line for line in self.chain(after, 1_000) if line[0] not in {found[0] for found in own}]
        for entrant, place, *where in others:
            ahead = [line for line in others if line[1] < place]
            own.append((entrant, len(self.field(stage)) + len(ahead) + 1, where[0], where[1]))
        return own

    def before(self, stage: int, until: int) -> tuple[int, int] | None:
        if until > 1:
            return stage, until - 1
        after = self.stages[stage - 1].after
        return (after, 1_000) if until == 1 and after is not None else None

    def lines(self, stage: int, until: int) -> list[dict[str, Any]]:
        """A standing, as columns by their names."""
        before = self.before(stage, until)
        then = {} if before is None else {line[0]: line[1] for line in self.chain(*before)}
        found = []
        for entrant, place, own, last in self.chain(stage, until):
            where = (own, last, entrant)
            found.append(
                {
                    "place": place,
                    "entrant": entrant,
                    "stage": own,
                    "points": self.points(*where),
                    "carried": self.carried(own, entrant),
                    "counted": self.counted(*where),
                    "referee": self.referee(*where),
                    "deals": self.deals(*where),
                    "firsts": self.firsts(*where),
                    "best_round": self.best(*where),
                    "faults": len(self.upheld(*where)),
                    "opponents": self.strength(*where),
                    "dropped": tuple(self.dropped(*where)),
                    "movement": then[entrant] - place if entrant in then else None,
                }
            )
        return found
