"""Answers about seasons and their tables."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from daifu.schemas.answer import Answer, Date, DateTime, Number, about, counted_game
from daifu.schemas.http.players import Named


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
