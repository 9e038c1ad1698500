"""Answers about what is counted over many games: figures, leaderboards, ratings, form and tables of seasons."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec

from daifu.schemas.answer import NEXT_PAGE, Answer, Date, DateTime, Number, Text, about, counted_game, one_of
from daifu.schemas.http.players import Named

Numerator = Annotated[Number, about("The count, or the sum.", 31)]
Denominator = Annotated[Number, about("The number of cases.", 124, type="integer")]
Quotient = Annotated[float | None, about("The figure; null if nothing is known.", 0.25)]
LowerEnd = Annotated[float | None, about("The lower end of its 95 % interval; null if there is none.", 0.18)]
UpperEnd = Annotated[float | None, about("The upper end of the interval; null if there is none.", 0.33)]

FEATS: Final = ("first", "last", "reign", "skill")
"""What players hold records in."""

_BEHIND: Final = about(
    "The number of deals that are not in it yet, or have to be rated again; 0 if it is up to date.", 0
)


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


class SeasonTerms(Answer, kw_only=True):
    """What belongs to a season, and how its table is made."""

    name: Annotated[str, about("What it is called.", "Spring 2026")] = ""
    first_day: Annotated[Date | None, about("Its first day.", "2026-01-01")] = msgspec.field(name="from", default=None)
    last_day: Annotated[Date | None, about("Its last day.", "2026-06-30")] = msgspec.field(name="to", default=None)
    event: Annotated[str | None, about("The name of the event that its games have.", "Friday court")] = None
    rules: Annotated[str | None, counted_game("dalmuti")] = None
    best: Annotated[int | None, about("How many of the best evenings of each player count; all if it is left out.")] = (
        None
    )
    least: Annotated[int, about("Who came to fewer evenings has no place.", 1)]


class Season(SeasonTerms, kw_only=True):
    """A season that is stored."""

    id: Annotated[int, about("Its number.", 3)]
    address: Annotated[str, about("The path of the season.", "/v1/seasons/3")]
    changed_at: Annotated[DateTime, about("When it was changed last.")]
    author: Annotated[str, about("Who changed it last.", "Haru")]


class Seasons(Answer):
    """All seasons, the latest first."""

    seasons: Annotated[Sequence[Season], about("The seasons.")]


class SeasonEvening(Answer):
    """An evening: all tables of one day and one event."""

    day: Annotated[Date | None, about("The day; null for games without one.", "2026-01-09")]
    event: Annotated[str | None, about("The name of the event; null for games without one.", "Friday court")]
    people: Annotated[int, about("How many people came.", 6)]


class EveningResult(Answer):
    """What a player came to on an evening."""

    evening: Annotated[int, about("The number of the evening, from 1.", 1)]
    place: Annotated[int, about("The place among those who came.", 2)]
    points: Annotated[Number | None, about("The sum of the points of its deals; null where nothing was scored.", 17)]
    deals: Annotated[int, about("How many deals they played.", 12)]
    first_places: Annotated[int, about("How many deals they won.", 3)]
    counts: Annotated[bool, about("Whether it is one of the best evenings, which count.", True)]  # noqa: FBT003
    total: Annotated[Number | None, about("The points that count after it.", 17)]


class SeasonLine(Answer):
    """A player in the table of a season."""

    place: Annotated[int | None, about("The place, shared by equals; null for who came to too few evenings.", 1)]
    player: Annotated[Named, about("The player.")]
    points: Annotated[Number | None, about("The points that count; null where nothing was scored.", 103.5)]
    evenings: Annotated[int, about("To how many evenings they came.", 7)]
    evenings_won: Annotated[int, about("On how many of them nobody did better.", 2)]
    deals: Annotated[int, about("How many deals they played.", 84)]
    places: Annotated[Mapping[str, int], about("How many deals ended on each place.", {"1": 20, "2": 16})]
    mean_place: Annotated[float, about("The mean of the places in deals.", 2.5)]
    results: Annotated[Sequence[EveningResult], about("Evening by evening.")]


class SeasonTable(Answer, kw_only=True):
    """The table of a season in one game."""

    season: Annotated[SeasonTerms, about("What belongs to it.")]
    rules: Annotated[str | None, about("The game; null where nothing was played.", "dalmuti")]
    games: Annotated[Sequence[str], about("All games of the season, the most played first.", ["dalmuti"])]
    fewer_points_lead: Annotated[bool, about("Whether fewer points are better in this game.", False)]  # noqa: FBT003
    evenings: Annotated[Sequence[SeasonEvening], about("The evenings, first to last.")]
    players: Annotated[Sequence[SeasonLine], about("The players by their places, then those without one.")]
