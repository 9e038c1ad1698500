"""The state of a tournament without any rules: the first of two parts of a second computation of standings."""

from typing import Any

from msgspec import UNSET

from daifu.data.tournaments import changes as c

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
