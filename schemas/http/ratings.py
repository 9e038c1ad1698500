"""Answers about ratings, form and the records of a game."""

from collections.abc import Sequence
from typing import Annotated, Final

from daifu.schemas.answer import NEXT_PAGE, Answer, Date, Number, about, counted_game, one_of
from daifu.schemas.http.players import Named

FEATS: Final = ("first", "last", "reign", "skill")
"""What players hold records in."""

_BEHIND: Final = about(
    "The number of deals that are not in it yet, or have to be rated again; 0 if it is up to date.", 0
)


class Rating(Answer, kw_only=True):
    """The rating of a player."""

    mu: Annotated[Number, about("The estimate of the player's strength.", 27.4)]
    sigma: Annotated[Number, about("The uncertainty of the estimate.", 1.9)]
    skill: Annotated[
        Number, about("A cautious estimate, by which lists are sorted: `mu` less three times `sigma`.", 21.7)
    ]
    deals: Annotated[int, about("The number of rated deals.", 124)]
    low: Annotated[
        Number,
        about(
            "`mu` less 1.96 times `sigma`: the lower end of the range by the model. It is no 95 % interval, because "
            "the model takes deals to be independent.",
            23.7,
        ),
    ]
    high: Annotated[Number, about("The upper end of this range.", 31.1)]


class Rated(Rating):
    """A place in the list of ratings."""

    place: Annotated[int, about("The place, shared by equal skills.", 1)]
    player: Annotated[Named, about("The player.")]
    group: Annotated[
        int,
        about(
            "The group of those who met, also by way of others: the ratings of different groups cannot be compared. "
            "The highest rating of all is in group 1.",
            1,
        ),
    ]


class Ratings(Answer):
    """Some of the ratings, highest skill first."""

    rules: Annotated[str, counted_game("uecda")]
    ratings: Annotated[Sequence[Rated], about("The ratings.")]
    behind: Annotated[int, _BEHIND]
    next: Annotated[str | None, NEXT_PAGE] = None


class RatingChange(Rating):
    """What a span changed for a player, whose rating after it this is."""

    place: Annotated[int, about("The place by the change.", 1)]
    player: Annotated[Named, about("The player.")]
    before: Annotated[
        Number | None, about("`mu` before the span; null for who had not played, who begins at 25.", 26.1)
    ]
    change: Annotated[Number, about("By how much `mu` has changed.", 1.3)]
    played: Annotated[int, about("The number of rated deals in the span.", 40)]


class RatingChanges(Answer):
    """What a span of days changed, the largest gain first."""

    rules: Annotated[str, counted_game("uecda")]
    changes: Annotated[Sequence[RatingChange], about("The players who played in it.")]
    behind: Annotated[int, _BEHIND]
    next: Annotated[str | None, NEXT_PAGE] = None


class Day(Rating):
    """A rating at the end of a day."""

    day: Annotated[Date, about("The day.")]


class RatingHistory(Answer):
    """The rating of a player day by day."""

    player: Annotated[Named, about("The player.")]
    rules: Annotated[str, counted_game("uecda")]
    history: Annotated[Sequence[Day], about("The rating at the end of each day with deals, oldest first.")]
    behind: Annotated[int, _BEHIND]


class Place(Answer):
    """A place in a deal."""

    place: Annotated[
        Number, about("The place, 1 being the first. Players without a place have the mean of the places left.", 2)
    ]
    of: Annotated[int, about("The number of players.", 5)]


class Best(Answer, kw_only=True):
    """The best value that a player reached."""

    value: Annotated[Number, about("The value.", 6)]
    record: Annotated[int, about("The number of the record in which it was reached.", 7)]
    day: Annotated[Date, about("The day.")]


class Form(Answer):
    """The recent results of a player."""

    player: Annotated[Named, about("The player.")]
    rules: Annotated[str, counted_game("uecda")]
    places: Annotated[Sequence[Place], about("The last places, latest last.")]
    first: Annotated[int, about("The current run of first places.", 2)]
    last: Annotated[int, about("The current run of last places.", 0)]
    longest_first: Annotated[Best | None, about("The longest run of first places; null without any.")]
    longest_last: Annotated[Best | None, about("The longest run of last places; null without any.")]
    longest_reign: Annotated[Best | None, about("The longest run of deals with the best title; null without any.")]
    peak: Annotated[Best | None, about("The highest skill; null before the first rated deal.")]
    behind: Annotated[int, _BEHIND]


class Holder(Best):
    """A record holder."""

    player: Annotated[Named, about("The player.")]


class Feat(Answer):
    """Who holds the records in something."""

    feat: Annotated[str, one_of(FEATS, "Runs of first or last places, a run in the best title, or skill.", "first")]
    holders: Annotated[Sequence[Holder], about("The holders, best first.")]


class Feats(Answer):
    """The records of a game."""

    rules: Annotated[str, counted_game("uecda")]
    records: Annotated[Sequence[Feat], about("The records.")]
    behind: Annotated[int, _BEHIND]
