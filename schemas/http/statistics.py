"""Answers about statistics: figures of players, games and pairs, and leaderboards."""

from typing import Any

from marshmallow import fields

from replay.games.catalogue import PROFILES
from schemas.http.answer_fields import Answer, number, part, parts, text, whole, word
from schemas.http.players import NamedSchema
from schemas.http.report import TextSchema


class ValueSchema(Answer):
    """What a figure comes to."""

    numerator = number("What was counted, or summed up.", 31)
    denominator = whole("In how many cases.", 124)
    value = number("The figure; null where nothing is known.", 0.25, allow_none=True)
    low = number("The lower end of its 95 % interval; null where too little is known.", 0.18, allow_none=True)
    high = number("The upper end of the interval; null where too little is known.", 0.33, allow_none=True)


def figures_by_id(description: str) -> fields.Dict:
    """Figures by their ids."""
    return fields.Dict(
        keys=fields.String(), values=fields.Nested(ValueSchema), required=True, metadata={"description": description}
    )


def game() -> fields.String:
    """The game that is told of."""
    return word(tuple(PROFILES), "The game.", "uecda")


class PlayerStatsSchema(Answer):
    """The figures of a player."""

    player = part(NamedSchema, "The player.")
    rules = game()
    figures = figures_by_id("His figures, by their ids.")


class ProfileStatsSchema(Answer):
    """The figures of a game as a whole."""

    rules = game()
    figures = figures_by_id(
        "Of the deals themselves, and of all seats together: what seat, title, role and hand are worth."
    )
    transitions = fields.Dict(
        keys=fields.String(),
        values=figures_by_id("By the title after the deal."),
        required=True,
        metadata={"description": "From the title before a deal to the title after it."},
    )
    hardest = figures_by_id("Faults in 1,000 actions by the id of the rule that was broken, the most broken first.")


class OpponentSchema(Answer):
    """Another player, and how it went against him."""

    player = part(NamedSchema, "The other player.")
    figures = figures_by_id("How it went, seen by the player who was asked about.")


class OpponentsSchema(Answer):
    """Everybody with whom a player sat."""

    player = part(NamedSchema, "The player.")
    rules = game()
    opponents = parts(OpponentSchema, "The others, those with whom he sat most often first.")


class AgainstSchema(Answer):
    """How it went between two players."""

    player = part(NamedSchema, "The player by whom it is seen.")
    other = part(NamedSchema, "The other one.")
    rules = game()
    figures = figures_by_id("How it went.")


class FigureSchema(Answer):
    """A figure."""

    id = text("Its id.", "first")
    name = part(TextSchema, "What it is called.")
    text = part(TextSchema, "What it says.")


class StandingSchema(ValueSchema):
    """A place in a leaderboard."""

    place = whole("The place, shared by equal values.", 1)
    player = part(NamedSchema, "Who has it.")
    deals = whole("From so many deals.", 124)


class LeaderboardSchema(Answer):
    """The players of a game by one figure."""

    figure = part(FigureSchema, "The figure.")
    rules = game()
    standings: Any = parts(StandingSchema, "The players, best first.")
