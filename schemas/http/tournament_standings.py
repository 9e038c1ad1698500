"""Answers about standings: their lines, and how the numbers came about."""

from typing import Any, Final

from marshmallow import fields

from schemas.http.answer_fields import Answer, anything, exact, flag, part, parts, text, whole, wholes, word
from schemas.http.tournaments import AwardSchema

_TIE_BREAKS: Final = (
    "points",
    "head_to_head",
    "firsts",
    "best_round",
    "fewest_faults",
    "strength_of_opponents",
    "lot",
)


class TieBreakSchema(Answer):
    """A tie-break that led to a place."""

    tie_break = word(_TIE_BREAKS, "Which one.", "points")
    value = exact("The value that counted; null where there was none.", 12, allow_none=True)


class StepSchema(TieBreakSchema):
    """A tie-break that was taken, and among whom."""

    among = wholes("Who was tied until then.", [3, 7])


class LineSchema(Answer):
    """The line of an entrant, with every number that decides his place."""

    place = whole("His place; who cannot be told apart share one.", 1)
    entrant = whole("His number.", 7)
    name = text("What he is called.", "Haru")
    team = text("His team.", "Reds", allow_none=True)
    withdrawn = flag("Whether he has withdrawn.", example=False)
    stage = whole("The stage whose numbers these are: he may have come no further.", 1)
    points = exact("His points, of all that follows together.", 12)
    carried = exact("What he brought along from a stage before.", 0)
    counted = exact("What the rounds that count scored.", 15)
    referee = exact("What awards and faults did to his points.", -3)
    deals = whole("How many deals he played.", 8)
    firsts = whole("How often he was first.", 2)
    best_round = exact("His best score at a table.", 5, allow_none=True)
    faults = whole("How many faults of his were upheld.", 1)
    opponents = exact("The mean of the points of those whom he met.", "31/3", allow_none=True)
    dropped = wholes("The rounds that do not count for him.", [2])
    movement = whole("By how many places he is better than a round before; null: there was none.", 1, allow_none=True)
    tie_breaks = parts(TieBreakSchema, "The tie-breaks that led to his place.")


class StandingOfRoundSchema(Answer):
    """The standing after a round, best first."""

    version = whole("The number of the last entry of the log that it is made of.", 61)
    stage = whole("The stage; 0 where none has been opened.", 1)
    round = whole("The round; 0 before the first.", 3)
    lines = parts(LineSchema, "The lines.")


class CarriedSchema(Answer):
    """What an entrant brings along."""

    stage = whole("From which stage.", 1)
    points = exact("The points that he had at its end.", 40)
    part = exact("The part of them that he brings along.", 0.5)


class DealScoreSchema(Answer):
    """A result as it was for one seat."""

    deal = whole("The deal; null where it is the whole table.", 1, allow_none=True)
    by = anything("How it came: a sheet, or the revision of a record.")
    place = whole("The place.", 2, allow_none=True)
    points = exact("The points.", 1, allow_none=True)
    title = text("The title.", "fugo", allow_none=True)
    worth = exact("What it is worth.", 1, allow_none=True)


class RoundScoreSchema(Answer):
    """A round of an entrant."""

    round = whole("Its number.", 3)
    how = word(("played", "forfeited", "bye", "waits", "absent"), "How he spent it.", "played")
    table = whole("His table.", 2, allow_none=True)
    seat = whole("His seat, from 1.", 4, allow_none=True)
    deals = parts(DealScoreSchema, "The deals that he played.")
    score = exact("What it scored; null where nothing could count.", 1, allow_none=True)
    dropped = flag("Whether it does not count.", example=False)


class UpheldSchema(Answer):
    """A fault that was upheld against him."""

    entrant = whole("His number.", 7)
    round = whole("The round.", 3)
    table = whole("The table.", 2)
    deal = whole("The deal; null where it is the whole table.", 1, allow_none=True)
    action = whole("The action, from 0; null where it is the whole deal.", 17, allow_none=True)
    code = text("What was wrong.", "run_overlap")
    severity = text("How much it mattered.", "illegal")
    award = whole("The award that was given for it.", 1, allow_none=True)
    cost = exact("What it cost besides.", -1)


class AccountSchema(Answer):
    """All that his points are made of."""

    carried = part(CarriedSchema, "What he brought along.", allow_none=True)
    rounds = parts(RoundScoreSchema, "His rounds.")
    awards = parts(AwardSchema, "His bonuses and penalties that hold.")
    faults = parts(UpheldSchema, "His faults that were upheld.")
    counted = exact("The rounds that count, together.", 15)
    referee = exact("What awards and faults did to the points.", -3)
    points = exact("All of it together.", 12)


class MeetingSchema(Answer):
    """One table at which two met."""

    opponent = whole("The other.", 9)
    round = whole("The round.", 3)
    table = whole("The table.", 2)
    own = exact("What he scored there.", 4)
    theirs = exact("What the other did.", 1)
    won = exact("1 where that was better, a half where it was the same.", 1)


class ExplanationSchema(Answer):
    """How the line of an entrant came about."""

    version = whole("The number of the last entry of the log that it is made of.", 61)
    line = part(LineSchema, "The line.")
    steps = parts(StepSchema, "The tie-breaks that led to the place, and among whom.")
    account = part(AccountSchema, "All that the points are made of.")
    meetings = parts(MeetingSchema, "Whom he met, in the order in which that was played.")


class EncounterSchema(Answer):
    """The meetings of an entrant with another."""

    opponent = whole("The other.", 9)
    won = exact("How many of them he won; a draw is half a win.", 1.5)
    meetings = parts(MeetingSchema, "The meetings.")


class EncountersSchema(Answer):
    """An entrant with all whom he met."""

    entrant = whole("His number.", 7)
    against = parts(EncounterSchema, "Those whom he met, by number.")


def versioned(name: str, **columns: fields.Field[Any]) -> type[Answer]:
    """What is told of a tournament as of a version."""
    version = whole("The number of the last entry of the log that it is made of.", 61)
    found: type[Answer] = Answer.from_dict({"version": version, **columns}, name=name)  # type: ignore[assignment]
    return found


HeadToHeadSchema: Final = versioned(
    "HeadToHeadSchema", table=parts(EncountersSchema, "Every entrant of the stage with those whom he met.")
)


class TeamSchema(Answer):
    """A team."""

    place = whole("Its place.", 1)
    team = text("What it is called.", "Reds")
    points = exact("The points of its entrants together.", 31)
    members = parts(LineSchema, "The lines of its entrants, best first.")


TeamsSchema: Final = versioned("TeamsSchema", teams=parts(TeamSchema, "The teams, best first."))


class ConsequenceSchema(Answer):
    """A line of a standing that is another one then."""

    stage = whole("The stage.", 1)
    round = whole("After which round.", 3)
    entrant = whole("Whose line it is.", 7)
    before = part(LineSchema, "As it is; null where there is none.", allow_none=True)
    after = part(LineSchema, "As it would be; null where there is none.", allow_none=True)
