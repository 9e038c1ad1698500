"""Views of ratings, form and the records of a game."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from daifu.api.views.players import named_view
from daifu.api.views.values import TableView
from daifu.data.ratings.values import (
    Best,
    FeatHolders,
    Rating,
    RatingChanges,
    RatingHistory,
    RatingPage,
    RecentForm,
)
from daifu.data.store.values import Person
from daifu.schemas.answer import cursor_text
from daifu.schemas.csv_text import Cell
from daifu.schemas.http import statistics as answers
from daifu.schemas.http.players import Named

_RATING_COLUMNS: Final = ("mu", "sigma", "skill", "low", "high", "deals")
_LIST_COLUMNS: Final = ("place", "player", "name", *_RATING_COLUMNS, "group")
_CHANGE_COLUMNS: Final = ("place", "player", "name", "change", "played", "before", *_RATING_COLUMNS)
_HISTORY_COLUMNS: Final = ("day", *_RATING_COLUMNS)
_FORM_COLUMNS: Final = ("place", "of")
_RECORD_COLUMNS: Final = ("feat", "player", "name", "value", "record", "day")


def ratings_table(rules: str, found: RatingPage, names: Mapping[str, str], groups: Mapping[str, int]) -> TableView:
    """A page of the list of ratings."""
    rated = [
        answers.Rated(
            place=one.place,
            player=_named(one.person, names),
            group=groups.get(one.person, 0),
            **_rating_fields(one.rating),
        )
        for one in found.rated
    ]
    after = None if found.after is None else cursor_text(found.after)
    return TableView(
        answers.Ratings(rules, rated, found.behind, after),
        _LIST_COLUMNS,
        lambda _language: (
            (one.place, one.player.id, one.player.name, *_rating_cells(one), one.group) for one in rated
        ),
        after,
    )


def rating_changes_table(
    rules: str, found: RatingChanges, names: Mapping[str, str], part: slice = slice(None)
) -> TableView:
    """A part of what a span changed."""
    rows = [
        answers.RatingChange(
            place=place,
            player=_named(one.person, names),
            before=None if one.before is None else one.before.mu,
            change=one.change,
            played=one.deals,
            **_rating_fields(one.after),
        )
        for place, one in list(enumerate(found.changes, 1))[part]
    ]
    after = cursor_text(part.stop) if part.stop and part.stop < len(found.changes) else None
    return TableView(
        answers.RatingChanges(rules, rows, found.behind, after),
        _CHANGE_COLUMNS,
        lambda _language: (
            (one.place, one.player.id, one.player.name, one.change, one.played, one.before, *_rating_cells(one))
            for one in rows
        ),
        after,
    )


def rating_history_table(person: Person, rules: str, history: RatingHistory) -> TableView:
    """The rating of a person day by day."""
    days = [answers.Day(one.day.isoformat(), **_rating_fields(one.rating)) for one in history.standings]
    value = answers.RatingHistory(named_view(person), rules, days, history.behind)
    return TableView(
        value,
        _HISTORY_COLUMNS,
        lambda _language: ((date.fromisoformat(one.day), *_rating_cells(one)) for one in days),
    )


def form_table(person: Person, rules: str, shown: RecentForm) -> TableView:
    """The recent results of a person."""
    value = answers.Form(
        player=named_view(person),
        rules=rules,
        places=[answers.Place(*place) for place in shown.places],
        first=shown.first,
        last=shown.last,
        longest_first=_best_view(shown.longest_first),
        longest_last=_best_view(shown.longest_last),
        longest_reign=_best_view(shown.longest_reign),
        peak=_best_view(shown.peak),
        behind=shown.behind,
    )
    return TableView(value, _FORM_COLUMNS, lambda _language: shown.places)


def game_records_table(rules: str, found: FeatHolders, names: Mapping[str, str]) -> TableView:
    """The record holders of a game."""
    feats = [
        answers.Feat(feat, [answers.Holder(_named(one.person, names), **_best_fields(one.best)) for one in holders])
        for feat, holders in found.holders.items()
    ]
    value = answers.Feats(rules, feats, found.behind)
    return TableView(
        value,
        _RECORD_COLUMNS,
        lambda _language: (
            (feat.feat, one.player.id, one.player.name, one.value, one.record, date.fromisoformat(one.day))
            for feat in feats
            for one in feat.holders
        ),
    )


def _named(player: str, names: Mapping[str, str]) -> Named:
    return Named(player, names.get(player, player))


def _rating_fields(rating: Rating) -> dict[str, Any]:
    low, high = rating.interval
    return {**rating._asdict(), "low": low, "high": high}


def _rating_cells(rating: answers.Rating) -> tuple[Cell, ...]:
    return tuple(getattr(rating, name) for name in _RATING_COLUMNS)


def _best_fields(best: Best) -> dict[str, Any]:
    return {**best._asdict(), "day": best.day.isoformat()}


def _best_view(best: Best | None) -> answers.Best | None:
    return best and answers.Best(**_best_fields(best))
