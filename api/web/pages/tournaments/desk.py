"""The desk of a tournament: what comes next as one button, the tables of the round, and the result of each."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from secrets import randbelow
from typing import Any, Final, NamedTuple

from flask import Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import requires_role
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.tournaments.changes import MOST_SEEDS, plan_draw
from daifu.api.http.resources.tournaments.tournaments import (
    TournamentVersion,
    refusals_as_not_found,
    tournament_version,
)
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.fields import read_number, read_whole
from daifu.api.web.entry.names import by_name
from daifu.api.web.entry.table_results import TableForm, ordered_seats, read_desk_result, table_changes, table_form
from daifu.api.web.entry.tournament_forms import corrected, take_changes, tournament_page
from daifu.api.web.languages import say_here
from daifu.api.web.pages.tournaments.draws import FIRST_WORK
from daifu.api.web.pages.tournaments.tables import RoundTable, round_view, table_view
from daifu.api.web.queries import takes_fields
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.changes import (
    AnyChange,
    Finished,
    LotDrawn,
    RoundClosed,
    StageOpened,
    Withdrawn,
)
from daifu.data.tournaments.draw_requests import MAX_ROUNDS_AT_ONCE, Anew, Balanced, Snake, Swiss
from daifu.data.tournaments.game_rules import doubts_of_table, stage_table_sizes
from daifu.data.tournaments.log import apply_all
from daifu.data.tournaments.open_tasks import (
    Step,
    final_of,
    find_undecided_faults,
    for_all_stages,
    next_step,
    rounds_to_redraw,
    sitting_out,
)
from daifu.data.tournaments.state import RoundId, State, TableId
from daifu.replay.text import Text

_STEPS: Final[Mapping[str, Callable[[State, Step], Sequence[AnyChange]]]] = {
    "draw": lambda state, due: _drawn(state, due.at),
    "draw_present": lambda state, due: _drawn_without(state, due.at),
    "redraw": lambda state, _due: _redrawn(state),
    "confirm": lambda _state, due: [RoundClosed(stage=due.at.stage, round=due.at.round)],
    "lot": lambda _state, due: [LotDrawn(entrants=tuple(due.entrants), seed=randbelow(MOST_SEEDS))],
    "final": lambda state, _due: [final_of(state, say_here("Final", "決勝"))],
    "stage": lambda _state, _due: [StageOpened(name=say_here("Rounds", "本戦"))],
    "finish": lambda _state, _due: [Finished()],
}
"""The changes of a step by its name. They raise `TournamentError`."""


class DeskTable(NamedTuple):
    """A table of the current round: as pages show it, and its form."""

    view: RoundTable
    form: TableForm


@requires_role(SCOREKEEPER)
def show_desk(id: int) -> Response:
    """Show what comes next, and the tables of the round."""
    return _desk(id, tournament_version(id))


@lane(Lane.DRAWS)
@requires_role(SCOREKEEPER)
def take_step(id: int) -> Answer:
    """Take the next step, as a button of the desk says it."""
    step = request.form.get("step", "")
    if step not in _STEPS:
        raise NotFound

    back = addresses.tournament_part(id, "desk")
    return take_changes(id, lambda state: _STEPS[step](state, next_step(state)), back, partial(_desk, id), asks=None)


def _drawn_without(state: State, due: RoundId) -> Sequence[AnyChange]:
    """The next round without those who are not here, who are withdrawn from it on."""
    gone = [Withdrawn(stage=due.stage, round=due.round, entrant=one) for one in not_here(state, due)]
    return [*gone, *_drawn(apply_all(state, gone), due)]


def _redrawn(state: State) -> Sequence[AnyChange]:
    """The rounds that have not begun, drawn again for those who take part now."""
    stages = dict.fromkeys(at.stage for at in rounds_to_redraw(state))
    return [
        one
        for stage in stages
        for one in plan_draw(state, Anew(stage=stage, wanted=_fitting(state, stage), work=FIRST_WORK))
    ]


def _drawn(state: State, due: RoundId) -> Sequence[AnyChange]:
    """The next round as the plan has it; balanced rounds are drawn together, so that few people meet again."""
    stage, wanted = state.stages[due.stage - 1], _fitting(state, due.stage)
    if due.round > 1 and state.plan.draw == "swiss":
        return plan_draw(state, Swiss(stage=due.stage, wanted=wanted))
    if due.round > 1 and state.plan.draw == "snake":
        return plan_draw(state, Snake(stage=due.stage, wanted=wanted))
    left = (stage.planned or due.round) - due.round + 1 if state.plan.draw == "balanced" else 1
    rounds = min(left, MAX_ROUNDS_AT_ONCE)
    return plan_draw(state, Balanced(stage=due.stage, wanted=wanted, rounds=rounds, work=FIRST_WORK))


def _fitting(state: State, stage: int) -> int | None:
    """The wanted size of tables, if the stage allows it."""
    sizes, wanted = state.stages[stage - 1].sizes, state.plan.wanted
    return wanted if sizes is None or wanted in sizes else None


def not_here(state: State, due: RoundId) -> list[int]:
    """Those who would be drawn and have not checked in, if anybody has; who has played is here."""
    present = state.present_in(due)
    if not any(state.entrants[one - 1].here for one in present):
        return []
    seats = [seat for _, table in state.tables() if table.results for seat in table.seats]
    played = {seat.entrant for seat in seats if not seat.forfeited}
    return [one for one in present if not state.entrants[one - 1].here and one not in played]


def _desk(
    id: int, found: TournamentVersion, refused: Sequence[Text] = (), status: HTTPStatus = HTTPStatus.OK
) -> Response:
    state = found.state
    step = next_step(state)
    in_round = step.kind in {"seat", "play", "confirm"}
    shown = round_view(state, step.at) if in_round else None
    listed = shown.tables if shown else []
    if len(listed) > addresses.TABLES_OF_PAGE:  # those first that still play
        listed = sorted(listed, key=lambda table: table.is_complete)[: addresses.TABLES_OF_PAGE]
    store, now = services().store.tournaments, time.time()
    return tournament_page(
        "tournament/desk.html",
        id,
        found,
        status=status,
        step=step,
        refused=refused,
        left=state.clock.seconds(now),
        now=now,
        shown=shown,
        tables=[DeskTable(view, table_form(state, view.at)) for view in listed],
        absent=[state.entrants[one - 1] for one in (not_here(state, step.at) if step.kind == "draw" else ())],
        present=state.present_in(step.at) if step.kind == "draw" else (),
        redraw=rounds_to_redraw(state),
        sitting_out=sitting_out(state, step.at) if step.kind == "draw" else 0,
        sizes=stage_table_sizes(state, step.at.stage) if step.kind == "draw" else (),
        ordered_seats=ordered_seats,
        faults=list(for_all_stages(find_undecided_faults, state)),
        problems=store.problems(id),
    )


@requires_role(SCOREKEEPER)
@takes_fields("deal")
def show_table(id: int, stage: int, number: int, table: int) -> Response:
    """Show a table: the form of a deal with the result that is stored, and who sits there."""
    return _table_page(id, TableId(stage, number, table), tournament_version(id))


@requires_role(SCOREKEEPER)
def send_table(id: int, stage: int, number: int, table: int) -> Answer:
    """Enter or correct the result of a table, or change who sits there."""
    at = TableId(stage, number, table)
    job = request.form.get("job", "result")

    def make(state: State) -> Sequence[AnyChange]:
        with refusals_as_not_found():
            form = table_form(state, at)
        if job == "result":
            changes = read_desk_result(state, at, request.form)
        else:
            changes = table_changes(form, job, request.form)
        return changes if len(changes) > 1 else corrected(state, changes[0])

    found = tournament_version(id)
    with refusals_as_not_found():
        form = table_form(found.state, at)
    # A deal without a result, of which only the places are told, is entered without a question.
    entered = (read_number(request.form.get("deal", "")) or 0) in form.table.results
    is_new = job == "result" and not entered and not form.needs_points
    back = f"{addresses.tournament_part(id, 'desk')}#table-{table}"
    if at.round_id != next_step(found.state).at:
        back = addresses.table_place(id, *at)
    name = Text(f"Table {table}", f"{table}卓")
    return take_changes(id, make, back, partial(_table_page, id, at), asks=None if is_new else name)


def _table_page(
    id: int,
    at: TableId,
    found: TournamentVersion,
    refused: Sequence[Text] = (),
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    state = found.state
    with refusals_as_not_found():
        form = table_form(state, at)
    deal = read_whole(request.values.get("deal", ""))
    if deal is None:
        deal = form.due if form.due is not None else max(form.table.results, default=None)
    seated = {seat.entrant for table in state.round_at(at).tables for seat in table.seats}
    free = {*state.present_in(at.round_id)} - seated
    return tournament_page(
        "tournament/table.html",
        id,
        found,
        status=status,
        at=at,
        table=DeskTable(table_view(state, at, form.table, {}), form),
        deal=deal,
        values=request.form if refused else _stored_values(form, deal),
        refused=refused,
        doubts=list(doubts_of_table(state, at)),
        ordered_seats=ordered_seats,
        others=[one for one in by_name(state) if one.number in free],
    )


def _stored_values(form: TableForm, deal: int | None) -> dict[str, Any]:
    """The result that is stored or reported, as its form has it."""
    report = form.table.reports.get(deal or 0)
    outcome = form.table.results.get(deal or 0) if deal is not None else None
    outcome = outcome or (report.outcome if report else None)
    if outcome is None:
        return {}
    places = {f"place-{seat}": str(place) for seat, place in enumerate(outcome.places, 1) if place}
    return places | {f"points-{seat}": str(one) for seat, one in enumerate(outcome.points, 1) if one is not None}
