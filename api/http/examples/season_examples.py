"""The examples of the OpenAPI document about seasons."""

from datetime import UTC, date, datetime
from typing import Final

from daifu.api.http.examples import REQUEST, Examples
from daifu.api.http.media_types import CSV, JSON
from daifu.api.views.seasons import season_table_view, season_view, seasons_view
from daifu.data.seasons import Evening, EveningResult, SeasonLine, SeasonTable
from daifu.data.store.values import SeasonTerms, StoredSeason

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
_TABLES: Final = {200: {JSON: _TABLE.value, CSV: _TABLE.as_csv("en")}}

EXAMPLES: Final[Examples] = {
    "list_seasons": {200: {JSON: seasons_view([_STORED])}},
    "add_season": {REQUEST: {JSON: _BODY}, 201: {JSON: _SEASON}},
    "read_season": {200: {JSON: _SEASON}},
    "change_season": {REQUEST: {JSON: _BODY}, 200: {JSON: _SEASON}},
    "read_season_table": _TABLES,
    "read_span_table": _TABLES,
}
