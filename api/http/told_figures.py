"""What answers tell of figures, as plain values and as rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from api.http.sheets import Sheet
from data.store.people.asked import Person
from replay.tallies import Counts
from schemas.figures import Figure, Figures, Standing, pair_figures, player_figures, table_figures
from schemas.figures.spreadsheets import (
    FIGURE_COLUMNS,
    STANDING_COLUMNS,
    Cell,
    pair_rows,
    player_rows,
    standing_rows,
    table_rows,
)

Told = dict[str, Any]

_OTHER: Final = ("player", "name")


class Met(NamedTuple):
    """Somebody whom a player sat with, by his id and name, and what happened as the player sees it."""

    id: str
    name: str
    counts: Counts


def named(person: Person) -> Told:
    """A person by his id and name."""
    return {"id": person.id, "name": person.name}


def player_stats(person: Person, rules: str, counts: Counts) -> Sheet:
    """All figures of a player."""
    figures = player_figures(rules, counts)
    value = {"player": named(person), "rules": rules, "figures": figures}
    return Sheet(value, FIGURE_COLUMNS, lambda language: player_rows(rules, figures, language))


def profile_stats(rules: str, tables: Counts, seats: Counts) -> Sheet:
    """All figures of a game as a whole."""
    whole = table_figures(rules, tables, seats)
    value = {
        "rules": rules,
        "figures": whole.figures,
        "transitions": whole.transitions,
        "hardest": whole.hardest,
    }
    return Sheet(value, FIGURE_COLUMNS, lambda language: table_rows(rules, whole, language))


def against(person: Person, other: Person, rules: str, counts: Counts) -> Sheet:
    """How it went between two players."""
    figures = pair_figures(rules, counts)
    value = {"player": named(person), "other": named(other), "rules": rules, "figures": figures}
    return Sheet(value, FIGURE_COLUMNS, lambda language: pair_rows(figures, language))


def opponents(person: Person, rules: str, others: Sequence[Met]) -> Sheet:
    """Everybody whom a player sat with."""
    known = [(other, pair_figures(rules, other.counts)) for other in others]
    told = [{"player": {"id": other.id, "name": other.name}, "figures": figures} for other, figures in known]
    value = {"player": named(person), "rules": rules, "opponents": told}
    return Sheet(value, (*_OTHER, *FIGURE_COLUMNS), lambda language: _opponent_rows(known, language))


def leaderboard(
    figure: Figure, rules: str, standings: Sequence[Standing], names: Mapping[str, str], after: str | None = None
) -> Sheet:
    """Players by a figure, a page of them."""
    value = {
        "figure": {"id": figure.id, "name": figure.name._asdict(), "text": figure.text._asdict()},
        "rules": rules,
        "standings": [_standing(one, names) for one in standings],
    }
    return Sheet(value, STANDING_COLUMNS, lambda _language: standing_rows(standings, dict(names)), after)


def _standing(one: Standing, names: Mapping[str, str]) -> Told:
    value = one.value
    return {
        "place": one.place,
        "player": {"id": one.player, "name": names.get(one.player, one.player)},
        "deals": one.deals,
        "numerator": value.numerator,
        "denominator": value.denominator,
        "value": value.value,
        "low": value.low,
        "high": value.high,
    }


def _opponent_rows(known: Sequence[tuple[Met, Figures]], language: int) -> Iterator[tuple[Cell, ...]]:
    for other, figures in known:
        for row in pair_rows(figures, language):
            yield other.id, other.name, *row
