"""Scores and standings of a tournament, computed once more as plainly as can be, from a state without any rules."""

from fractions import Fraction
from itertools import combinations
from typing import Any

from msgspec import UNSET

from daifu.data.tournaments import changes as c
from daifu.data.tournaments.settings import Best, ByPlace, ByTitle, Everybody, Listed, Settings, TieBreak
from daifu.replay.games.catalogue import PROFILES

TableKey = tuple[int, int, int]


class Seat:
    """A seat: who was drawn there, who sits there, and whether it was forfeited."""

    def __init__(self, drawn: int) -> None:
        self.drawn = drawn
        self.whose: int | None = drawn
        self.forfeited = False


class NaiveStage:
    """A stage as it was opened, and its rounds as they were drawn."""

    def __init__(self, change: c.StageOpened, after: int | None) -> None:
        self.field: list[int] | None = None
        self.carry = change.carry
        self.after = after
        self.own = change.settings
        self.rounds: list[list[list[Seat]]] = []
        self.byes: list[tuple[int, ...]] = []


class TournamentState:
    """A tournament as a heap of what happened."""

    def __init__(self, changes: list[c.AnyChange]) -> None:
        self.entrants = 0
        self.away: dict[int, list[tuple[tuple[int, int], tuple[int, int] | None]]] = {}
        self.stages: list[NaiveStage] = []
        self.results: dict[TableKey, dict[int, c.Result]] = {}
        self.decisions: dict[tuple[Any, ...], c.FaultDecided] = {}
        self.awards: dict[int, c.Awarded] = {}
        self.cancelled: set[int] = set()
        self.lots: list[tuple[int, ...]] = []
        for change in changes:
            getattr(self, "on_" + type(change).__name__.lower())(change)

    def on_created(self, change: c.Created) -> None:
        self.rules, self.settings = change.rules, change.settings

    def on_settingschanged(self, change: c.SettingsChanged) -> None:
        if change.settings is UNSET:
            return
        if change.stage is None:
            self.settings = change.settings
        else:
            self.stages[change.stage - 1].own = change.settings

    def on_entered(self, _change: c.Entered) -> None:
        self.entrants += 1

    def on_checkedin(self, change: c.CheckedIn) -> None:
        pass

    def on_stagechanged(self, change: c.StageChanged) -> None:
        pass

    def on_renamed(self, change: c.Renamed) -> None:
        pass

    def on_withdrawn(self, change: c.Withdrawn) -> None:
        self.away.setdefault(change.entrant, []).append(((change.stage, change.round), None))

    def on_returned(self, change: c.Returned) -> None:
        since, _ = self.away[change.entrant].pop()
        if since < (change.stage, change.round):
            self.away[change.entrant].append((since, (change.stage, change.round)))

    def on_drawn(self, change: c.Drawn) -> None:
        found = self.stages[change.stage - 1]
        found.rounds.append([[Seat(entrant) for entrant in table] for table in change.tables])
        found.byes.append(change.byes)

    def on_redrawn(self, change: c.Redrawn) -> None:
        found = self.stages[change.stage - 1]
        found.rounds[change.round - 1] = [[Seat(entrant) for entrant in table] for table in change.tables]
        found.byes[change.round - 1] = change.byes
        for key in [key for key in self.decisions if key[:2] == (change.stage, change.round)]:
            del self.decisions[key]

    def deal(self, stage: int, deal: int | None) -> int:
        """The deal, or 0 for the whole table; a table that plays one deal is that deal."""
        settings = self.stages[stage - 1].own or self.settings
        return deal or int(settings.deals == 1)

    def on_result(self, change: c.Result) -> None:
        deal = self.deal(change.stage, change.deal)
        self.results.setdefault((change.stage, change.round, change.table), {})[deal] = change

    def on_reported(self, change: c.Reported) -> None:
        pass

    def on_resultremoved(self, change: c.ResultRemoved) -> None:
        del self.results[change.stage, change.round, change.table][self.deal(change.stage, change.deal)]

    def on_seatsmoved(self, change: c.SeatsMoved) -> None:
        tables = self.stages[change.stage - 1].rounds[change.round - 1]
        moves = sorted(change.tables, key=lambda move: move.table)
        chairs = [chair for move in moves for chair in tables[move.table - 1]]
        for move in moves:
            for place, entrant in enumerate(move.seats):
                chair = next(chair for chair in chairs if (chair.whose or 0) == entrant)
                chairs.remove(chair)
                tables[move.table - 1][place] = chair

    def on_substituted(self, change: c.Substituted) -> None:
        tables = self.stages[change.stage - 1].rounds[change.round - 1]
        old = tables[change.table - 1][change.seat - 1]
        new = tables[change.table - 1][change.seat - 1] = Seat(old.drawn)
        if isinstance(change.by, c.Substitute):
            new.whose = change.by.entrant
        elif not change.by.scores:
            new.whose = None

    def chair(self, change: c.Forfeited | c.ForfeitCancelled) -> Seat:
        table = self.stages[change.stage - 1].rounds[change.round - 1][change.table - 1]
        return next(chair for chair in table if chair.whose == change.entrant)

    def on_forfeited(self, change: c.Forfeited) -> None:
        self.chair(change).forfeited = True

    def on_forfeitcancelled(self, change: c.ForfeitCancelled) -> None:
        self.chair(change).forfeited = False

    def on_awarded(self, change: c.Awarded) -> None:
        self.awards[change.id] = change

    def on_cancelled(self, change: c.Cancelled) -> None:
        self.cancelled.add(change.award)

    def on_faultdecided(self, change: c.FaultDecided) -> None:
        where = (change.stage, change.round, change.table, self.deal(change.stage, change.deal))
        self.decisions[(*where, change.action, change.seat, change.code)] = change

    def on_roundclosed(self, change: c.RoundClosed) -> None:
        pass

    def on_roundreopened(self, change: c.RoundReopened) -> None:
        pass

    def on_lotdrawn(self, change: c.LotDrawn) -> None:
        self.lots.append(change.entrants)

    def on_recordignored(self, _change: c.RecordIgnored) -> None:
        pass

    def on_clockset(self, _change: c.ClockSet) -> None:
        pass

    def on_wallset(self, _change: c.WallSet) -> None:
        pass

    def on_finished(self, _change: c.Finished) -> None:
        pass


FEW_ARE_GOOD = {"floor13"}


class NaiveScores(TournamentState):
    """A tournament with the scores of all entrants."""

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
        """The points of a place in Dalmuti: one for each player behind."""
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

    def seat_in(self, stage: int, number: int, entrant: int) -> tuple[int, int, Seat] | None:
        for table, chairs in enumerate(self.stages[stage - 1].rounds[number - 1], 1):
            for seat, chair in enumerate(chairs):
                if chair.whose == entrant:
                    return table, seat, chair
        return None

    def table_score(self, stage: int, number: int, entrant: int) -> Fraction | None:
        """The score at a table that was not forfeited."""
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


class NaiveTournament(NaiveScores):
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

    def on_stageremoved(self, change: c.StageRemoved) -> None:
        del self.stages[change.stage - 1 :]

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
        """ST-CHAIN: entrant, place, and the standings with their numbers."""
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
