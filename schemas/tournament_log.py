"""Answers about the log of a tournament, what is still to be done in it, and what became of records."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from msgspec import UNSET, Raw, UnsetType

from daifu.replay.faults import POINTS_INCONSISTENT
from daifu.schemas.answer import Answer, DateTime, Text, about, component, one_of, reference
from daifu.schemas.standings import Consequence
from daifu.schemas.tournament import TOURNAMENT_PREFIX, Quality, Versioned

CHANGE_SCHEMA: Final = reference(f"{TOURNAMENT_PREFIX}Change")
"""Refers to the schema of a change of any kind."""
CHANGES_SCHEMA: Final[Mapping[str, Any]] = {
    "anyOf": [CHANGE_SCHEMA, {"type": "array", "items": CHANGE_SCHEMA, "minItems": 1}]
}
"""The schema of one change or several."""
CREATED_SCHEMA: Final = reference(f"{TOURNAMENT_PREFIX}Beginning")
"""Refers to the schema of the body that creates a tournament."""
DRAW_SCHEMA: Final = reference(f"{TOURNAMENT_PREFIX}DrawRequest")
"""Refers to the schema of a draw request."""
REDRAW_SCHEMA: Final = reference(f"{TOURNAMENT_PREFIX}Anew")
"""Refers to the schema of a request to draw again."""

EVENT: Final[dict[str, Any]] = {
    "type": "object",
    "description": "An event of the stream: an entry of the log as it comes.",
    "properties": {
        "id": {"type": "string", "pattern": "^[0-9]{1,15}$", "description": "The number of the entry."},
        "event": {"type": "string", "description": "The name of the change."},
        "data": {
            "type": "string",
            "description": "The entry in JSON.",
            "contentMediaType": "application/json",
            "contentSchema": {
                "type": "object",
                "properties": {
                    "number": {"type": "integer", "minimum": 1},
                    "at": {"type": "string", "format": "date-time"},
                    "author": {"type": "string"},
                    "reason": {"type": ["string", "null"]},
                    "change": CHANGE_SCHEMA,
                },
                "required": ["number", "at", "author", "reason", "change"],
            },
        },
    },
    "required": ["id", "event", "data"],
}
"""The schema of an event, with its fields as an object."""


class EventEntry(Answer):
    """A change as it stands in the log."""

    number: Annotated[int, about("Its number, from 1.", 12)]
    at: Annotated[DateTime, about("When it was made.")]
    author: Annotated[str, about("The author: the name of a token.", "Haru")]
    reason: Annotated[str | None, about("Why.", "the sheet was misread")]
    change: Annotated[Raw, component(f"{TOURNAMENT_PREFIX}Change", "What was changed.")]


class Entry(EventEntry):
    """A change as it stands in the log, with the part of the tournament that it changed, before and after."""

    before: Annotated[Any, about("The part of the tournament that it changed, before; null if there was none.")]
    after: Annotated[Any, about("The same part, after; null if nothing is left.")]


class Log(Versioned):
    """Some entries of a log."""

    entries: Annotated[Sequence[Entry], about("The entries, first to last.")]
    next: Annotated[int | None, about("The `after` of the next page; left out on the last one.", 62)] = None


class Changed(Answer):
    """A tournament after a change, or as it would be."""

    version: Annotated[int, about("The number of the last entry of its log, with which its ETag begins.", 62)]
    made: Annotated[int, about("The number of changes made; 0 for a preview.", 1)]
    consequences: Annotated[Sequence[Consequence], about("The lines of standings that change.")]


class MissingDeals(Answer):
    """A table with missing results."""

    stage: Annotated[int, about("The stage.", 1)]
    round: Annotated[int, about("The round.", 3)]
    table: Annotated[int, about("The table.", 2)]
    deals: Annotated[Sequence[int], about("The deals that are missing.", [1])]


class DoubtfulPoints(Answer):
    """A sheet whose points contradict its places, or do not add up to what the rules fix. They are kept and count."""

    stage: Annotated[int, about("The stage.", 1)]
    round: Annotated[int, about("The round.", 3)]
    table: Annotated[int, about("The table.", 2)]
    deal: Annotated[int | None, about("The deal; null for the whole table.", 1)]
    code: Annotated[str, one_of((POINTS_INCONSISTENT,), "The code of the notice.", POINTS_INCONSISTENT)]
    rule: Annotated[str, about("The id of the rule.", "D-SCORE-2")]
    message: Annotated[Text, about("The notice as a sentence.")]


class Made(Changed):
    """A tournament after changes, the deals that are missing at the tables of new results, and what is doubtful."""

    missing: Annotated[
        Sequence[MissingDeals] | UnsetType,
        about("The tables of these results at which deals are missing; left out in a dry run."),
    ] = UNSET
    warnings: Annotated[
        Sequence[DoubtfulPoints] | UnsetType,
        about("The new sheets with points that are probably mistyped; left out where there are none."),
    ] = UNSET


class Seating(Answer):
    """A round that was drawn."""

    stage: Annotated[int, about("The stage.", 1)]
    round: Annotated[int, about("The round.", 1)]
    tables: Annotated[Sequence[Sequence[int]], about("The tables, each with its entrants in the order of the seats.")]
    byes: Annotated[Sequence[int], about("Who sits out.", [])]


class Drawn(Answer):
    """The result of a draw."""

    version: Annotated[int, about("The number of the last entry of the log, with which the ETag begins.", 70)]
    seed: Annotated[int | None, about("The seed of the draw; null if it is not random.", 7)]
    rounds: Annotated[Sequence[Seating], about("The rounds that were drawn.")]
    quality: Annotated[Quality | None, about("How good the draw is; null if there was nothing to draw.")]


class OpenFault(Answer):
    """A fault that waits for a decision."""

    stage: Annotated[int, about("The stage.", 1)]
    round: Annotated[int, about("The round.", 3)]
    table: Annotated[int, about("The table.", 2)]
    deal: Annotated[int | None, about("The deal; null if it is the whole table.", 1)]
    action: Annotated[int | None, about("The action, from 0; null if it is the whole deal.", 17)]
    seat: Annotated[int | None, about("The seat, from 1; null if it is nobody's.", 3)]
    entrant: Annotated[int | None, about("The entrant for whom the seat counts; null if there is none.", 7)]
    code: Annotated[str, about("The code of the fault.", "run_overlap")]
    severity: Annotated[str, about("The severity of the fault.", "illegal")]


class FaultsToDecide(Versioned):
    """The faults that wait for a decision."""

    faults: Annotated[Sequence[OpenFault], about("The faults, round by round.")]


class Missing(Versioned):
    """The tables at which deals are missing."""

    missing: Annotated[Sequence[MissingDeals], about("The tables, round by round.")]


class Texts(Answer):
    """A sentence for people, about a record and a tournament."""

    en: Annotated[str, about("In English.", "the event does not name the table")]
    ja: Annotated[str, about("In Japanese.", "eventにtableがありません")]


class LandingProblem(Answer):
    """Why a record could not be imported."""

    record: Annotated[int | None, about("The record; null if it is not stored.", 7)]
    revision: Annotated[int | None, about("The revision to be imported; null if it is only a preview.", 1)]
    version: Annotated[int, about("The version of the tournament at that time.", 61)]
    at: Annotated[DateTime | None, about("When; null if it is only a preview.")]
    author: Annotated[str | None, about("Who sent the record; null if it is only a preview.", "Haru")]
    code: Annotated[str, about("The code of the reason.", "not_named")]
    message: Annotated[Texts, about("The reason as a sentence.")]


class Landing(Answer):
    """What became of a record in a tournament."""

    tournament: Annotated[int, about("The tournament.", 3)]
    record: Annotated[int | None, about("The record; null if it is not stored.", 7)]
    version: Annotated[int, about("The version of the tournament now.", 62)]
    problem: Annotated[LandingProblem | None, about("Why it could not be imported; null if it was.")]
    missing: Annotated[Sequence[int], about("The deals that are still missing at its table.", [])]


class Landings(Versioned):
    """The records that could not be imported."""

    problems: Annotated[Sequence[LandingProblem], about("What could not be imported, in the order of the records.")]
    unlanded: Annotated[
        Sequence[int],
        about("Records that name the tournament and could be imported, but have not been.", [8]),
    ]


class Attempted(Answer):
    """What became of records that were to be imported."""

    landings: Annotated[Sequence[Landing], about("What became of each, in the order of the request.")]
