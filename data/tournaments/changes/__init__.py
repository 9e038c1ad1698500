"""The changes of a tournament: all that a scorekeeper can do, each as it stands in the log.

Entrants are numbered from 1 in the order of entry; stages, the rounds of a stage and the tables of a round from 1, too.
Seats count from 1 in the order in which a table was drawn.
"""

from data.tournaments.changes.base import AtATable, Change, OfARound
from data.tournaments.changes.course import (
    Created,
    Draw,
    Drawn,
    Entered,
    Finished,
    Redrawn,
    Renamed,
    Returned,
    RoundClosed,
    RoundReopened,
    SettingsChanged,
    StageOpened,
    Withdrawn,
)
from data.tournaments.changes.referee import Awarded, Cancelled, FaultDecided, LotDrawn
from data.tournaments.changes.results import (
    FaultSeen,
    ForfeitCancelled,
    Forfeited,
    Guest,
    Record,
    Result,
    ResultRemoved,
    SeatsMoved,
    Sheet,
    Sitters,
    Substitute,
    Substituted,
)

__all__ = [
    "AnyChange",
    "AtATable",
    "Awarded",
    "Cancelled",
    "Change",
    "Created",
    "Draw",
    "Drawn",
    "Entered",
    "FaultDecided",
    "FaultSeen",
    "Finished",
    "ForfeitCancelled",
    "Forfeited",
    "Guest",
    "LotDrawn",
    "OfARound",
    "Record",
    "Redrawn",
    "Renamed",
    "Result",
    "ResultRemoved",
    "Returned",
    "RoundClosed",
    "RoundReopened",
    "SeatsMoved",
    "SettingsChanged",
    "Sheet",
    "Sitters",
    "StageOpened",
    "Substitute",
    "Substituted",
    "Withdrawn",
]

AnyChange = (
    Created
    | SettingsChanged
    | Entered
    | Renamed
    | Withdrawn
    | Returned
    | StageOpened
    | Drawn
    | Redrawn
    | Result
    | ResultRemoved
    | SeatsMoved
    | Substituted
    | Forfeited
    | ForfeitCancelled
    | Awarded
    | Cancelled
    | FaultDecided
    | RoundClosed
    | RoundReopened
    | LotDrawn
    | Finished
)
