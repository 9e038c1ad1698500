"""Answers about tournaments: their list, and the state of one."""

from marshmallow import fields

from replay.games.catalogue import PROFILES
from schemas.http.answer_fields import (
    Answer,
    RoundIdSchema,
    anything,
    by_seat,
    exact,
    flag,
    log_struct,
    part,
    parts,
    text,
    whole,
    wholes,
    word,
)


class ListedTournamentSchema(Answer):
    """A tournament as lists show it."""

    id = whole("The number of the tournament.", 3)
    address = text("Where it is.", "/v1/tournaments/3")
    version = whole("The number of the last entry of its log, which is also its ETag.", 61)
    name = text("What it is called; records name it so in their `event`.", "Winter cup")
    rules = word(tuple(PROFILES), "The game.", "dalmuti")
    finished = flag("Whether it is over.", example=False)
    created_at = fields.DateTime(required=True, metadata={"description": "When it was created."})
    changed_at = fields.DateTime(required=True, metadata={"description": "When it changed last."})


class TournamentPageSchema(Answer):
    """Some of the tournaments, newest first; the header `Link` leads to the next ones."""

    tournaments = parts(ListedTournamentSchema, "The tournaments.")


class AbsenceSchema(Answer):
    """Rounds in which an entrant does not play."""

    since = part(RoundIdSchema, "The first of them.")
    until = part(RoundIdSchema, "The first one that he plays again; null where none is known.", allow_none=True)


class EntrantSchema(Answer):
    """Somebody who takes part."""

    number = whole("His number, in the order of entry.", 1)
    name = text("What he is called.", "Haru")
    players = fields.List(
        fields.String(), required=True, metadata={"description": "The ids by which records know him; none: his name."}
    )
    team = text("His team.", "Reds", allow_none=True)
    absences = parts(AbsenceSchema, "When he was away.")
    withdrawn = flag("Whether he has withdrawn and not come back.", example=False)


class SeatSchema(Answer):
    """A seat at a table."""

    drawn = whole("The entrant who was drawn there.", 1)
    entrant = whole("The entrant for whom it counts; null where it counts for nobody.", 1, allow_none=True)
    guest = log_struct("Guest", "The guest who sits there.", allow_none=True)
    forfeited = flag("Whether the entrant does not play out the table.", example=False)


class TableResultSchema(Answer):
    """What a deal came to, by seat."""

    deal = whole("The number of the deal; null where it is the whole table.", 1, allow_none=True)
    by = anything("How it came: a sheet, or the revision of a record.")
    places = by_seat(fields.Integer(strict=True), "The places.")
    points = by_seat(exact("Points.", 2), "The points.")
    titles = by_seat(fields.String(), "The titles.")
    faults = fields.List(
        log_struct("FaultSeen", "A fault."), required=True, metadata={"description": "The faults found."}
    )


class DecisionSchema(Answer):
    """What the referee made of a fault."""

    deal = whole("The deal; null where it is the whole table.", 1, allow_none=True)
    action = whole("The action, from 0; null where it is the whole deal.", 17, allow_none=True)
    seat = whole("The seat, from 1; null where it is nobody's.", 3, allow_none=True)
    code = text("What is wrong.", "run_overlap")
    decision = word(("upheld", "dismissed"), "What was decided.", "upheld")
    award = whole("The award that was given for it.", 1, allow_none=True)


class TableSchema(Answer):
    """A table of a round."""

    number = whole("Its number in the round.", 1)
    seats = parts(SeatSchema, "Its seats, in their order.")
    results = parts(TableResultSchema, "What has been played there.")
    decisions = parts(DecisionSchema, "What the referee decided there.")


class QualitySchema(Answer):
    """How good a draw is, together with the rounds that were there before."""

    repeats = whole("Meetings beyond the first, over all pairs.", 1)
    repeats_at_least = whole("No draw has fewer.", 0)
    most_meetings = whole("The most often that two entrants meet.", 2)
    imbalance = whole(
        "The most times in a seat minus the fewest, of the entrant for whom that is largest. A table that lacks a seat "
        "counts as if he had been in it, when it comes to the fewest.",
        1,
    )
    byes_apart = whole("The most byes minus the fewest.", 0)
    team_meetings = whole("Meetings of two of the same team, each time counted.", 0)
    team_meetings_at_least = whole("No draw has fewer of those.", 0)


class RoundSchema(Answer):
    """A round of a stage."""

    number = whole("Its number in the stage.", 1)
    closed = flag("Whether it is over.", example=False)
    method = text("How it was drawn.", "balanced")
    seed = whole("The seed by which it was drawn.", 7, allow_none=True)
    quality = fields.Dict(
        keys=fields.String(), required=True, metadata={"description": "How good the draw is, as it was told then."}
    )
    byes = wholes("Who sits out.", [])
    tables = parts(TableSchema, "Its tables.")


class StageSchema(Answer):
    """A stage of a tournament."""

    number = whole("Its number.", 1)
    name = text("What it is called.", "Preliminaries")
    field = wholes("The entrants who play in it; null where that is everybody.", [1, 2, 3], allow_none=True)
    carry = exact("The part of the points that entrants bring along.", 0)
    after = whole("The stage from which they bring it.", None, allow_none=True)
    planned = whole("How many rounds it is to have.", 8, allow_none=True)
    sizes = wholes("The sizes that its tables may have; null: any that the game allows.", [4, 5], allow_none=True)
    settings = log_struct("Settings", "How it is scored; null: as the tournament says.", allow_none=True)
    rounds = parts(RoundSchema, "The rounds that have been drawn.")


class AwardSchema(Answer):
    """A bonus, or a penalty where the points are negative."""

    id = whole("Its number.", 1)
    entrant = whole("Whose it is.", 4)
    stage = whole("The stage.", 1)
    round = whole("The round; null where it is for the whole stage.", 2, allow_none=True)
    points = exact("The points.", -3)
    reason = text("Why.", "late at the table")
    cancelled = flag("Whether it was taken back.", example=False)


class TournamentSchema(Answer):
    """All of a tournament but its log and its standings."""

    id = whole("The number of the tournament.", 3)
    address = text("Where it is.", "/v1/tournaments/3")
    version = whole("The number of the last entry of the log that this is made of.", 61)
    name = text("What it is called.", "Winter cup")
    rules = word(tuple(PROFILES), "The game.", "dalmuti")
    options = fields.Dict(required=True, metadata={"description": "Options of the game that are not as by default."})
    settings = log_struct("Settings", "How it is scored.")
    entrants = parts(EntrantSchema, "Who takes part, in the order of entry.")
    stages = parts(StageSchema, "Its stages.")
    awards = parts(AwardSchema, "Bonuses and penalties, those that were cancelled included.")
    lots = fields.List(
        fields.List(fields.Integer(strict=True)),
        required=True,
        metadata={"description": "The lots that were drawn, each the entrants in its order."},
    )
    finished = flag("Whether it is over.", example=False)
