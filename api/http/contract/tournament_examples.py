"""The examples of the OpenAPI document about tournaments: a small one, with the real answers about it."""

from fractions import Fraction
from typing import Any, Final

from daifu.api.http.contract import REQUEST, Examples
from daifu.api.http.media_types import CSV, EVENT_STREAM, HTML, JSON, PARQUET, XLSX
from daifu.api.http.resources.tournaments.log import entry_event
from daifu.api.views.tournaments.standing_files import MEETINGS, TEAM_MEMBERS, table_csv, table_of_standing
from daifu.api.views.tournaments.standings import explanation_view, head_to_head_view, standing_csv, standing_view
from daifu.api.views.tournaments.tournaments import (
    change_view,
    draw_view,
    faults_view,
    import_views,
    landings_view,
    log_view,
    missing_view,
    tournament_page_view,
    tournament_view,
)
from daifu.data.store.values import ImportProblem, ResultImport, TournamentSummary, current_time
from daifu.data.tournaments.changes import AnyChange, Awarded, Created, Drawn, Entered, FaultSeen, Result, StageOpened
from daifu.data.tournaments.consequences import audit, find_consequences
from daifu.data.tournaments.log import Entry, fold
from daifu.data.tournaments.open_tasks import MissingDeals, UndecidedFault
from daifu.data.tournaments.settings import Settings, TieBreak
from daifu.data.tournaments.standings import build_head_to_head, compute_standing, explain_line, rank_teams
from daifu.data.tournaments.state import RoundId
from daifu.replay.text import Text
from daifu.schemas.standings import Teams
from daifu.schemas.tournament_log import Attempted, Changed, Made

Json = Any

ID: Final = 3
_AT: Final = 1_785_500_000
_SETTINGS: Final = Settings(tie_breaks=(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.LOT))
_QUALITY: Final = {
    "repeats": 0,
    "repeats_at_least": 0,
    "most_meetings": 1,
    "imbalance": 1,
    "byes_apart": 0,
    "team_meetings": 2,
    "team_meetings_at_least": 2,
}
_LOG: Final[tuple[AnyChange, ...]] = (
    Created(name="Winter cup", rules="dalmuti", settings=_SETTINGS),
    *(Entered(name=name, team=team) for name, team in zip(("Haru", "Natsu", "Aki", "Fuyu"), "ABAB", strict=True)),
    StageOpened(name="Preliminaries", rounds=2),
    Drawn(stage=1, round=1, tables=((3, 1, 4, 2),), method="balanced", seed=7, quality=_QUALITY),
    Result(stage=1, round=1, table=1, deal=1, places=(2, 1, 3, 4), points=tuple(map(Fraction, (6, 3, 8, 11)))),
)
PENALTY: Final = Awarded(id=1, entrant=4, stage=1, round=1, points=Fraction(-2), reason="late at the table")

_ENTRIES: Final = [
    Entry(number=number, at=_AT + 60 * number, author="Haru", reason=None, change=change)
    for number, change in enumerate(_LOG, 1)
]
_STATE: Final = fold(_ENTRIES)
VERSION: Final = len(_LOG)
_ROUND: Final = RoundId(1, 1)
_CREATED_AT: Final = current_time().replace(year=2026, month=7, day=31, hour=12, minute=0, second=0)
_PROBLEM: Final = ImportProblem(
    ID,
    7,
    1,
    VERSION,
    _CREATED_AT,
    "Haru",
    "not_named",
    Text("the event does not name the table", "eventにtableがありません"),
)

CREATED: Final[Json] = {
    "name": "Winter cup",
    "rules": "dalmuti",
    "settings": {"tie_breaks": ["points", "head_to_head", "lot"]},
}
CHANGE: Final[Json] = change_view(PENALTY)
DRAW_REQUEST: Final[Json] = {"method": "balanced", "stage": 1, "rounds": 2, "wanted": 4, "seed": 7}
REDRAW_REQUEST: Final[Json] = {"stage": 1, "seed": 8}

TOURNAMENT: Final = tournament_view(ID, VERSION, _STATE)
PAGE: Final = tournament_page_view(
    [
        TournamentSummary(
            ID, VERSION, "Winter cup", "dalmuti", finished=False, created_at=_CREATED_AT, changed_at=_CREATED_AT
        )
    ]
)
CHANGED: Final = Changed(VERSION + 1, 1, ())
PREVIEW: Final = Made(VERSION, 0, find_consequences(_STATE, PENALTY))
DRAWN: Final = draw_view(VERSION, [change for change in _LOG if isinstance(change, Drawn)])
LOG: Final = log_view(VERSION, list(audit(_ENTRIES))[-1:])
STANDING: Final = standing_view(VERSION, compute_standing(_STATE, _ROUND))
STANDING_AS_PAGE: Final = '<!doctype html>\n<html lang="en">…</html>\n'
STANDING_AS_CSV: Final = standing_csv(compute_standing(_STATE, _ROUND)).decode()
EXPLANATION: Final = explanation_view(VERSION, explain_line(_STATE, 1))
HEAD_TO_HEAD: Final = head_to_head_view(VERSION, build_head_to_head(_STATE, _ROUND))
TEAMS: Final = Teams(VERSION, rank_teams(_STATE))
MEETINGS_AS_CSV: Final = table_csv(MEETINGS, table_of_standing(MEETINGS, _STATE, VERSION, _ROUND)).decode()
TEAMS_AS_CSV: Final = table_csv(TEAM_MEMBERS, table_of_standing(TEAM_MEMBERS, _STATE, VERSION, _ROUND)).decode()
FAULTS: Final = faults_view(
    VERSION, [UndecidedFault(_ROUND, 1, 1, FaultSeen(code="run_overlap", severity="illegal", action=17, seat=3), 4)]
)
MISSING: Final = missing_view(VERSION, [MissingDeals(_ROUND, 2, (1,))])
IMPORT_PROBLEMS: Final = landings_view(VERSION, [_PROBLEM], [8])
IMPORTED: Final = Attempted(import_views([ResultImport(ID, 8, VERSION + 1)]))
EVENT: Final[Json] = dict(line.split(": ", 1) for line in entry_event(_ENTRIES[-1]).decode().splitlines() if line)

EXAMPLES: Final[Examples] = {
    "create_tournament": {REQUEST: {JSON: CREATED}, 201: {JSON: TOURNAMENT}},
    "list_tournaments": {200: {JSON: PAGE}},
    "read_tournament": {200: {JSON: TOURNAMENT}},
    "change_tournament": {REQUEST: {JSON: CHANGE}, 200: {JSON: PREVIEW}},
    "draw_rounds": {REQUEST: {JSON: DRAW_REQUEST}, 200: {JSON: DRAWN}},
    "redraw_rounds": {REQUEST: {JSON: REDRAW_REQUEST}, 200: {JSON: DRAWN}},
    "read_tournament_log": {200: {JSON: LOG}},
    "follow_tournament": {200: {EVENT_STREAM: EVENT}},
    "read_standing": {
        200: {JSON: STANDING, CSV: STANDING_AS_CSV, XLSX: "PK…", HTML: STANDING_AS_PAGE, PARQUET: "PAR1…PAR1"}
    },
    "explain_standing": {200: {JSON: EXPLANATION}},
    "read_head_to_head": {200: {JSON: HEAD_TO_HEAD, CSV: MEETINGS_AS_CSV, XLSX: "PK…", PARQUET: "PAR1…PAR1"}},
    "read_teams": {200: {JSON: TEAMS, CSV: TEAMS_AS_CSV, XLSX: "PK…", PARQUET: "PAR1…PAR1"}},
    "list_faults": {200: {JSON: FAULTS}},
    "list_missing": {200: {JSON: MISSING}},
    "list_landings": {200: {JSON: IMPORT_PROBLEMS}},
    "attempt_landings": {REQUEST: {JSON: {"records": [8]}}, 200: {JSON: IMPORTED}},
    "land_record": {200: {JSON: CHANGED}},
}
