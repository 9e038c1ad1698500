"""Answers about statistics: figures of players, games and pairs, and leaderboards."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from daifu.schemas.answer import NEXT_PAGE, Answer, Number, Text, about, counted_game
from daifu.schemas.http.players import Named

Numerator = Annotated[Number, about("The count, or the sum.", 31)]
Denominator = Annotated[Number, about("The number of cases.", 124, type="integer")]
Quotient = Annotated[float | None, about("The figure; null if nothing is known.", 0.25)]
LowerEnd = Annotated[float | None, about("The lower end of its 95 % interval; null if there is none.", 0.18)]
UpperEnd = Annotated[float | None, about("The upper end of the interval; null if there is none.", 0.33)]


class Value(Answer):
    """The value of a figure: numerator / denominator = value, and the 95 % interval from `low` to `high`.

    `value` is None where the denominator is 0. `low` and `high` are None where too little is known for an interval, and
    for figures that have none.
    """

    numerator: Numerator
    denominator: Denominator
    value: Quotient
    low: LowerEnd
    high: UpperEnd


Figures = Mapping[str, Value]
"""Figures by their ids."""


class PlayerStats(Answer):
    """The figures of a player."""

    player: Annotated[Named, about("The player.")]
    rules: Annotated[str, counted_game("uecda")]
    figures: Annotated[Figures, about("The figures of the player, by id.")]


class ProfileStats(Answer):
    """The figures of a game as a whole."""

    rules: Annotated[str, counted_game("uecda")]
    figures: Annotated[
        Figures, about("Figures of the deals, and of all seats together: what seat, title, role and hand are worth.")
    ]
    transitions: Annotated[
        Mapping[str, Annotated[Figures, about("By the title after the deal.")]],
        about("From the title before a deal to the title after it."),
    ]
    hardest: Annotated[
        Figures, about("Faults in 1,000 actions by the id of the rule that was broken, the most broken first.")
    ]


class Opponent(Answer):
    """Another player, and the figures against them."""

    player: Annotated[Named, about("The other player.")]
    figures: Annotated[Figures, about("The figures from the side of the player asked for.")]


class Opponents(Answer):
    """The opponents of a player."""

    player: Annotated[Named, about("The player.")]
    rules: Annotated[str, counted_game("uecda")]
    opponents: Annotated[Sequence[Opponent], about("The opponents, those met most often first.")]


class Against(Answer):
    """The figures between two players."""

    player: Annotated[Named, about("The player from whose side the figures are.")]
    other: Annotated[Named, about("The other player.")]
    rules: Annotated[str, counted_game("uecda")]
    figures: Annotated[Figures, about("The figures.")]


class Figure(Answer):
    """A figure."""

    id: Annotated[str, about("Its id.", "first")]
    name: Annotated[Text, about("Its name.")]
    text: Annotated[Text, about("Its description.")]


class Standing(Answer):
    """A place in a leaderboard."""

    place: Annotated[int, about("The place, shared by equal values.", 1)]
    player: Annotated[Named, about("The player.")]
    deals: Annotated[int, about("The number of deals.", 124)]
    numerator: Numerator
    denominator: Denominator
    value: Quotient
    low: LowerEnd
    high: UpperEnd


class Leaderboard(Answer):
    """The players of a game by one figure."""

    figure: Annotated[Figure, about("The figure.")]
    rules: Annotated[str, counted_game("uecda")]
    standings: Annotated[Sequence[Standing], about("The players, best first.")]
    next: Annotated[str | None, NEXT_PAGE] = None
