"""Views of ratings, form and the records of a game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from api.views.statistics import player_reference
from api.views.values import TableView
from data.ratings.values import (
    Best,
    Feat,
    FeatHolder,
    FeatHolders,
    RankedRating,
    Rating,
    RatingHistory,
    RatingPage,
    RecentForm,
)
from data.store.values import Person
from schemas.csv_text import Cell
from schemas.http.query_fields import cursor_text

Json = dict[str, Any]

_RATING_COLUMNS: Final = ("mu", "sigma", "skill", "low", "high", "deals")
_LIST_COLUMNS: Final = ("place", "player", "name", *_RATING_COLUMNS)
_HISTORY_COLUMNS: Final = ("day", *_RATING_COLUMNS)
_FORM_COLUMNS: Final = ("place", "of")
_RECORD_COLUMNS: Final = ("feat", "player", "name", "value", "record", "day")


def ratings_table(rules: str, found: RatingPage, names: Mapping[str, str]) -> TableView:
    """A page of the list of ratings."""
    rated = found.rated
    told = [
        {"place": one.place, "player": _player_reference(one.person, names), **_rating_view(one.rating)}
        for one in rated
    ]
    value = {"rules": rules, "ratings": told, "behind": found.behind}
    after = None if found.after is None else cursor_text(found.after)
    return TableView(value, _LIST_COLUMNS, lambda _language: _rated_rows(rated, names), after)


def rating_history_table(person: Person, rules: str, history: RatingHistory) -> TableView:
    """How a rating went."""
    told = [{"day": one.day.isoformat(), **_rating_view(one.rating)} for one in history.standings]
    value = {"player": player_reference(person), "rules": rules, "history": told, "behind": history.behind}
    return TableView(value, _HISTORY_COLUMNS, lambda _language: ((one["day"], *_rating_cells(one)) for one in told))


def form_table(person: Person, rules: str, shown: RecentForm) -> TableView:
    """How it has gone for somebody lately."""
    value = {
        "player": player_reference(person),
        "rules": rules,
        **shown._asdict(),
        "places": [place._asdict() for place in shown.places],
        "longest_first": _best_view(shown.longest_first),
        "longest_last": _best_view(shown.longest_last),
        "longest_reign": _best_view(shown.longest_reign),
        "peak": _best_view(shown.peak),
    }
    return TableView(value, _FORM_COLUMNS, lambda _language: shown.places)


def game_records_table(rules: str, found: FeatHolders, names: Mapping[str, str]) -> TableView:
    """Who came to the most of each feat."""
    holders = found.holders
    told = [{"feat": feat, "holders": [_holder_view(one, names) for one in some]} for feat, some in holders.items()]
    value = {"rules": rules, "records": told, "behind": found.behind}
    return TableView(value, _RECORD_COLUMNS, lambda _language: _holder_rows(holders, names))


def _player_reference(player: str, names: Mapping[str, str]) -> Json:
    return {"id": player, "name": names.get(player, player)}


def _rating_view(rating: Rating) -> Json:
    low, high = rating.interval
    return {**rating._asdict(), "low": low, "high": high}


def _rating_cells(rating: Json) -> tuple[Cell, ...]:
    return tuple(rating[name] for name in _RATING_COLUMNS)


def _best_view(best: Best | None) -> Json | None:
    return best and {**best._asdict(), "day": best.day.isoformat()}


def _holder_view(one: FeatHolder, names: Mapping[str, str]) -> Json:
    return {"player": _player_reference(one.person, names), **(_best_view(one.best) or {})}


def _rated_rows(rated: Sequence[RankedRating], names: Mapping[str, str]) -> Iterator[tuple[Cell, ...]]:
    for one in rated:
        yield one.place, one.person, names.get(one.person, one.person), *_rating_cells(_rating_view(one.rating))


def _holder_rows(holders: Mapping[Feat, Sequence[FeatHolder]], names: Mapping[str, str]) -> Iterator[tuple[Cell, ...]]:
    for feat, some in holders.items():
        for person, best in some:
            yield feat, person, names.get(person, person), best.value, best.record, best.day.isoformat()
