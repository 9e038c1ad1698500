"""Answers about standings: their lines, and how the numbers came about."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Final

from daifu.schemas.answer import Answer, about, one_of
from daifu.schemas.tournament import Award, Versioned

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
    value: Annotated[Fraction | None, about("The value that counted; null if there was none.", 12)]


class Step(Answer):
    """A tie-break that was taken, and among whom."""

    tie_break: Annotated[str, one_of(TIE_BREAKS, "Which one.", "points")]
    among: Annotated[Sequence[int], about("The entrants who were tied until then.", [3, 7])]
    value: Annotated[Fraction | None, about("The value that counted; null if there was none.", 12)]


class Line(Answer):
    """The line of an entrant, with every number that decides the place."""

    place: Annotated[int, about("The place; entrants who are tied in everything share one.", 1)]
    entrant: Annotated[int, about("The number of the entrant.", 7)]
    name: Annotated[str, about("The name of the entrant.", "Haru")]
    team: Annotated[str | None, about("The team; null if there is none.", "Reds")]
    withdrawn: Annotated[bool, about("Whether the entrant has withdrawn.", example=False)]
    stage: Annotated[int, about("The stage whose numbers these are; the entrant may have come no further.", 1)]
    points: Annotated[Fraction, about("The points: the sum of what follows.", 12)]
    carried: Annotated[Fraction, about("Points carried over from an earlier stage.", 0)]
    counted: Annotated[Fraction, about("The scores of the rounds that count.", 15)]
    referee: Annotated[Fraction, about("The effect of awards and faults on the points.", -3)]
    deals: Annotated[int, about("The number of deals played.", 8)]
    firsts: Annotated[int, about("The number of first places.", 2)]
    best_round: Annotated[Fraction | None, about("The best score at a table; null if there is none.", 5)]
    faults: Annotated[int, about("The number of faults upheld.", 1)]
    opponents: Annotated[Fraction | None, about("The mean of the opponents' points; null without any.", "31/3")]
    dropped: Annotated[Sequence[int], about("The rounds that do not count.", [2])]
    movement: Annotated[
        int | None, about("The number of places gained since the round before; null if there was none.", 1)
    ]
    tie_breaks: Annotated[Sequence[TieBreak], about("The tie-breaks that led to the place.")]


class StandingOfRound(Versioned):
    """The standing after a round, best first."""

    stage: Annotated[int, about("The stage; 0 if none has been opened.", 1)]
    round: Annotated[int, about("The round; 0 before the first.", 3)]
    lines: Annotated[Sequence[Line], about("The lines.")]


class Carried(Answer):
    """Points carried over from another stage."""

    stage: Annotated[int, about("The stage that they come from.", 1)]
    points: Annotated[Fraction, about("The points at its end.", 40)]
    part: Annotated[Fraction, about("The part of them that is carried over.", 0.5)]

    @property
    def worth(self) -> Fraction:
        """The points carried over."""
        return self.points * self.part


class DealScore(Answer):
    """A result as it was for one seat."""

    deal: Annotated[int | None, about("The deal; null if it is the whole table.", 1)]
    by: Annotated[Any, about("How it came: a sheet, or the revision of a record.")]
    place: Annotated[int | None, about("The place.", 2)]
    points: Annotated[Fraction | None, about("The points.", 1)]
    title: Annotated[str | None, about("The title.", "fugo")]
    worth: Annotated[Fraction | None, about("What it is worth.", 1)]


class RoundScore(Answer):
    """A round of an entrant."""

    round: Annotated[int, about("Its number.", 3)]
    how: Annotated[str, one_of(ATTENDANCES, "How the entrant spent the round.", "played")]
    table: Annotated[int | None, about("The table.", 2)]
    seat: Annotated[int | None, about("The seat, from 1.", 4)]
    deals: Annotated[Sequence[DealScore], about("The deals played.")]
    score: Annotated[Fraction | None, about("The score; null if nothing could count.", 1)]
    dropped: Annotated[bool, about("Whether the round does not count.", example=False)]


class Upheld(Answer):
    """A fault that was upheld against an entrant."""

    entrant: Annotated[int, about("The number of the entrant.", 7)]
    round: Annotated[int, about("The round.", 3)]
    table: Annotated[int, about("The table.", 2)]
    deal: Annotated[int | None, about("The deal; null if it is the whole table.", 1)]
    action: Annotated[int | None, about("The action, from 0; null if it is the whole deal.", 17)]
    code: Annotated[str, about("What was wrong.", "run_overlap")]
    severity: Annotated[str, about("How much it mattered.", "illegal")]
    award: Annotated[int | None, about("The award given for it; null if there is none.", 1)]
    cost: Annotated[Fraction, about("Its cost besides the award.", -1)]


class Account(Answer):
    """All that the points of an entrant are made of."""

    carried: Annotated[Carried | None, about("Points carried over; null if there are none.")]
    rounds: Annotated[Sequence[RoundScore], about("The rounds.")]
    awards: Annotated[Sequence[Award], about("The bonuses and penalties that hold.")]
    faults: Annotated[Sequence[Upheld], about("The faults that were upheld.")]
    counted: Annotated[Fraction, about("The sum of the rounds that count.", 15)]
    referee: Annotated[Fraction, about("What awards and faults did to the points.", -3)]
    points: Annotated[Fraction, about("The sum.", 12)]


class Meeting(Answer):
    """A table at which two entrants met."""

    opponent: Annotated[int, about("The opponent.", 9)]
    round: Annotated[int, about("The round.", 3)]
    table: Annotated[int, about("The table.", 2)]
    own: Annotated[Fraction, about("The entrant's score.", 4)]
    theirs: Annotated[Fraction, about("The opponent's score.", 1)]
    won: Annotated[Fraction, about("1 for a better score, a half for an equal one.", 1)]


class Explanation(Versioned):
    """A line of a standing, with all that it is made of."""

    line: Annotated[Line, about("The line.")]
    steps: Annotated[Sequence[Step], about("The tie-breaks that led to the place, and among whom.")]
    account: Annotated[Account, about("What the points are made of.")]
    meetings: Annotated[Sequence[Meeting], about("The meetings, in the order of play.")]


class Encounter(Answer):
    """The meetings of an entrant with another."""

    opponent: Annotated[int, about("The opponent.", 9)]
    won: Annotated[Fraction, about("The number won; a draw is half a win.", 1.5)]
    meetings: Annotated[Sequence[Meeting], about("The meetings.")]


class Encounters(Answer):
    """An entrant with all opponents."""

    entrant: Annotated[int, about("The number of the entrant.", 7)]
    against: Annotated[Sequence[Encounter], about("The opponents, by number.")]


class HeadToHead(Versioned):
    """The head-to-head table of a stage."""

    table: Annotated[Sequence[Encounters], about("Every entrant of the stage with all opponents.")]


class Team(Answer):
    """A team."""

    place: Annotated[int, about("Its place.", 1)]
    team: Annotated[str, about("What it is called.", "Reds")]
    points: Annotated[Fraction, about("The sum of its entrants' points.", 31)]
    members: Annotated[Sequence[Line], about("The lines of its entrants, best first.")]


class Teams(Versioned):
    """The standing of the teams."""

    teams: Annotated[Sequence[Team], about("The teams, best first.")]


class Consequence(Answer):
    """A line of a standing that a change alters."""

    stage: Annotated[int, about("The stage.", 1)]
    round: Annotated[int, about("After which round.", 3)]
    entrant: Annotated[int, about("The entrant.", 7)]
    before: Annotated[Line | None, about("The line as it is; null if there is none.")]
    after: Annotated[Line | None, about("The line as it would be; null if there is none.")]
