"""Answers about tournaments: their list, and the state of one."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType

from daifu.schemas.answer import NEXT_PAGE, Answer, DateTime, Text, about, component, game, one_of, reference
from daifu.schemas.record.model import RawHouse

TOURNAMENT_PREFIX: Final = "Tournament"
"""The prefix of the component names of log structs."""


def log_struct(name: str, description: str, *, nullable: bool = False) -> Meta:
    """The description of a part that stands in the log of a tournament in the same form."""
    found = reference(TOURNAMENT_PREFIX + name)
    return about(description, anyOf=[found, {"type": "null"}] if nullable else [found])


class Versioned(Answer):
    """An answer about a tournament as of a version."""

    version: Annotated[int, about("The number of the last entry of the log that it is made of.", 61)]


class RoundId(Answer):
    """A round of a stage."""

    stage: Annotated[int, about("The number of the stage.", 1)]
    round: Annotated[int, about("The number of the round in it.", 3)]


class ListedTournament(Answer):
    """A tournament as lists show it."""

    id: Annotated[int, about("The number of the tournament.", 3)]
    address: Annotated[str, about("The path of the tournament.", "/v1/tournaments/3")]
    version: Annotated[int, about("The number of the last entry of its log, with which its ETag begins.", 61)]
    name: Annotated[str, about("Its name, as records have it in `event`.", "Winter cup")]
    rules: Annotated[str, game("dalmuti")]
    finished: Annotated[bool, about("Whether it is over.", example=False)]
    created_at: Annotated[DateTime, about("When it was created.")]
    changed_at: Annotated[DateTime, about("When it changed last.")]


class TournamentPage(Answer):
    """Some of the tournaments, newest first."""

    tournaments: Annotated[Sequence[ListedTournament], about("The tournaments.")]
    next: Annotated[str | None, NEXT_PAGE] = None


class Absence(Answer):
    """Rounds in which an entrant does not play."""

    since: Annotated[RoundId, about("The first of them.")]
    until: Annotated[RoundId | None, about("The first one after them; null if it is not known.")]


class Entrant(Answer):
    """Somebody who takes part."""

    number: Annotated[int, about("The number of the entrant, in the order of entry.", 1)]
    name: Annotated[str, about("The name of the entrant.", "Haru")]
    players: Annotated[Sequence[str], about("The ids by which records know the entrant; if empty, the name.")]
    team: Annotated[str | None, about("The team; null if there is none.", "Reds")]
    absences: Annotated[Sequence[Absence], about("The rounds without the entrant.")]
    withdrawn: Annotated[bool, about("Whether the entrant has withdrawn and not come back.", example=False)]
    waiting: Annotated[bool, about("Whether the entrant waits for a free place.", example=False)]
    here: Annotated[bool, about("Whether the entrant has checked in.", example=True)]


class Seat(Answer):
    """A seat at a table."""

    drawn: Annotated[int, about("The entrant who was drawn there.", 1)]
    entrant: Annotated[int | None, about("The entrant for whom it counts; null if it counts for nobody.", 1)]
    guest: Annotated[Any, log_struct("Guest", "The guest who sits there.", nullable=True)]
    forfeited: Annotated[bool, about("Whether the entrant does not play out the table.", example=False)]


class TableResult(Answer):
    """What a deal came to, by seat."""

    deal: Annotated[int | None, about("The number of the deal; null if it is the whole table.", 1)]
    by: Annotated[Any, about("How it came: a sheet, or the revision of a record.")]
    places: Annotated[Sequence[int | None], about("The places.")]
    points: Annotated[Sequence[Fraction | None], about("The points.")]
    titles: Annotated[Sequence[str | None], about("The titles.")]
    faults: Annotated[Sequence[Annotated[Any, log_struct("FaultSeen", "A fault.")]], about("The faults found.")]


class ReportedResult(Answer):
    """A result that waits to be confirmed, by seat."""

    deal: Annotated[int, about("The number of the deal.", 1)]
    seat: Annotated[int, about("The seat of the player who reported it.", 2)]
    places: Annotated[Sequence[int | None], about("The places.")]
    points: Annotated[Sequence[Fraction | None], about("The points.")]


class Decision(Answer):
    """What the referee made of a fault."""

    deal: Annotated[int | None, about("The deal; null if it is the whole table.", 1)]
    action: Annotated[int | None, about("The action, from 0; null if it is the whole deal.", 17)]
    seat: Annotated[int | None, about("The seat, from 1; null if it is nobody's.", 3)]
    code: Annotated[str, about("The code of the fault.", "run_overlap")]
    decision: Annotated[str, one_of(("upheld", "dismissed"), "What was decided.", "upheld")]
    award: Annotated[int | None, about("The award given for it; null if there is none.", 1)]


class Table(Answer):
    """A table of a round."""

    number: Annotated[int, about("Its number in the round.", 1)]
    seats: Annotated[Sequence[Seat], about("Its seats, in their order.")]
    results: Annotated[Sequence[TableResult], about("What has been played there.")]
    decisions: Annotated[Sequence[Decision], about("What the referee decided there.")]
    reports: Annotated[
        Sequence[ReportedResult] | UnsetType, about("Results that wait to be confirmed; left out if there are none.")
    ] = UNSET


class Quality(Answer):
    """How good a draw is, together with the rounds that were there before."""

    repeats: Annotated[int, about("Meetings beyond the first, over all pairs.", 1)]
    repeats_at_least: Annotated[int, about("No draw has fewer.", 0)]
    most_meetings: Annotated[int, about("The most often that two entrants meet.", 2)]
    imbalance: Annotated[
        int,
        about(
            "The most times in a seat minus the fewest, of the entrant for whom that is largest. A table that lacks "
            "a seat counts as if the entrant had been in it for the fewest.",
            1,
        ),
    ]
    byes_apart: Annotated[int, about("The most byes minus the fewest.", 0)]
    team_meetings: Annotated[int, about("Meetings of two of the same team, each time counted.", 0)]
    team_meetings_at_least: Annotated[int, about("No draw has fewer of those.", 0)]


class Round(Answer):
    """A round of a stage."""

    number: Annotated[int, about("Its number in the stage.", 1)]
    closed: Annotated[bool, about("Whether it is over.", example=False)]
    method: Annotated[str, about("How it was drawn.", "balanced")]
    seed: Annotated[int | None, about("The seed by which it was drawn.", 7)]
    quality: Annotated[
        Mapping[str, Any], about("How good the draw is, as answered when it was drawn.", additionalProperties={})
    ]
    byes: Annotated[Sequence[int], about("Who sits out.", [])]
    tables: Annotated[Sequence[Table], about("Its tables.")]


class Stage(Answer):
    """A stage of a tournament."""

    number: Annotated[int, about("Its number.", 1)]
    name: Annotated[str, about("Its name.", "Preliminaries")]
    field: Annotated[Sequence[int] | None, about("The entrants of the stage; null if it is everybody.", [1, 2, 3])]
    carry: Annotated[Fraction, about("The part of the points that is carried over.", 0)]
    after: Annotated[int | None, about("The stage from which points are carried over.")]
    planned: Annotated[int | None, about("The planned number of rounds.", 8)]
    sizes: Annotated[
        Sequence[int] | None, about("The sizes that its tables may have; null if all that the game allows.", [4, 5])
    ]
    settings: Annotated[Any, log_struct("Settings", "How it is scored; null if as the tournament.", nullable=True)]
    rounds: Annotated[Sequence[Round], about("The rounds that have been drawn.")]


class Award(Answer):
    """A bonus, or a penalty where the points are negative."""

    id: Annotated[int, about("Its number.", 1)]
    entrant: Annotated[int, about("The entrant.", 4)]
    stage: Annotated[int, about("The stage.", 1)]
    round: Annotated[int | None, about("The round; null if it is for the whole stage.", 2)]
    points: Annotated[Fraction, about("The points.", -3)]
    reason: Annotated[str, about("Why.", "late at the table")]
    cancelled: Annotated[bool, about("Whether it was cancelled.", example=False)]


class Clock(Answer):
    """A clock that runs until a time, or stands."""

    until: Annotated[int | None, about("When it ends, in seconds since 1970; null if it stands.", 1_800_000_000)]
    left: Annotated[int | None, about("The seconds that it has left; null if it runs.")]


class Tournament(Answer):
    """All of a tournament but its log and its standings."""

    id: Annotated[int, about("The number of the tournament.", 3)]
    address: Annotated[str, about("The path of the tournament.", "/v1/tournaments/3")]
    version: Annotated[int, about("The number of the last entry of the log that this is made of.", 61)]
    name: Annotated[str, about("Its name.", "Winter cup")]
    rules: Annotated[str, game("dalmuti")]
    options: Annotated[
        Mapping[str, Any], about("Options of the game that differ from the defaults.", additionalProperties={})
    ]
    settings: Annotated[Any, log_struct("Settings", "How it is scored.")]
    plan: Annotated[Any, log_struct("Plan", "How it is meant to go on.")]
    entrants: Annotated[Sequence[Entrant], about("The entrants, in the order of entry.")]
    stages: Annotated[Sequence[Stage], about("Its stages.")]
    awards: Annotated[Sequence[Award], about("Bonuses and penalties, including cancelled ones.")]
    lots: Annotated[Sequence[Sequence[int]], about("The lots that were drawn, each as entrants in order.")]
    finished: Annotated[bool, about("Whether it is over.", example=False)]
    notices: Annotated[Sequence[Text], about("What to mind, such as that its game gives no points to score.")]
    clock: Annotated[Clock | UnsetType, about("The clock that walls and phones show; left out if there is none.")] = (
        UNSET
    )
    wall: Annotated[
        Sequence[str] | UnsetType, about("The pages that walls show; left out if all of them.", ["standing"])
    ] = UNSET
    house: Annotated[
        RawHouse | UnsetType, component("House", "The house rules whose options these are; left out if there are none.")
    ] = UNSET
