"""The examples about players: people, statistics, ratings and seasons."""

from datetime import UTC, date, datetime
from typing import Any, Final

import msgspec

from daifu.api.http.contract import REQUEST, Examples, record_examples
from daifu.api.http.media_types import CSV, JSON, XLSX
from daifu.api.languages import DEFAULT_LANGUAGE
from daifu.api.views import players, ratings, statistics
from daifu.api.views.seasons import season_table_view, season_view, seasons_view
from daifu.api.views.values import TableView, plain_json
from daifu.data.ratings.values import (
    Best,
    DayRating,
    DealPlace,
    Feat,
    FeatHolder,
    FeatHolders,
    RankedRating,
    Rating,
    RatingChange,
    RatingChanges,
    RatingHistory,
    RatingPage,
    RecentForm,
)
from daifu.data.seasons import Evening, EveningResult, SeasonLine, SeasonTable
from daifu.data.store.values import (
    Look,
    Opponent,
    Person,
    PersonChange,
    PersonChangeKind,
    SeasonTerms,
    SimilarPeople,
    StoredSeason,
)
from daifu.replay.figures.leaderboard import rank_players
from daifu.replay.figures.plan import player_figure_catalogue
from daifu.replay.statistics.record import count_record
from daifu.schemas.http.players import Anonymous, MergedGame, MergePreview, MovedGames
from daifu.schemas.record.decode import load_record

_REASON: Final = "registered twice"
_MERGED_PERSON: Final = Person("Mu", "Mu", ["Mu", "mu2"], [])
_RENAMED_PERSON: Final = _MERGED_PERSON._replace(name="Mū", names=["Mu"])
_AT: Final = datetime(2026, 7, 31, 19, 30, tzinfo=UTC)
_MERGE: Final = PersonChange(3, PersonChangeKind.MERGED, "mu2", "Mu", None, None, _AT, "Haru", _REASON)


_PEOPLE_TABLE: Final = players.people_table([_MERGED_PERSON])

MERGE: Final = {"player": "mu2", "into": "Mu", "reason": _REASON}
MERGED: Final = players.merge_view(_MERGE.id, _MERGED_PERSON)
_OTHER: Final = Person("mu2", "mu", ["mu2"], [])
SIMILAR: Final = players.similar_view([SimilarPeople(_OTHER, _MERGED_PERSON)])
MERGE_PREVIEW: Final = MergePreview(
    players.person_view(_OTHER),
    players.person_view(_MERGED_PERSON),
    [2, 5],
    [MergedGame("theater", [12, 30], 42, [21.5, 24.0])],
)
LOOK: Final = players.look_view("Mu", Look("Bunny", 3, "c0ffee"))
RENAME: Final = {"name": _RENAMED_PERSON.name, "reason": "a misspelt name"}
RENAMED: Final = players.person_view(_RENAMED_PERSON)
PLAYERS: Final = _PEOPLE_TABLE.value
PLAYERS_CSV: Final = _PEOPLE_TABLE.as_csv(DEFAULT_LANGUAGE)
PLAYER: Final = players.person_with_history(_MERGED_PERSON, [_MERGE]).value

_FIGURE: Final = "first"
_SHOWN: Final = 3

_RECORD: Final = load_record(msgspec.json.encode(record_examples.RECORD))
_TALLIES: Final = count_record(_RECORD)[1]
_RULES: Final = _RECORD.rules.profile.name
_NAMES: Final = [player if isinstance(player, str) else player["id"] for player in _RECORD.players]
_MU, _JUNKO = (Person(name, name, [name], []) for name in _NAMES[:2])
_SEATS: Final = {_NAMES[player - 1]: counts for (player, _), counts in _TALLIES.seats.items()}
[_TABLES] = _TALLIES.tables.values()
_MET_PLAYERS: Final = [
    Opponent(_NAMES[other - 1], _NAMES[other - 1], counts)
    for (one, other), counts in _TALLIES.pairs.items()
    if one == 1
]


def _all_seats() -> dict[str, int]:
    sums: dict[str, int] = {}
    for counts in _SEATS.values():
        for name, count in counts.items():
            sums[name] = sums.get(name, 0) + count
    return sums


def _figures_json(table: TableView) -> Any:  # noqa: ANN401 - any JSON
    """The answer as plain JSON, with its first figures only."""
    return _with_few_figures(plain_json(table.value))


def _with_few_figures(value: Any) -> Any:  # noqa: ANN401
    if not isinstance(value, dict):
        return value
    return {
        name: dict(list(one.items())[:_SHOWN]) if name in {"figures", "hardest"} else _with_few_figures(one)
        for name, one in value.items()
    }


def _first_lines(table: TableView) -> str:
    """The first lines of the table as CSV."""
    return "".join(table.as_csv(DEFAULT_LANGUAGE).splitlines(keepends=True)[: _SHOWN + 1])


_PLAYER_TABLE: Final = statistics.player_statistics(_MU, _RULES, _SEATS[_MU.id], _all_seats())
_GAME_TABLE: Final = statistics.game_statistics(_RULES, _TABLES, _all_seats())
_OPPONENTS_TABLE: Final = statistics.opponents_table(_MU, _RULES, _MET_PLAYERS[:1])
_PAIR_TABLE: Final = statistics.pair_statistics(_MU, _JUNKO, _RULES, _MET_PLAYERS[0].counts)
_LEADERBOARD_TABLE: Final = statistics.leaderboard_table(
    player_figure_catalogue(_RULES)[_FIGURE],
    _RULES,
    rank_players(_RULES, _FIGURE, _SEATS.items(), _all_seats()).entries,
    {},
)

PLAYER_STATISTICS: Final = _figures_json(_PLAYER_TABLE)
PLAYER_STATISTICS_CSV: Final = _first_lines(_PLAYER_TABLE)
GAME_STATISTICS: Final = _figures_json(_GAME_TABLE)
GAME_STATISTICS_CSV: Final = _first_lines(_GAME_TABLE)
OPPONENTS: Final = _figures_json(_OPPONENTS_TABLE)
OPPONENTS_CSV: Final = _first_lines(_OPPONENTS_TABLE)
PAIR_STATISTICS: Final = _figures_json(_PAIR_TABLE)
PAIR_STATISTICS_CSV: Final = _first_lines(_PAIR_TABLE)
LEADERBOARD: Final = _figures_json(_LEADERBOARD_TABLE)
LEADERBOARD_CSV: Final = _first_lines(_LEADERBOARD_TABLE)

_RATED_GAME: Final = "theater"
_LAST_DAY: Final = date(2026, 7, 16)
_RATED_PLAYER: Final = Person("Mu", "Mu", ["Mu"], [])
_RATED_NAMES: Final = {_RATED_PLAYER.id: _RATED_PLAYER.name}
_FIRST_RATING: Final = Rating(mu=25.9, sigma=7.8, skill=2.5, deals=2)
_LAST_RATING: Final = Rating(mu=28.0, sigma=7.5, skill=5.5, deals=6)
_LONGEST: Final = Best(2, 7, _LAST_DAY)
_PEAK: Final = Best(_LAST_RATING.skill, 7, _LAST_DAY)


_RATINGS_TABLE: Final = ratings.ratings_table(
    _RATED_GAME,
    RatingPage([RankedRating(1, _RATED_PLAYER.id, _LAST_RATING)], None, 0),
    _RATED_NAMES,
    {_RATED_PLAYER.id: 1},
)
_CHANGES_TABLE: Final = ratings.rating_changes_table(
    _RATED_GAME, RatingChanges([RatingChange(_RATED_PLAYER.id, _FIRST_RATING, _LAST_RATING)], 0), _RATED_NAMES
)
_HISTORY_TABLE: Final = ratings.rating_history_table(
    _RATED_PLAYER,
    _RATED_GAME,
    RatingHistory([DayRating(date(2026, 7, 9), _FIRST_RATING), DayRating(_LAST_DAY, _LAST_RATING)], 0),
)
_FORM_TABLE: Final = ratings.form_table(
    _RATED_PLAYER,
    _RATED_GAME,
    RecentForm([DealPlace(2, 4), DealPlace(1, 4), DealPlace(1, 4)], 2, 0, _LONGEST, None, _LONGEST, _PEAK, 0),
)
_RECORDS_TABLE: Final = ratings.game_records_table(
    _RATED_GAME,
    FeatHolders(
        {
            Feat.FIRST: [FeatHolder(_RATED_PLAYER.id, _LONGEST)],
            Feat.LAST: [],
            Feat.REIGN: [FeatHolder(_RATED_PLAYER.id, _LONGEST)],
            Feat.SKILL: [FeatHolder(_RATED_PLAYER.id, _PEAK)],
        },
        0,
    ),
    _RATED_NAMES,
)

RATINGS: Final = _RATINGS_TABLE.value
RATINGS_CSV: Final = _RATINGS_TABLE.as_csv(DEFAULT_LANGUAGE)
RATING_HISTORY: Final = _HISTORY_TABLE.value
RATING_HISTORY_CSV: Final = _HISTORY_TABLE.as_csv(DEFAULT_LANGUAGE)
FORM: Final = _FORM_TABLE.value
FORM_CSV: Final = _FORM_TABLE.as_csv(DEFAULT_LANGUAGE)
GAME_RECORDS: Final = _RECORDS_TABLE.value
GAME_RECORDS_CSV: Final = _RECORDS_TABLE.as_csv(DEFAULT_LANGUAGE)

_WORKBOOK: Final = "PK…"


_TERMS: Final = SeasonTerms("Spring 2026", date(2026, 1, 1), date(2026, 6, 30), "Friday court", None, 8, 2)
_STORED: Final = StoredSeason(3, _TERMS, datetime(2026, 1, 2, 18, tzinfo=UTC), "Haru")
_SEASON: Final = season_view(_STORED)
_BODY: Final = {
    "name": "Spring 2026",
    "from": "2026-01-01",
    "to": "2026-06-30",
    "event": "Friday court",
    "best": 8,
    "least": 2,
}
_RESULTS: Final = {
    0: EveningResult(1, 17_000, 12, 4, counts=True, total=17_000),
    1: EveningResult(2, 14_500, 12, 3, counts=True, total=31_500),
}
_TABLE: Final = season_table_view(
    SeasonTable(
        _TERMS,
        "dalmuti",
        ["dalmuti"],
        fewer_is_better=False,
        least=2,
        evenings=[Evening(date(2026, 1, 9), "Friday court", 6), Evening(date(2026, 1, 16), "Friday court", 5)],
        lines=[SeasonLine(1, "Aki", "Aki", 31_500, 2, 1, 24, {1: 7, 2: 9, 3: 8}, 98, _RESULTS)],
    )
)
_SEASON_TABLES: Final = {200: {JSON: _TABLE.value, CSV: _TABLE.as_csv("en")}}

EXAMPLES: Final[Examples] = {
    "list_players": {200: {JSON: PLAYERS, CSV: PLAYERS_CSV, XLSX: _WORKBOOK}},
    "read_player": {200: {JSON: PLAYER, CSV: PLAYERS_CSV, XLSX: _WORKBOOK}},
    "list_similar_players": {200: {JSON: SIMILAR}},
    "make_anonymous": {
        REQUEST: {JSON: {"name": "Mu"}},
        200: {JSON: Anonymous("anonymous-12", "Player 12", 7, 9, 1, [], erased=True)},
    },
    "read_look": {200: {JSON: LOOK}},
    "change_look": {REQUEST: {JSON: {"nickname": "Bunny", "colour": 3}}, 200: {JSON: LOOK}},
    "move_games_of_player": {
        REQUEST: {JSON: {"records": [12, 15], "to": "Mu", "reason": "her sister played"}},
        200: {JSON: MovedGames([12, 15], RENAMED)},
    },
    "read_everything": {200: {JSON: {"format": "daifu-person/1", "person": RENAMED}}},
    "keep_apart": {REQUEST: {JSON: {"player": "mu2", "other": "Mu", "reason": "sisters"}}},
    "merge_players": {REQUEST: {JSON: MERGE}, 200: {JSON: MERGE_PREVIEW}, 201: {JSON: MERGED}},
    "rename_player": {REQUEST: {JSON: RENAME}, 200: {JSON: RENAMED}},
    "read_player_stats": {200: {JSON: PLAYER_STATISTICS, CSV: PLAYER_STATISTICS_CSV, XLSX: _WORKBOOK}},
    "read_profile_stats": {200: {JSON: GAME_STATISTICS, CSV: GAME_STATISTICS_CSV, XLSX: _WORKBOOK}},
    "read_opponents": {200: {JSON: OPPONENTS, CSV: OPPONENTS_CSV, XLSX: _WORKBOOK}},
    "read_against": {200: {JSON: PAIR_STATISTICS, CSV: PAIR_STATISTICS_CSV, XLSX: _WORKBOOK}},
    "read_leaderboard": {200: {JSON: LEADERBOARD, CSV: LEADERBOARD_CSV, XLSX: _WORKBOOK}},
    "list_ratings": {200: {JSON: RATINGS, CSV: RATINGS_CSV, XLSX: _WORKBOOK}},
    "list_rating_changes": {
        200: {JSON: _CHANGES_TABLE.value, CSV: _CHANGES_TABLE.as_csv(DEFAULT_LANGUAGE), XLSX: _WORKBOOK}
    },
    "read_player_ratings": {200: {JSON: RATING_HISTORY, CSV: RATING_HISTORY_CSV, XLSX: _WORKBOOK}},
    "read_form": {200: {JSON: FORM, CSV: FORM_CSV, XLSX: _WORKBOOK}},
    "read_feats": {200: {JSON: GAME_RECORDS, CSV: GAME_RECORDS_CSV, XLSX: _WORKBOOK}},
    "list_seasons": {200: {JSON: seasons_view([_STORED])}},
    "add_season": {REQUEST: {JSON: _BODY}, 201: {JSON: _SEASON}},
    "read_season": {200: {JSON: _SEASON}},
    "change_season": {REQUEST: {JSON: _BODY}, 200: {JSON: _SEASON}},
    "read_season_table": _SEASON_TABLES,
    "read_span_table": _SEASON_TABLES,
}
