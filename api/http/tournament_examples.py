"""The examples of the contract about tournaments: a small one on its way, with what is really answered about it."""

from fractions import Fraction
from typing import Any, Final

from api.http.tournament_told import as_event, listed_tournament, told_problem
from api.tournaments.log import told_audited, told_change
from api.tournaments.plain import plain
from api.tournaments.standings import (
    told_consequences,
    told_explanation,
    told_head_to_head,
    told_standing,
    told_team,
)
from api.tournaments.state import told_state
from api.tournaments.table import as_csv
from data.store.asked import now
from data.store.tournaments.asked import Problem, Tournament
from data.tournaments.audit import audit
from data.tournaments.changes import AnyChange, Awarded, Created, Drawn, Entered, Result, StageOpened
from data.tournaments.consequences import consequences
from data.tournaments.log import Entry, fold
from data.tournaments.settings import Settings, TieBreak
from data.tournaments.standings.explanation import explain
from data.tournaments.standings.head_to_head import head_to_head
from data.tournaments.standings.standing import standing
from data.tournaments.standings.teams import teams
from data.tournaments.state import RoundId
from replay.text import Text

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
_MADE: Final = now().replace(year=2026, month=7, day=31, hour=12, minute=0, second=0)
_PROBLEM: Final = Problem(
    ID,
    7,
    1,
    VERSION,
    _MADE,
    "Haru",
    "not_named",
    Text("the event does not name the table", "eventにtableがありません"),
)
_OF_IT: Final = {"version": VERSION}

BEGINNING: Final[Json] = {
    "name": "Winter cup",
    "rules": "dalmuti",
    "settings": {"tie_breaks": ["points", "head_to_head", "lot"]},
}
CHANGE: Final[Json] = told_change(PENALTY)
WISH: Final[Json] = {"method": "balanced", "stage": 1, "rounds": 2, "wanted": 4, "seed": 7}
ANEW: Final[Json] = {"stage": 1, "seed": 8}

TOURNAMENT: Final[Json] = {"id": ID, "address": f"/v1/tournaments/{ID}", **_OF_IT, **told_state(_STATE)}
PAGE: Final[Json] = {
    "tournaments": [
        listed_tournament(
            Tournament(ID, VERSION, "Winter cup", "dalmuti", finished=False, created_at=_MADE, changed_at=_MADE)
        )
    ]
}
CHANGED: Final[Json] = {"version": VERSION + 1, "made": 1, "consequences": []}
FORESEEN: Final[Json] = {
    "version": VERSION,
    "made": 0,
    "consequences": told_consequences(consequences(_STATE, PENALTY)),
}
DRAWN: Final[Json] = {
    **_OF_IT,
    "seed": 7,
    "rounds": [{"stage": 1, "round": 1, "tables": [[3, 1, 4, 2]], "byes": []}],
    "quality": _QUALITY,
}
LOG: Final[Json] = {**_OF_IT, "entries": list(map(told_audited, audit(_ENTRIES)))[-1:]}
STANDING: Final[Json] = {**_OF_IT, **told_standing(standing(_STATE, _ROUND))}
STANDING_AS_CSV: Final = as_csv(standing(_STATE, _ROUND)).decode()
EXPLANATION: Final[Json] = {**_OF_IT, **told_explanation(explain(_STATE, 1))}
HEAD_TO_HEAD: Final[Json] = {**_OF_IT, "table": told_head_to_head(head_to_head(_STATE, _ROUND))}
TEAMS: Final[Json] = {**_OF_IT, "teams": list(map(told_team, teams(_STATE)))}
FAULTS: Final[Json] = {
    **_OF_IT,
    "faults": [
        {
            "stage": 1,
            "round": 1,
            "table": 1,
            "deal": 1,
            "action": 17,
            "seat": 3,
            "entrant": 4,
            "code": "run_overlap",
            "severity": "illegal",
        }
    ],
}
MISSING: Final[Json] = {**_OF_IT, "missing": [{"stage": 1, "round": 1, "table": 2, "deals": [1]}]}
LANDINGS: Final[Json] = {**_OF_IT, "problems": [told_problem(_PROBLEM)], "unlanded": [8]}
ATTEMPTED: Final[Json] = {
    "landings": [{"tournament": ID, "record": 8, "version": VERSION + 1, "problem": None, "missing": []}],
}
EVENT: Final[Json] = dict(line.split(": ", 1) for line in as_event(_ENTRIES[-1]).decode().splitlines() if line)
SETTINGS: Final[Json] = plain(_SETTINGS)
