"""Views of tournaments: their states and logs, draws, what is missing or undecided, and how records became results."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET

from daifu.api.views.addresses import tournament_address
from daifu.api.views.values import json_value, sentence
from daifu.data.store.values import ImportProblem, RecordImportPreview, ResultImport, TournamentSummary
from daifu.data.tournaments.changes import AnyChange, Drawn, Redrawn, Result
from daifu.data.tournaments.game_rules import lacks_points
from daifu.data.tournaments.log import Entry, encode_change
from daifu.data.tournaments.state import (
    NO_CLOCK,
    Award,
    Entrant,
    Outcome,
    Round,
    Stage,
    State,
    Table,
    deal_number,
)
from daifu.replay.text import Text
from daifu.schemas import tournament as answers
from daifu.schemas import tournament_log as log_answers
from daifu.schemas.answer import Text as Sentence

if TYPE_CHECKING:  # only their views have them
    from daifu.data.tournaments.consequences import AuditedEntry
    from daifu.data.tournaments.open_tasks import MissingDeals, UndecidedFault
    from daifu.replay.faults import Fault


def import_views(landings: Iterable[ResultImport]) -> tuple[log_answers.Landing, ...]:
    """What became of a record in the tournaments that it concerns; most concern none."""
    return tuple(map(import_view, landings))


def import_view(found: ResultImport) -> log_answers.Landing:
    """What became of a record in a tournament."""
    return log_answers.Landing(
        tournament=found.tournament,
        record=found.record,
        version=found.version,
        problem=found.problem and import_problem_view(found.problem),
        missing=found.missing,
    )


def import_problem_view(found: ImportProblem) -> log_answers.LandingProblem:
    """Why a record could not be imported into a tournament."""
    return log_answers.LandingProblem(
        record=found.record,
        revision=found.revision,
        version=found.version,
        at=found.at.isoformat(),
        author=found.author,
        code=found.code,
        message=log_answers.Texts(*found.text),
    )


def import_preview_view(found: RecordImportPreview) -> log_answers.Landing:
    """What would become of a record in a tournament. Time and author are unknown, because nothing was tried."""
    problem = None
    if found.text is not None and found.code is not None:
        problem = log_answers.LandingProblem(
            record=found.record,
            revision=None,
            version=found.version,
            at=None,
            author=None,
            code=found.code,
            message=log_answers.Texts(*found.text),
        )
    return log_answers.Landing(
        tournament=found.tournament,
        record=found.record,
        version=found.version,
        problem=problem,
        missing=found.missing,
    )


def landings_view(version: int, problems: Iterable[ImportProblem], unlanded: Sequence[int]) -> log_answers.Landings:
    """The records that could not be imported, and those that have not been and nothing hinders."""
    return log_answers.Landings(version, list(map(import_problem_view, problems)), unlanded)


_NO_POINTS: Final = Text(
    "this game gives no points of its own, so that only results with points can be scored, and no records; "
    "the scoring by place or by title in the settings needs none",
    "このゲームには得点がないので、得点を記入した結果しか数えられず、棋譜の結果は反映できません。"
    "順位か身分に点を付ける設定なら得点は要りません",
)


def tournament_page_view(
    tournaments: Iterable[TournamentSummary], following: str | None = None
) -> answers.TournamentPage:
    """A page of the list of tournaments, and the cursor of the next one."""
    return answers.TournamentPage(list(map(_listed_tournament_view, tournaments)), following)


def _listed_tournament_view(found: TournamentSummary) -> answers.ListedTournament:
    return answers.ListedTournament(
        id=found.id,
        address=tournament_address(found.id),
        version=found.version,
        name=found.name,
        rules=found.rules,
        finished=found.finished,
        created_at=found.created_at.isoformat(),
        changed_at=found.changed_at.isoformat(),
    )


def tournament_view(tournament: int, version: int, state: State) -> answers.Tournament:
    """All of a tournament but its log and its standings."""
    return answers.Tournament(
        id=tournament,
        address=tournament_address(tournament),
        version=version,
        name=state.name,
        rules=state.rules,
        options=state.options,
        settings=state.settings,
        plan=state.plan,
        entrants=list(map(_entrant_view, state.entrants)),
        stages=[_stage_view(number, stage) for number, stage in enumerate(state.stages, 1)],
        awards=[award_view(number, award) for number, award in sorted(state.awards.items())],
        lots=state.lots,
        finished=state.finished,
        notices=[sentence(_NO_POINTS)] if lacks_points(state) else [],
        clock=UNSET if state.clock == NO_CLOCK else answers.Clock(*state.clock),
        wall=state.wall or UNSET,
        house=UNSET if state.house is None else msgspec.to_builtins(state.house),
    )


def award_view(number: int, award: Award) -> answers.Award:
    """A bonus or a penalty under its number."""
    return answers.Award(
        id=number,
        entrant=award.entrant,
        stage=award.stage,
        round=award.round,
        points=award.points,
        reason=award.reason,
        cancelled=award.cancelled,
    )


def _entrant_view(entrant: Entrant) -> answers.Entrant:
    return answers.Entrant(
        number=entrant.number,
        name=entrant.name,
        players=entrant.players,
        team=entrant.team,
        absences=[
            answers.Absence(answers.RoundId(*one.since), one.until and answers.RoundId(*one.until))
            for one in entrant.absences
        ],
        withdrawn=entrant.has_withdrawn and not entrant.waiting,
        waiting=entrant.waiting,
        here=entrant.here,
    )


def _stage_view(number: int, stage: Stage) -> answers.Stage:
    return answers.Stage(
        number=number,
        name=stage.name,
        field=stage.field,
        carry=stage.carry,
        after=stage.after,
        planned=stage.planned,
        sizes=stage.sizes,
        settings=stage.own,
        rounds=[_round_view(round_number, found) for round_number, found in enumerate(stage.rounds, 1)],
    )


def _round_view(number: int, found: Round) -> answers.Round:
    return answers.Round(
        number=number,
        closed=found.closed,
        method=found.method,
        seed=found.seed,
        quality=found.quality,
        byes=found.byes,
        tables=[_table_view(table_number, table) for table_number, table in enumerate(found.tables, 1)],
    )


def _table_view(number: int, table: Table) -> answers.Table:
    return answers.Table(
        number=number,
        seats=[answers.Seat(seat.drawn, seat.entrant, seat.guest, seat.forfeited) for seat in table.seats],
        results=[_result_view(deal, outcome) for deal, outcome in sorted(table.results.items())],
        decisions=[
            answers.Decision(deal_number(key.deal), key.action, key.seat, key.code, decision.decision, decision.award)
            for key, decision in table.decisions.items()
        ],
        reports=[
            answers.ReportedResult(deal, report.seat, report.outcome.places, report.outcome.points)
            for deal, report in table.reports.items()
        ]
        or UNSET,
    )


def _result_view(deal: int, outcome: Outcome) -> answers.TableResult:
    return answers.TableResult(
        deal=deal_number(deal),
        by=outcome.by,
        places=outcome.places,
        points=outcome.points,
        titles=outcome.titles,
        faults=outcome.faults,
    )


def change_view(change: AnyChange) -> Any:  # noqa: ANN401 - any JSON
    """A change as it stands in the log."""
    return msgspec.json.decode(encode_change(change))


def change_name(change: AnyChange) -> str:
    """The name of a change in the log."""
    return str(change.__struct_config__.tag)


def entry_view(entry: Entry) -> log_answers.EventEntry:
    """An entry of a log, as events have it."""
    return log_answers.EventEntry(**_entry_fields(entry))


def audited_entry_view(found: "AuditedEntry") -> log_answers.Entry:
    """An entry, and the part of the tournament that it is about, before and after it."""
    return log_answers.Entry(
        **_entry_fields(found.entry), before=json_value(found.before), after=json_value(found.after)
    )


def log_view(version: int, entries: "Iterable[AuditedEntry]", following: int | None = None) -> log_answers.Log:
    """Some entries of the log of a tournament, and the number after which the next ones come, if there are any."""
    return log_answers.Log(version, list(map(audited_entry_view, entries)), following)


def _entry_fields(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "at": datetime.fromtimestamp(entry.at, UTC).isoformat(),
        "author": entry.author,
        "reason": entry.reason,
        "change": msgspec.Raw(encode_change(entry.change)),
    }


def draw_view(version: int, changes: Sequence[Drawn | Redrawn]) -> log_answers.Drawn:
    """What a draw came to; without a round, nothing had to be drawn."""
    first = changes[0] if changes else None
    return log_answers.Drawn(
        version=version,
        seed=first.seed if first else None,
        rounds=[log_answers.Seating(change.stage, change.round, change.tables, change.byes) for change in changes],
        quality=msgspec.convert(first.quality, answers.Quality) if first else None,
    )


def faults_view(version: int, faults: "Iterable[UndecidedFault]") -> log_answers.FaultsToDecide:
    """The faults that wait for a decision."""
    return log_answers.FaultsToDecide(version, list(map(_fault_view, faults)))


def _fault_view(found: "UndecidedFault") -> log_answers.OpenFault:
    return log_answers.OpenFault(
        stage=found.place.stage,
        round=found.place.round,
        table=found.table,
        deal=deal_number(found.deal),
        action=found.fault.action,
        seat=found.fault.seat,
        entrant=found.entrant,
        code=found.fault.code,
        severity=found.fault.severity,
    )


def missing_view(version: int, missing: "Iterable[MissingDeals]") -> log_answers.Missing:
    """The tables at which deals are missing."""
    return log_answers.Missing(version, missing_deals_views(missing))


def doubtful_points_views(doubts: "Iterable[tuple[Result, Fault]]") -> list[log_answers.DoubtfulPoints]:
    """Sheets whose points are doubtful."""
    return [
        log_answers.DoubtfulPoints(
            one.stage, one.round, one.table, one.deal, fault.code, fault.rule, Sentence(*fault.message)
        )
        for one, fault in doubts
    ]


def missing_deals_views(missing: "Iterable[MissingDeals]") -> list[log_answers.MissingDeals]:
    """Tables at which deals are missing."""
    return [log_answers.MissingDeals(one.place.stage, one.place.round, one.table, one.deals) for one in missing]
