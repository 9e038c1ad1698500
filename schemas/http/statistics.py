"""Answers about statistics: figures of players, games and pairs, and leaderboards."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from schemas.http.answers import Answer, Text, about, game
from schemas.http.players import Named
from schemas.statistics.values import Denominator, LowerEnd, Numerator, Quotient, UpperEnd, Value

Figures = Mapping[str, Value]
"""Figures by their ids."""


class PlayerStats(Answer):
    """The figures of a player."""

    player: Annotated[Named, about("The player.")]
    rules: Annotated[str, game("uecda")]
    figures: Annotated[Figures, about("His figures, by their ids.")]


class ProfileStats(Answer):
    """The figures of a game as a whole."""

    rules: Annotated[str, game("uecda")]
    figures: Annotated[
        Figures, about("Of the deals themselves, and of all seats together: what seat, title, role and hand are worth.")
    ]
    transitions: Annotated[
        Mapping[str, Annotated[Figures, about("By the title after the deal.")]],
        about("From the title before a deal to the title after it."),
    ]
    hardest: Annotated[
        Figures, about("Faults in 1,000 actions by the id of the rule that was broken, the most broken first.")
    ]


class Opponent(Answer):
    """Another player, and how it went against him."""

    player: Annotated[Named, about("The other player.")]
    figures: Annotated[Figures, about("How it went, seen by the player who was asked about.")]


class Opponents(Answer):
    """Everybody with whom a player sat."""

    player: Annotated[Named, about("The player.")]
    rules: Annotated[str, game("uecda")]
    opponents: Annotated[Sequence[Opponent], about("The others, those with whom he sat most often first.")]


class Against(Answer):
    """How it went between two players."""

    player: Annotated[Named, about("The player by whom it is seen.")]
    other: Annotated[Named, about("The other one.")]
    rules: Annotated[str, game("uecda")]
    figures: Annotated[Figures, about("How it went.")]


class Figure(Answer):
    """A figure."""

    id: Annotated[str, about("Its id.", "first")]
    name: Annotated[Text, about("What it is called.")]
    text: Annotated[Text, about("What it says.")]


class Standing(Answer):
    """A place in a leaderboard."""

    place: Annotated[int, about("The place, shared by equal values.", 1)]
    player: Annotated[Named, about("Who has it.")]
    deals: Annotated[int, about("From so many deals.", 124)]
    numerator: Numerator
    denominator: Denominator
    value: Quotient
    low: LowerEnd
    high: UpperEnd


class Leaderboard(Answer):
    """The players of a game by one figure."""

    figure: Annotated[Figure, about("The figure.")]
    rules: Annotated[str, game("uecda")]
    standings: Annotated[Sequence[Standing], about("The players, best first.")]
