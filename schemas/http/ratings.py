"""Answers about ratings, form and the records of a game."""

from collections.abc import Sequence
from typing import Annotated, Final

from schemas.http.answers import Answer, Date, Number, about, game, one_of
from schemas.http.players import Named

FEATS: Final = ("first", "last", "reign", "skill")
"""What players hold records in."""

_BEHIND: Final = about("So many deals are not in it yet, or are to be gone through again; 0 when it is up to date.", 0)


class Rating(Answer, kw_only=True):
    """How strong somebody is held to be."""

    mu: Annotated[Number, about("The estimate of his strength.", 27.4)]
    sigma: Annotated[Number, about("How unsure it is.", 1.9)]
    skill: Annotated[
        Number, about("At least so strong he is, as good as certainly: the estimate less three times `sigma`.", 21.7)
    ]
    deals: Annotated[int, about("From so many rated deals.", 124)]
    low: Annotated[Number, about("The lower end of the 95 % interval of his strength.", 23.7)]
    high: Annotated[Number, about("The upper end of the interval.", 31.1)]


class Rated(Rating):
    """A place in the list of ratings."""

    place: Annotated[int, about("The place, shared by equal skills.", 1)]
    player: Annotated[Named, about("Who has it.")]


class Ratings(Answer):
    """Some of the ratings, highest skill first; the header `Link` leads to the next ones."""

    rules: Annotated[str, game("uecda")]
    ratings: Annotated[Sequence[Rated], about("The ratings.")]
    behind: Annotated[int, _BEHIND]


class Day(Rating):
    """A rating at the end of a day."""

    day: Annotated[Date, about("The day.")]


class RatingHistory(Answer):
    """How the rating of a player went."""

    player: Annotated[Named, about("The player.")]
    rules: Annotated[str, game("uecda")]
    history: Annotated[Sequence[Day], about("His rating at the end of each day on which he played, the first first.")]
    behind: Annotated[int, _BEHIND]


class Place(Answer):
    """A place in a deal."""

    place: Annotated[int, about("The place, 1 being the first.", 2)]
    of: Annotated[int, about("Of so many.", 5)]


class Best(Answer, kw_only=True):
    """The most of something that somebody came to."""

    value: Annotated[Number, about("How much.", 6)]
    record: Annotated[int, about("The number of the record in which he came to it.", 7)]
    day: Annotated[Date, about("The day.")]


class Form(Answer):
    """How it has gone for a player lately."""

    player: Annotated[Named, about("The player.")]
    rules: Annotated[str, game("uecda")]
    places: Annotated[Sequence[Place], about("His last places, the latest last.")]
    first: Annotated[int, about("So many of his last deals in a row were first places.", 2)]
    last: Annotated[int, about("So many of his last deals in a row were last places.", 0)]
    longest_first: Annotated[Best | None, about("His longest row of first places; null without any.")]
    longest_last: Annotated[Best | None, about("His longest row of last places; null without any.")]
    longest_reign: Annotated[Best | None, about("His longest row of deals with the best title.")]
    peak: Annotated[Best | None, about("His highest skill; null before the first rated deal.")]
    behind: Annotated[int, _BEHIND]


class Holder(Best):
    """Somebody who holds a record."""

    player: Annotated[Named, about("Who.")]


class Feat(Answer):
    """Who holds the records in something."""

    feat: Annotated[
        str, one_of(FEATS, "What: rows of first or last places, a reign in the best title, or skill.", "first")
    ]
    holders: Annotated[Sequence[Holder], about("Who came to the most of it, the best first.")]


class Feats(Answer):
    """The records of a game."""

    rules: Annotated[str, game("uecda")]
    records: Annotated[Sequence[Feat], about("The records.")]
    behind: Annotated[int, _BEHIND]
