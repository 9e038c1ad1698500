"""Answers about standings: their lines, and how the numbers came about."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Final

from schemas.http.answers import Answer, about, one_of
from schemas.http.tournaments import Award, Versioned

TIE_BREAKS: Final = (
    "points",
    "head_to_head",
    "firsts",
    "best_round",
    "fewest_faults",
    "strength_of_opponents",
    "lot",
)
ATTENDANCES: Final = ("played", "forfeited", "bye", "waits", "absent")
"""How an entrant spends a round."""


class TieBreak(Answer):
    """A tie-break that led to a place."""

    tie_break: Annotated[str, one_of(TIE_BREAKS, "Which one.", "points")]
    value: Annotated[Fraction | None, about("The value that counted; null where there was none.", 12)]


class Step(Answer):
    """A tie-break that was taken, and among whom."""

    tie_break: Annotated[str, one_of(TIE_BREAKS, "Which one.", "points")]
    among: Annotated[Sequence[int], about("Who was tied until then.", [3, 7])]
    value: Annotated[Fraction | None, about("The value that counted; null where there was none.", 12)]


class Line(Answer):
    """The line of an entrant, with every number that decides his place."""

    place: Annotated[int, about("His place; who cannot be told apart share one.", 1)]
    entrant: Annotated[int, about("His number.", 7)]
    name: Annotated[str, about("What he is called.", "Haru")]
    team: Annotated[str | None, about("His team.", "Reds")]
    withdrawn: Annotated[bool, about("Whether he has withdrawn.", example=False)]
    stage: Annotated[int, about("The stage whose numbers these are: he may have come no further.", 1)]
    points: Annotated[Fraction, about("His points, of all that follows together.", 12)]
    carried: Annotated[Fraction, about("What he brought along from a stage before.", 0)]
    counted: Annotated[Fraction, about("What the rounds that count scored.", 15)]
    referee: Annotated[Fraction, about("What awards and faults did to his points.", -3)]
    deals: Annotated[int, about("How many deals he played.", 8)]
    firsts: Annotated[int, about("How often he was first.", 2)]
    best_round: Annotated[Fraction | None, about("His best score at a table.", 5)]
    faults: Annotated[int, about("How many faults of his were upheld.", 1)]
    opponents: Annotated[Fraction | None, about("The mean of the points of those whom he met.", "31/3")]
    dropped: Annotated[Sequence[int], about("The rounds that do not count for him.", [2])]
    movement: Annotated[
        int | None, about("By how many places he is better than a round before; null: there was none.", 1)
    ]
    tie_breaks: Annotated[Sequence[TieBreak], about("The tie-breaks that led to his place.")]


class StandingOfRound(Versioned):
    """The standing after a round, best first."""

    stage: Annotated[int, about("The stage; 0 where none has been opened.", 1)]
    round: Annotated[int, about("The round; 0 before the first.", 3)]
    lines: Annotated[Sequence[Line], about("The lines.")]


class Carried(Answer):
    """What an entrant brings along."""

    stage: Annotated[int, about("From which stage.", 1)]
    points: Annotated[Fraction, about("The points that he had at its end.", 40)]
    part: Annotated[Fraction, about("The part of them that he brings along.", 0.5)]


class DealScore(Answer):
    """A result as it was for one seat."""

    deal: Annotated[int | None, about("The deal; null where it is the whole table.", 1)]
    by: Annotated[Any, about("How it came: a sheet, or the revision of a record.")]
    place: Annotated[int | None, about("The place.", 2)]
    points: Annotated[Fraction | None, about("The points.", 1)]
    title: Annotated[str | None, about("The title.", "fugo")]
    worth: Annotated[Fraction | None, about("What it is worth.", 1)]


class RoundScore(Answer):
    """A round of an entrant."""

    round: Annotated[int, about("Its number.", 3)]
    how: Annotated[str, one_of(ATTENDANCES, "How he spent it.", "played")]
    table: Annotated[int | None, about("His table.", 2)]
    seat: Annotated[int | None, about("His seat, from 1.", 4)]
    deals: Annotated[Sequence[DealScore], about("The deals that he played.")]
    score: Annotated[Fraction | None, about("What it scored; null where nothing could count.", 1)]
    dropped: Annotated[bool, about("Whether it does not count.", example=False)]


class Upheld(Answer):
    """A fault that was upheld against him."""

    entrant: Annotated[int, about("His number.", 7)]
    round: Annotated[int, about("The round.", 3)]
    table: Annotated[int, about("The table.", 2)]
    deal: Annotated[int | None, about("The deal; null where it is the whole table.", 1)]
    action: Annotated[int | None, about("The action, from 0; null where it is the whole deal.", 17)]
    code: Annotated[str, about("What was wrong.", "run_overlap")]
    severity: Annotated[str, about("How much it mattered.", "illegal")]
    award: Annotated[int | None, about("The award that was given for it.", 1)]
    cost: Annotated[Fraction, about("What it cost besides.", -1)]


class Account(Answer):
    """All that his points are made of."""

    carried: Annotated[Carried | None, about("What he brought along.")]
    rounds: Annotated[Sequence[RoundScore], about("His rounds.")]
    awards: Annotated[Sequence[Award], about("His bonuses and penalties that hold.")]
    faults: Annotated[Sequence[Upheld], about("His faults that were upheld.")]
    counted: Annotated[Fraction, about("The rounds that count, together.", 15)]
    referee: Annotated[Fraction, about("What awards and faults did to the points.", -3)]
    points: Annotated[Fraction, about("All of it together.", 12)]


class Meeting(Answer):
    """One table at which two met."""

    opponent: Annotated[int, about("The other.", 9)]
    round: Annotated[int, about("The round.", 3)]
    table: Annotated[int, about("The table.", 2)]
    own: Annotated[Fraction, about("What he scored there.", 4)]
    theirs: Annotated[Fraction, about("What the other did.", 1)]
    won: Annotated[Fraction, about("1 where that was better, a half where it was the same.", 1)]


class Explanation(Versioned):
    """How the line of an entrant came about."""

    line: Annotated[Line, about("The line.")]
    steps: Annotated[Sequence[Step], about("The tie-breaks that led to the place, and among whom.")]
    account: Annotated[Account, about("All that the points are made of.")]
    meetings: Annotated[Sequence[Meeting], about("Whom he met, in the order in which that was played.")]


class Encounter(Answer):
    """The meetings of an entrant with another."""

    opponent: Annotated[int, about("The other.", 9)]
    won: Annotated[Fraction, about("How many of them he won; a draw is half a win.", 1.5)]
    meetings: Annotated[Sequence[Meeting], about("The meetings.")]


class Encounters(Answer):
    """An entrant with all whom he met."""

    entrant: Annotated[int, about("His number.", 7)]
    against: Annotated[Sequence[Encounter], about("Those whom he met, by number.")]


class HeadToHead(Versioned):
    """The head-to-head table of a stage."""

    table: Annotated[Sequence[Encounters], about("Every entrant of the stage with those whom he met.")]


class Team(Answer):
    """A team."""

    place: Annotated[int, about("Its place.", 1)]
    team: Annotated[str, about("What it is called.", "Reds")]
    points: Annotated[Fraction, about("The points of its entrants together.", 31)]
    members: Annotated[Sequence[Line], about("The lines of its entrants, best first.")]


class Teams(Versioned):
    """The standing of the teams."""

    teams: Annotated[Sequence[Team], about("The teams, best first.")]


class Consequence(Answer):
    """A line of a standing that is another one then."""

    stage: Annotated[int, about("The stage.", 1)]
    round: Annotated[int, about("After which round.", 3)]
    entrant: Annotated[int, about("Whose line it is.", 7)]
    before: Annotated[Line | None, about("As it is; null where there is none.")]
    after: Annotated[Line | None, about("As it would be; null where there is none.")]
