"""Draws that are looked at before they are taken: how good they are, what a longer search costs, and wishes."""

import time
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec
from flask import Response, request
from msgspec import structs
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import current_author, requires_role
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.tournaments.changes import plan_draw
from daifu.api.http.resources.tournaments.tournaments import TournamentVersion, tournament_to_change, tournament_version
from daifu.api.http.services import services
from daifu.api.views.tournaments.text import is_best, known_quality, quality_sentences
from daifu.api.web import addresses
from daifu.api.web.entry.fields import read_number, read_whole
from daifu.api.web.entry.names import by_name, entrant_numbers, fixed_tables, named_entrants
from daifu.api.web.entry.tournament_forms import REFUSALS, refusal_sentences, tournament_page
from daifu.api.web.languages import say_here
from daifu.api.web.responses import see_other
from daifu.data.store.errors import VersionConflict
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.changes import Drawn, Redrawn, SettingsChanged
from daifu.data.tournaments.draw_requests import (
    MAX_ROUNDS_AT_ONCE,
    MAX_WORK,
    Anew,
    Balanced,
    ByHand,
    DrawRequest,
    KeptApart,
    Snake,
    Swiss,
)
from daifu.data.tournaments.game_rules import allowed_table_sizes, stage_table_sizes
from daifu.data.tournaments.log import apply, apply_all, encode_change, read_change
from daifu.data.tournaments.open_tasks import most_seated
from daifu.data.tournaments.state import RoundId, State
from daifu.replay.text import Text

FIRST_WORK: Final = 200_000_000
"""The work of the first search, in exchanges that are tried: some seconds at most."""
LONGER: Final = 10
METHODS: Final = {
    "balanced": Text("few meet again, and everybody has every seat", "再戦を減らし、席順を均等に"),
    "swiss": Text("by standing: neighbours sit together", "順位の近い人どうし（スイス式）"),
    "snake": Text("by standing: all tables are equally strong", "どの卓も同じ強さに（スネーク式）"),
}
AGAIN: Final = Text("the rounds that have not begun, again", "まだ始まっていない回戦を組み直す")
Changes = Sequence[Drawn | Redrawn]


@requires_role(SCOREKEEPER)
def show_draw(id: int) -> Response:
    """Show how a draw can be made."""
    return _page(id, tournament_version(id))


@lane(Lane.DRAWS)
@requires_role(SCOREKEEPER)
def send_draw(id: int) -> Answer:
    """Make a draw and show it, exchange two people in it, or take it."""
    found = tournament_to_change(id)
    act, expected = request.form.get("act"), read_number(request.form.get("version", "")) or 0
    try:
        if found.version != expected:
            raise VersionConflict(expected, found.version)
        wishes = _wishes(found.state)
        if act == "take":
            services().store.tournaments.append(id, [*wishes, *_shown_changes()], current_author(), expected=expected)
            return see_other(addresses.tournament_part(id, "rounds"))
        if act == "exchange":
            return _page(id, found, _exchanged(found.state, _shown_changes()))
        began = time.monotonic()
        drawn = plan_draw(apply_all(found.state, wishes), _request(found.state, is_longer=act == "longer"))
        return _page(id, found, drawn, seconds=time.monotonic() - began)
    except REFUSALS as error:
        return _page(id, tournament_version(id), refused=refusal_sentences(error), status=HTTPStatus.CONFLICT)


def _wishes(state: State) -> list[SettingsChanged]:
    """The change that keeps who should not meet and who always sits where, if the form says it otherwise than the plan.

    Raises `EntryRefused`.
    """
    form, numbers = request.form, entrant_numbers(state)
    groups = tuple(named_entrants(numbers, line) for line in form.get("groups", "").splitlines() if line.strip())
    plan = structs.replace(state.plan, groups=groups, fixed=fixed_tables(numbers, form.get("fixed", "")))
    return [] if plan == state.plan else [SettingsChanged(plan=plan)]


def _request(state: State, *, is_longer: bool) -> DrawRequest | Anew:
    """The draw that the form asks for; the work of a search grows with each time that it is asked to be longer."""
    form, stage = request.form, max(1, len(state.stages))
    wanted = read_number(form.get("wanted", ""))
    apart: KeptApart | None = "teams" if "apart" in form else None
    work = min(MAX_WORK, _work() * LONGER if is_longer else FIRST_WORK)
    match form.get("method"):
        case "swiss":
            return Swiss(stage=stage, wanted=wanted, apart=apart)
        case "snake":
            return Snake(stage=stage, wanted=wanted)
        case "again":
            return Anew(stage=stage, wanted=wanted, apart=apart, work=work)
        case _:
            rounds = min(MAX_ROUNDS_AT_ONCE, max(1, read_number(form.get("rounds", "")) or 1))
            return Balanced(stage=stage, wanted=wanted, apart=apart, rounds=rounds, work=work)


def _work() -> int:
    work = read_whole(request.form.get("work", ""), MAX_WORK)
    return FIRST_WORK if work is None else work


def _shown_changes() -> Changes:
    """The draw that the page showed. Raises `StructRefused`."""
    try:
        several = msgspec.json.decode(request.form.get("changes", ""), type=list[msgspec.Raw])
    except msgspec.DecodeError as error:
        raise BadRequest from error
    found = [read_change(bytes(one)) for one in several]
    drawn = [one for one in found if isinstance(one, Drawn | Redrawn)]
    if not drawn or len(drawn) < len(found):
        raise BadRequest
    return drawn


def _exchanged(state: State, changes: Changes) -> Changes:
    """The draw after two people of a round changed places, measured anew. Raises `TournamentError`."""
    known, bounds = known_quality(changes[0].quality), ("repeats_at_least", "team_meetings_at_least")
    number, one, other = (read_number(request.form.get(name, "")) or 0 for name in ("round", "one", "other"))
    places = {one: other, other: one}
    found: list[Drawn | Redrawn] = []
    for change in changes:
        if change.round == number:
            tables = tuple(tuple(places.get(seat, seat) for seat in table) for table in change.tables)
            byes = tuple(places.get(seat, seat) for seat in change.byes)
            if byes != change.byes:  # what is proven holds for these people at the tables
                known = None
            change = structs.replace(change, tables=tables, byes=byes, method="by hand", seed=None)  # noqa: PLW2901
        [measured] = plan_draw(state, ByHand(stage=change.stage, tables=change.tables, byes=change.byes))
        state = apply(state, change)
        found.append(structs.replace(change, quality=measured.quality))
    quality = {**found[-1].quality, **{name: known[name] if known else 0 for name in bounds}}
    return [structs.replace(change, quality=quality) for change in found]


def _page(
    id: int,
    found: TournamentVersion,
    changes: Changes = (),
    *,
    seconds: float | None = None,
    refused: Sequence[Text] = (),
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    state = found.state
    return tournament_page(
        "tournament/draw.html",
        id,
        found,
        status=status,
        refused=refused,
        fields=request.form,
        changes=changes,
        encoded="[" + ",".join(encode_change(one).decode() for one in changes) + "]",
        **_choices(state),
        **_judged(state, changes, seconds) if changes else {},
    )


def _choices(state: State) -> Mapping[str, Any]:
    if not state.stages:
        return {"methods": {}}
    stage = state.stages[-1]
    due = RoundId(len(state.stages), len(stage.rounds) + 1)
    waiting = [one for one in stage.rounds if not one.has_begun and not one.closed]
    comma = say_here(", ", "、")

    def name_of(entrant: int) -> str:
        return state.entrants[entrant - 1].name

    return {
        "methods": {**METHODS, **({"again": AGAIN} if waiting else {})},
        "rounds": max(1, (stage.planned or due.round) - len(stage.rounds)),
        "people": len(state.present_in(due)),
        "sizes": stage_table_sizes(state, due.stage),
        "has_teams": any(one.team for one in state.entrants),
        "groups": "\n".join(comma.join(map(name_of, group)) for group in state.plan.groups),
        "fixed": "\n".join(f"{name_of(one.entrant)}{comma}{one.table}" for one in state.plan.fixed),
    }


def _judged(state: State, changes: Changes, seconds: float | None) -> Mapping[str, Any]:
    """How good the draw is, what a better one would cost, and who is left out."""
    quality, left_out = known_quality(changes[0].quality), max(len(one.byes) for one in changes)
    people = left_out + sum(map(len, changes[0].tables))
    drawn = {*changes[0].byes, *(seat for table in changes[0].tables for seat in table)}
    sizes = set(stage_table_sizes(state, changes[0].stage))
    others = [size for size in allowed_table_sizes(state) if size not in sizes]
    has_teams = any(one.team for one in state.entrants) or bool(request.form.get("groups", "").strip())
    searches = any(one.seed is not None for one in changes)
    best = quality is not None and is_best(quality)
    work = min(MAX_WORK, _work() * (LONGER if request.form.get("act") == "longer" else 1))
    return {
        "quality": list(quality_sentences(quality, has_teams=has_teams)) if quality else [],
        "is_best": best,
        "seconds": seconds,
        "work": work,
        "longer": LONGER if searches and seconds is not None and not best and work < MAX_WORK else None,
        "searches": searches,
        "left_out": left_out,
        "fitting": [size for size in others if most_seated(people, {*sizes, size}) == people] if left_out else [],
        "exchangeable": isinstance(changes[0], Drawn),
        "exchange_among": [one for one in by_name(state) if one.number in drawn],
    }
