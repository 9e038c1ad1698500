"""Views of seasons and their tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from daifu.api.views.addresses import season_address
from daifu.api.views.values import TableView
from daifu.data.seasons import SeasonLine, SeasonTable, points_number
from daifu.data.store.values import SeasonTerms, StoredSeason
from daifu.schemas.csv_text import Cell
from daifu.schemas.http import statistics as answers
from daifu.schemas.http.players import Named

_COLUMNS: Final = (
    "place",
    "player",
    "name",
    "points",
    "evenings",
    "evenings_won",
    "deals",
    "first_places",
    "second_places",
    "third_places",
    "mean_place",
)
_SHOWN_PLACES: Final = (1, 2, 3)
_HALVES: Final = 2


def season_view(stored: StoredSeason) -> answers.Season:
    """A season."""
    return answers.Season(
        **_terms(stored.terms),
        id=stored.id,
        address=season_address(stored.id),
        changed_at=stored.changed_at.isoformat(),
        author=stored.author,
    )


def seasons_view(seasons: Sequence[StoredSeason]) -> answers.Seasons:
    """All seasons."""
    return answers.Seasons(list(map(season_view, seasons)))


def _terms(terms: SeasonTerms) -> dict[str, Any]:
    return {
        "name": terms.name,
        "first_day": terms.since and terms.since.isoformat(),
        "last_day": terms.until and terms.until.isoformat(),
        "event": terms.event,
        "rules": terms.rules,
        "best": terms.best,
        "least": terms.least,
    }


def season_table_view(table: SeasonTable) -> TableView:
    """The table of a season; as rows, it has the points of each evening in a column of its own."""
    value = answers.SeasonTable(
        season=answers.SeasonTerms(**_terms(table.terms)),
        rules=table.rules,
        games=table.games,
        fewer_points_lead=table.fewer_is_better,
        evenings=[
            answers.SeasonEvening(one.day.isoformat() if one.day else None, one.event, one.people)
            for one in table.evenings
        ],
        players=[_line(line) for line in table.lines],
    )
    return TableView(value, (*_COLUMNS, *evening_names(table)), lambda _language: _rows(table))


def mean_place(line: SeasonLine) -> float:
    """The mean of the places in deals."""
    return line.half_places / _HALVES / line.deals


def _line(line: SeasonLine) -> answers.SeasonLine:
    return answers.SeasonLine(
        place=line.place,
        player=Named(line.person, line.name),
        points=points_number(line.points),
        evenings=line.evenings,
        evenings_won=line.evenings_won,
        deals=line.deals,
        places={str(place): times for place, times in line.places.items()},
        mean_place=mean_place(line),
        results=[
            answers.EveningResult(
                number + 1,
                one.place,
                points_number(one.points),
                one.deals,
                one.firsts,
                one.counts,
                points_number(one.total),
            )
            for number, one in line.results.items()
        ],
    )


def evening_names(table: SeasonTable) -> list[str]:
    """The day of each evening, with its event where several have the same day."""
    days = [one.day.isoformat() if one.day else "-" for one in table.evenings]
    several = Counter(days)
    return [
        day if several[day] == 1 else f"{day} {one.event or '-'}" for day, one in zip(days, table.evenings, strict=True)
    ]


def _rows(table: SeasonTable) -> Iterator[tuple[Cell, ...]]:
    for line in table.lines:
        places = (line.places.get(place, 0) for place in _SHOWN_PLACES)
        own = (line.results.get(number) for number in range(len(table.evenings)))
        yield (
            line.place,
            line.person,
            line.name,
            points_number(line.points),
            line.evenings,
            line.evenings_won,
            line.deals,
            *places,
            mean_place(line),
            *(one and points_number(one.points) for one in own),
        )
