"""Jobs of a tournament in words: those of the day, rarer ones, and its settings as they are now."""

from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from typing import Final

from flask import Response, request
from msgspec import UNSET
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import requires_role
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.tournaments.tournaments import TournamentVersion, tournament_version
from daifu.api.web import addresses
from daifu.api.web.entry.fields import EntryRefused, read_number
from daifu.api.web.entry.tournament_forms import REASON, VERSION, reason, take_changes, tournament_page
from daifu.api.web.entry.tournament_jobs import ELSEWHERE, JOBS, OFTEN, Job
from daifu.api.web.entry.tournament_settings import SEVERITIES, TIES, lost_settings, read_plan, read_settings
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import page
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.changes import AnyChange, SettingsChanged
from daifu.data.tournaments.game_rules import allowed_table_sizes, titles_of_game
from daifu.data.tournaments.settings import Settings, TieBreak
from daifu.data.tournaments.state import State
from daifu.replay.text import Text
from daifu.replay.titles import title_name

_WHY: Final = Text(
    "Results are in already: a reason is needed for other tie-breaks.",
    "すでに結果があります。同点の決め方を変えるには、理由を入力してください。",
)
_FIELDS: Final = ("entrant", "at", "stage", "round", "table", "deal", "action", "seat", "code", "entrants", "record")
"""The fields that an address may fill in."""


@requires_role(SCOREKEEPER)
def list_changes(id: int) -> Response:
    """Show what can be done with a tournament, in words."""
    found = tournament_version(id)
    rare = {name: job for name, job in JOBS.items() if name not in (*OFTEN, *ELSEWHERE)}
    often = {name: JOBS[name] for name in OFTEN}
    return page("tournament/changes.html", id=id, version=found.version, state=found.state, often=often, rare=rare)


def _job(name: str) -> Job:
    if name not in JOBS:
        raise NotFound
    return JOBS[name]


@requires_role(SCOREKEEPER)
@takes_fields(*_FIELDS)
def show_change(id: int, kind: str) -> Response:
    """Show the form of a job; parameters of the address fill in its fields."""
    return _job_page(id, _job(kind), tournament_version(id))


@lane(Lane.DRAWS)
@requires_role(SCOREKEEPER)
def send_change(id: int, kind: str) -> Answer:
    """Do a job, after what it would move has been shown."""
    job = _job(kind)

    back = addresses.tournament_part(id, "desk")
    return take_changes(
        id, lambda state: job.make(state, request.form), back, partial(_job_page, id, job), asks=job.name
    )


def _job_page(
    id: int, job: Job, found: TournamentVersion, refused: Sequence[Text] = (), status: HTTPStatus = HTTPStatus.OK
) -> Response:
    return tournament_page(
        "tournament/job.html",
        id,
        found,
        status=status,
        job=job,
        fields=job.fields(found.state, request.values),
        refused=refused,
        version_field=VERSION,
        reason_field=REASON,
        why=request.values.get(REASON, ""),
    )


@requires_role(SCOREKEEPER)
@takes_fields("stage")
def show_settings(id: int) -> Response:
    """Show the settings as they are; the parameter `stage` names a stage with settings of its own."""
    return _settings_page(id, tournament_version(id))


@requires_role(SCOREKEEPER)
def change_settings(id: int) -> Answer:
    """Change what the form changes; what would be lost or would move places is shown first."""

    def make(state: State) -> Sequence[AnyChange]:
        change = _settings_change(state)
        ties = change.settings is not UNSET and change.settings.tie_breaks != _settings_of(state).tie_breaks
        if ties and any(found.has_begun for _, found in state.rounds()) and not reason():
            raise EntryRefused(_WHY)
        return [change]

    def losses(state: State, changes: Sequence[AnyChange]) -> Sequence[Text]:
        [change] = changes
        if not isinstance(change, SettingsChanged) or change.settings is UNSET:
            return ()
        return list(lost_settings(_settings_of(state), change.settings))

    back = addresses.tournament_part(id, "settings")
    return take_changes(id, make, back, partial(_settings_page, id), asks=Text("Settings", "設定"), losses=losses)


def _settings_change(state: State) -> SettingsChanged:
    """What the form changes: only what differs. Raises `EntryRefused`."""
    before, stage = _settings_of(state), _stage(state)
    settings = read_settings(before, request.form, allowed_table_sizes(state), titles_of_game(state))
    plan = state.plan if stage else read_plan(state.plan, request.form)
    name = request.form.get("name", "").strip() or state.name
    return SettingsChanged(
        stage=stage,
        name=UNSET if name == state.name else name,
        settings=UNSET if settings == before else settings,
        plan=UNSET if plan == state.plan else plan,
    )


def _stage(state: State) -> int | None:
    """The stage that is named, if it has settings of its own."""
    number = read_number(request.values.get("stage", "")) or 0
    return number if 1 <= number <= len(state.stages) and state.stages[number - 1].own is not None else None


def _settings_of(state: State) -> Settings:
    stage = _stage(state)
    return state.settings if stage is None else state.settings_of(stage)


def _settings_page(
    id: int, found: TournamentVersion, refused: Sequence[Text] = (), status: HTTPStatus = HTTPStatus.OK
) -> Response:
    state = found.state
    return tournament_page(
        "tournament/settings.html",
        id,
        found,
        status=status,
        stage=_stage(state),
        settings=_settings_of(state),
        own=[number for number, one in enumerate(state.stages, 1) if one.own is not None],
        sizes=allowed_table_sizes(state),
        titles={title: title_name(title) for title in titles_of_game(state)},
        ties=list(TieBreak),
        tie_field=TIES,
        severities=SEVERITIES,
        begun=any(one.has_begun for _, one in state.rounds()),
        refused=refused,
        version_field=VERSION,
        reason_field=REASON,
    )
