"""What each round of a tournament scores for an entrant, computed as plainly as can be: see `naive_happened`."""

from fractions import Fraction

from data.tournaments import changes as c
from data.tournaments.settings import ByPlace, ByTitle, Settings
from replay.games.catalogue import PROFILES
from tests.support.naive_happened import Chair, Happened

FEW_ARE_GOOD = {"floor13"}


class Scores(Happened):
    """A tournament that knows what everybody scored."""

    def is_here(self, entrant: int, place: tuple[int, int]) -> bool:
        return not any(
            since <= place and (until is None or place < until) for since, until in self.away.get(entrant, [])
        )

    def settings_of(self, stage: int) -> Settings:
        return self.stages[stage - 1].own or self.settings

    def field(self, stage: int) -> list[int]:
        found = self.stages[stage - 1].field
        return list(range(1, self.entrants + 1)) if found is None else found

    def few_are_good(self, stage: int) -> bool:
        scoring = self.settings_of(stage).scoring
        return self.rules in FEW_ARE_GOOD and not isinstance(scoring, ByPlace | ByTitle)

    def results_at(self, stage: int, number: int, table: int) -> dict[int, c.Result]:
        return self.results.get((stage, number, table), {})

    def begun(self, stage: int, until: int) -> list[int]:
        """ST-ROUNDS."""
        found = []
        for number, tables in enumerate(self.stages[stage - 1].rounds[:until], 1):
            played = any(self.results_at(stage, number, table) for table in range(1, len(tables) + 1))
            forfeits = any(chair.forfeited for table in tables for chair in table)
            if played or forfeits:
                found.append(number)
        return found

    def places_of(self, result: c.Result) -> list[int | None]:
        if result.places is not None:
            return list(result.places)
        assert result.points is not None
        known = [point for point in result.points if point is not None]
        sign = -1 if self.rules in FEW_ARE_GOOD else 1
        better = [sign * point for point in known]
        return [None if own is None else 1 + sum(other > sign * own for other in better) for own in result.points]

    def points_of(self, stage: int, result: c.Result) -> list[Fraction | None]:
        """A point in Dalmuti for everybody who is behind."""
        if result.points is not None:
            return list(result.points)
        places = self.places_of(result)
        known = [place for place in places if place is not None]
        one_deal = result.deal is not None or self.settings_of(stage).deals == 1
        if self.rules != "dalmuti" or len(set(known)) < len(known) or not one_deal:
            return [None] * len(places)
        return [None if place is None else Fraction(len(places) - place) for place in places]

    def worth(self, stage: int, result: c.Result, seat: int) -> Fraction:
        """ST-SCORE."""
        scoring = self.settings_of(stage).scoring
        places = self.places_of(result)
        place = places[seat]
        if isinstance(scoring, ByTitle):
            title = result.titles[seat] if result.titles else None
            if result.titles is None and place is not None and places.count(place) == 1:
                title = PROFILES[self.rules].rules({}).sitting.titles(len(places))[place - 1]
            return Fraction(0) if title is None else scoring.worth.get(title, Fraction(0))
        if isinstance(scoring, ByPlace):
            if place is None:
                return Fraction(0)
            [worth] = [worth for worth in scoring.worth if len(worth) == len(places)]
            taken = [worth[place - 1 + more] for more in range(places.count(place))]
            return sum(taken, Fraction(0)) / len(taken)
        return self.points_of(stage, result)[seat] or Fraction(0)

    def seat_in(self, stage: int, number: int, entrant: int) -> tuple[int, int, Chair] | None:
        for table, chairs in enumerate(self.stages[stage - 1].rounds[number - 1], 1):
            for seat, chair in enumerate(chairs):
                if chair.whose == entrant:
                    return table, seat, chair
        return None

    def table_score(self, stage: int, number: int, entrant: int) -> Fraction | None:
        """What he scored at a table that he played out."""
        found = self.seat_in(stage, number, entrant)
        if found is None or found[2].forfeited or not self.results_at(stage, number, found[0]):
            return None
        results = self.results_at(stage, number, found[0]).values()
        return sum((self.worth(stage, result, found[1]) for result in results), Fraction(0))

    def score(self, stage: int, number: int, entrant: int) -> Fraction | None:
        settings = self.settings_of(stage)
        found = self.seat_in(stage, number, entrant)
        if found is None:
            return settings.bye if entrant in self.stages[stage - 1].byes[number - 1] else None
        return settings.forfeit if found[2].forfeited else self.table_score(stage, number, entrant)

    def dropped(self, stage: int, until: int, entrant: int) -> list[int]:
        """ST-DROP: take the worst one by one."""
        begun = self.begun(stage, until)
        scored = [number for number in begun if self.score(stage, number, entrant) is not None]
        most = max(1, len(begun) - self.settings_of(stage).drop_worst)
        gone: list[int] = []
        while len(scored) > most:
            scores = [self.score(stage, number, entrant) or Fraction(0) for number in scored]
            worst = max(scores) if self.few_are_good(stage) else min(scores)
            gone.append(scored.pop(scores.index(worst)))
        return sorted(gone)

    def upheld(self, stage: int, until: int, entrant: int) -> list[Fraction]:
        """ST-FAULTS: what each fault costs."""
        costs = []
        for number in self.begun(stage, until):
            found = self.seat_in(stage, number, entrant)
            if found is None:
                continue
            for deal, result in self.results_at(stage, number, found[0]).items():
                for fault in result.faults:
                    key = (stage, number, found[0], deal, fault.action, fault.seat, fault.code)
                    decided = self.decisions.get(key)
                    if fault.seat == found[1] + 1 and decided is not None and decided.decision == "upheld":
                        costs.append(self.cost(stage, fault, decided))
        return costs

    def cost(self, stage: int, fault: c.FaultSeen, decided: c.FaultDecided) -> Fraction:
        if decided.award is not None and decided.award not in self.cancelled:
            return Fraction(0)
        penalties = self.settings_of(stage).penalties
        if fault.code in penalties:
            return penalties[fault.code]
        return penalties.get(fault.severity, Fraction(0))

    def referee(self, stage: int, until: int, entrant: int) -> Fraction:
        total = sum(self.upheld(stage, until, entrant), Fraction(0))
        for number, award in self.awards.items():
            mine = award.entrant == entrant and award.stage == stage and number not in self.cancelled
            if mine and (award.round is None or award.round <= until):
                total += award.points
        return -total if self.few_are_good(stage) else total

    def counted(self, stage: int, until: int, entrant: int) -> Fraction:
        gone = self.dropped(stage, until, entrant)
        numbers = [number for number in self.begun(stage, until) if number not in gone]
        return sum((self.score(stage, number, entrant) or Fraction(0) for number in numbers), Fraction(0))

    def carried(self, stage: int, entrant: int) -> Fraction:
        """ST-CARRY."""
        found = self.stages[stage - 1]
        if found.after is None or entrant not in self.field(found.after) or not found.carry:
            return Fraction(0)
        return found.carry * self.points(found.after, 1_000, entrant)

    def points(self, stage: int, until: int, entrant: int) -> Fraction:
        """ST-POINTS."""
        own = self.counted(stage, until, entrant) + self.referee(stage, until, entrant)
        return own + self.carried(stage, entrant)

    def own_results(self, stage: int, until: int, entrant: int) -> list[tuple[c.Result, int]]:
        found = []
        for number in self.begun(stage, until):
            seat = self.seat_in(stage, number, entrant)
            if seat is not None and not seat[2].forfeited:
                found += [(result, seat[1]) for result in self.results_at(stage, number, seat[0]).values()]
        return found

    def firsts(self, stage: int, until: int, entrant: int) -> int:
        results = self.own_results(stage, until, entrant)
        return len([1 for result, seat in results if self.places_of(result)[seat] == 1])

    def deals(self, stage: int, until: int, entrant: int) -> int:
        whole = self.settings_of(stage).deals or 1
        return sum(1 if result.deal else whole for result, _seat in self.own_results(stage, until, entrant))

    def best(self, stage: int, until: int, entrant: int) -> Fraction | None:
        scores = [self.table_score(stage, number, entrant) for number in self.begun(stage, until)]
        known = [score for score in scores if score is not None]
        if not known:
            return None
        return min(known) if self.few_are_good(stage) else max(known)
