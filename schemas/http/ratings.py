"""Answers about ratings, form and the records of a game."""

from typing import Any

from marshmallow import Schema, fields

from schemas.http.answer_fields import Answer, number, part, parts, whole, word
from schemas.http.players import NamedSchema
from schemas.http.statistics import game


def behind() -> fields.Integer:
    """How far an answer is behind the store."""
    return whole("So many deals are not in it yet, or are to be gone through again; 0 when it is up to date.", 0)


class RatingSchema(Answer):
    """How strong somebody is held to be."""

    mu = number("The estimate of his strength.", 27.4)
    sigma = number("How unsure it is.", 1.9)
    skill = number("At least so strong he is, as good as certainly: the estimate less three times `sigma`.", 21.7)
    low = number("The lower end of the 95 % interval of his strength.", 23.7)
    high = number("The upper end of the interval.", 31.1)
    deals = whole("From so many rated deals.", 124)


class RatedSchema(RatingSchema):
    """A place in the list of ratings."""

    place = whole("The place, shared by equal skills.", 1)
    player = part(NamedSchema, "Who has it.")


class RatingsSchema(Answer):
    """Some of the ratings, highest skill first; the header `Link` leads to the next ones."""

    rules = game()
    ratings = parts(RatedSchema, "The ratings.")
    behind = behind()


class DaySchema(RatingSchema):
    """A rating at the end of a day."""

    day = fields.Date(required=True, metadata={"description": "The day."})


class RatingHistorySchema(Answer):
    """How the rating of a player went."""

    player = part(NamedSchema, "The player.")
    rules = game()
    history = parts(DaySchema, "His rating at the end of each day on which he played, the first first.")
    behind = behind()


class PlaceSchema(Answer):
    """A place in a deal."""

    place = whole("The place, 1 being the first.", 2)
    of = whole("Of so many.", 5)


class BestSchema(Answer):
    """The most of something that somebody came to."""

    value = number("How much.", 6)
    record = whole("The number of the record in which he came to it.", 7)
    day = fields.Date(required=True, metadata={"description": "The day."})


class FormSchema(Answer):
    """How it has gone for a player lately."""

    player = part(NamedSchema, "The player.")
    rules = game()
    places = parts(PlaceSchema, "His last places, the latest last.")
    first = whole("So many of his last deals in a row were first places.", 2)
    last = whole("So many of his last deals in a row were last places.", 0)
    longest_first = part(BestSchema, "His longest row of first places; null without any.", allow_none=True)
    longest_last = part(BestSchema, "His longest row of last places; null without any.", allow_none=True)
    longest_reign = part(BestSchema, "His longest row of deals with the best title.", allow_none=True)
    peak = part(BestSchema, "His highest skill; null before the first rated deal.", allow_none=True)
    behind = behind()


class HolderSchema(BestSchema):
    """Somebody who holds a record."""

    player = part(NamedSchema, "Who.")


def records_schema(feats: tuple[str, ...]) -> Schema:
    """Who came to the most of these feats."""
    feat = Answer.from_dict(
        {
            "feat": word(feats, "What: rows of first or last places, a reign in the best title, or skill.", feats[0]),
            "holders": parts(HolderSchema, "Who came to the most of it, the best first."),
        },
        name="FeatSchema",
    )
    told: dict[str, Any] = {"rules": game(), "records": parts(feat, "The records."), "behind": behind()}
    return Answer.from_dict(told, name="FeatsSchema")()
