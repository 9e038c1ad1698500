"""What answers tell of ratings, form and records, as plain values and as rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from api.http.sheets import Sheet
from api.http.told_figures import named
from data.store.careers.asked import Best, Feat, Form, History, Holder, Holders, Rated, Rating, Ratings
from data.store.people.asked import Person
from schemas.figures.spreadsheets import Cell
from schemas.http.queries import cursor_text

Told = dict[str, Any]

_RATING: Final = ("mu", "sigma", "skill", "low", "high", "deals")
_RATED: Final = ("place", "player", "name", *_RATING)
_DAY: Final = ("day", *_RATING)
_PLACE: Final = ("place", "of")
_HOLDER: Final = ("feat", "player", "name", "value", "record", "day")


def ratings(rules: str, found: Ratings, names: Mapping[str, str]) -> Sheet:
    """A page of the list of ratings."""
    rated = found.rated
    told = [{"place": one.place, "player": _called(one.person, names), **_rating(one.rating)} for one in rated]
    value = {"rules": rules, "ratings": told, "behind": found.behind}
    after = None if found.after is None else cursor_text(found.after)
    return Sheet(value, _RATED, lambda _language: _rated_rows(rated, names), after)


def rating_history(person: Person, rules: str, history: History) -> Sheet:
    """How a rating went."""
    told = [{"day": one.day.isoformat(), **_rating(one.rating)} for one in history.standings]
    value = {"player": named(person), "rules": rules, "history": told, "behind": history.behind}
    return Sheet(value, _DAY, lambda _language: ((one["day"], *_cells(one)) for one in told))


def form(person: Person, rules: str, shown: Form) -> Sheet:
    """How it has gone for somebody lately."""
    value = {
        "player": named(person),
        "rules": rules,
        **shown._asdict(),
        "places": [place._asdict() for place in shown.places],
        "longest_first": _best(shown.longest_first),
        "longest_last": _best(shown.longest_last),
        "longest_reign": _best(shown.longest_reign),
        "peak": _best(shown.peak),
    }
    return Sheet(value, _PLACE, lambda _language: shown.places)


def records(rules: str, found: Holders, names: Mapping[str, str]) -> Sheet:
    """Who came to the most of each feat."""
    holders = found.holders
    told = [{"feat": feat, "holders": [_holder(one, names) for one in some]} for feat, some in holders.items()]
    value = {"rules": rules, "records": told, "behind": found.behind}
    return Sheet(value, _HOLDER, lambda _language: _holder_rows(holders, names))


def _called(player: str, names: Mapping[str, str]) -> Told:
    return {"id": player, "name": names.get(player, player)}


def _rating(rating: Rating) -> Told:
    low, high = rating.interval
    return {**rating._asdict(), "low": low, "high": high}


def _cells(rating: Told) -> tuple[Cell, ...]:
    return tuple(rating[name] for name in _RATING)


def _best(best: Best | None) -> Told | None:
    return best and {**best._asdict(), "day": best.day.isoformat()}


def _holder(one: Holder, names: Mapping[str, str]) -> Told:
    return {"player": _called(one.person, names), **(_best(one.best) or {})}


def _rated_rows(rated: Sequence[Rated], names: Mapping[str, str]) -> Iterator[tuple[Cell, ...]]:
    for one in rated:
        yield one.place, one.person, names.get(one.person, one.person), *_cells(_rating(one.rating))


def _holder_rows(holders: Mapping[Feat, Sequence[Holder]], names: Mapping[str, str]) -> Iterator[tuple[Cell, ...]]:
    for feat, some in holders.items():
        for person, best in some:
            yield feat, person, names.get(person, person), best.value, best.record, best.day.isoformat()
