"""Seasons are kept, and their tables follow from the results of their evenings."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from daifu.data.seasons import SeasonTable, current_season, points_number
from daifu.data.store.errors import NoSuchSeason
from daifu.data.store.store import Store
from daifu.data.store.values import SeasonTerms
from daifu.data.stored_seasons import season_table
from daifu.schemas.judgement import judge_json
from tests.support.stores import ANN, BO, WHY, verification_errors

SPRING = SeasonTerms("Spring", date(2026, 1, 1), date(2026, 6, 30), "Friday", "dalmuti", 2, 1)
FRIDAY = SeasonTerms(event="Friday")
FIRST = {"A": 3, "B": 2, "C": 1, "D": 0}
SECOND = {"B": 3, "A": 2, "C": 1, "D": 0}


def raw_evening(
    day: str | None, *deals: Mapping[str, int], event: str = "Friday", rules: str = "theater"
) -> dict[str, Any]:
    """An evening of deals with these points, in the order of the places."""
    players = sorted({name for deal in deals for name in deal})
    number = {name: place for place, name in enumerate(players, 1)}
    written = [
        {
            "seats": sorted(number[name] for name in deal),
            "result": {"order": [number[name] for name in deal], "points": [deal.get(name) for name in players]},
        }
        for deal in deals
    ]
    about = {"name": event, "date": day} if day else {"name": event}
    return {"format": "daifu/1", "rules": rules, "players": players, "event": about, "deals": written}


def play(
    store: Store, day: str | None, *deals: Mapping[str, int], event: str = "Friday", rules: str = "theater"
) -> None:
    """Store such an evening."""
    store.add([judge_json(json.dumps(raw_evening(day, *deals, event=event, rules=rules)).encode())], ANN)


def places(table: SeasonTable) -> list[tuple[int | None, str, float | int | None]]:
    return [(line.place, line.name, points_number(line.points)) for line in table.lines]


def test_seasons_are_stored_changed_and_removed(store: Store) -> None:
    spring = store.seasons.add(SPRING, ANN)
    ever = store.seasons.add(SeasonTerms("All Fridays", event="Friday"), BO)
    assert store.seasons.find(spring.id) == spring
    assert store.seasons.all() == [ever, spring]
    changed = store.seasons.change(spring.id, SPRING._replace(best=3), BO)
    assert (store.seasons.find(spring.id), changed.author, changed.terms.best) == (changed, "Bo", 3)
    store.seasons.remove(ever.id, ANN)
    assert store.seasons.all() == [changed]
    assert verification_errors(store) == []
    for missing in (ever.id, 2**70):
        with pytest.raises(NoSuchSeason):
            store.seasons.find(missing)
        with pytest.raises(NoSuchSeason):
            store.seasons.change(missing, SPRING, ANN)
        with pytest.raises(NoSuchSeason):
            store.seasons.remove(missing, ANN)


def test_the_events_of_games_are_named_the_latest_first(store: Store) -> None:
    play(store, "2026-01-02", FIRST)
    play(store, "2026-01-03", FIRST, event="Saturday")
    assert (store.seasons.events(), store.seasons.events(1)) == (["Saturday", "Friday"], ["Saturday"])


def test_the_table_adds_up_all_evenings_of_an_event_within_a_span(store: Store) -> None:
    play(store, "2025-12-26", FIRST)
    play(store, "2026-01-02", FIRST, SECOND)
    play(store, "2026-01-09", SECOND)
    play(store, "2026-01-10", FIRST, event="Saturday")
    table = season_table(store, FRIDAY._replace(since=date(2026, 1, 1)))
    assert [(one.day, one.event, one.people) for one in table.evenings] == [
        (date(2026, 1, 2), "Friday", 4),
        (date(2026, 1, 9), "Friday", 4),
    ]
    assert places(table) == [(1, "B", 8), (2, "A", 7), (3, "C", 3), (4, "D", 0)]
    line = table.lines[0]
    assert (line.evenings, line.evenings_won, line.deals, line.places) == (2, 2, 3, {1: 2, 2: 1})


def test_tables_of_one_evening_are_one_evening(store: Store) -> None:
    play(store, "2026-01-02", FIRST)
    play(store, "2026-01-02", {"E": 3, "F": 2, "A": 1, "G": 0})
    table = season_table(store, FRIDAY)
    assert ([one.people for one in table.evenings], table.lines[0].points) == ([7], 4_000)


def test_games_of_an_event_without_a_day_are_one_evening(store: Store) -> None:
    play(store, None, FIRST)
    play(store, None, SECOND)
    assert [one.day for one in season_table(store, FRIDAY).evenings] == [None]


def test_only_the_best_evenings_of_each_count(store: Store) -> None:
    for day, deals in (("02", [FIRST]), ("09", [SECOND]), ("16", [FIRST, FIRST])):
        play(store, f"2026-01-{day}", *deals)
    table = season_table(store, FRIDAY._replace(best=2))
    assert places(table)[:2] == [(1, "A", 9), (2, "B", 7)]
    results = table.lines[0].results
    assert [(one.points, one.counts, one.total) for one in results.values()] == [
        (3_000, True, 3_000),
        (2_000, False, 5_000),
        (6_000, True, 9_000),
    ]


def test_who_came_to_too_few_evenings_has_no_place_and_stands_last(store: Store) -> None:
    play(store, "2026-01-02", FIRST)
    play(store, "2026-01-09", {"E": 9, "B": 2, "C": 1, "D": 0})
    assert places(season_table(store, FRIDAY._replace(least=2))) == [
        (1, "B", 4),
        (2, "C", 2),
        (3, "D", 0),
        (None, "E", 9),
        (None, "A", 3),
    ]


def test_equal_points_are_parted_by_first_places_and_then_by_second_ones(store: Store) -> None:
    play(store, "2026-01-02", {"A": 2, "B": 2, "C": 2, "D": 2}, {"A": 0, "B": 0, "D": 0, "C": 0})
    assert [line.name for line in season_table(store, FRIDAY).lines] == ["A", "B", "C", "D"]
    assert [line.place for line in season_table(store, FRIDAY).lines] == [1, 2, 3, 3]


def test_fewer_points_lead_where_the_game_counts_so(store: Store) -> None:
    play(store, "2026-01-02", {"A": -3, "B": 0, "C": 1, "D": 2}, rules="floor13")
    play(store, "2026-01-09", {"A": -3, "B": 0, "C": 1, "E": 2}, rules="floor13")
    table = season_table(store, FRIDAY._replace(best=2))
    assert table.fewer_is_better
    assert places(table) == [(1, "A", -6), (2, "B", 0), (3, "C", 2), (None, "D", 2), (None, "E", 2)]


def test_a_person_with_two_ids_has_one_line(store: Store) -> None:
    play(store, "2026-01-02", FIRST)
    play(store, "2026-01-09", {"Ann": 5, "B": 2, "C": 1, "D": 0})
    store.people.merge("Ann", "A", ANN, WHY)
    assert places(season_table(store, FRIDAY))[0] == (1, "A", 8)


def test_a_season_without_a_game_is_of_the_one_that_is_played_most(store: Store) -> None:
    play(store, "2026-01-02", {"A": 1, "B": 0, "C": 0, "D": 0, "E": 0}, rules="uecda")
    play(store, "2026-01-09", FIRST, SECOND)
    table = season_table(store, FRIDAY)
    assert (table.rules, list(table.games)) == ("theater", ["theater", "uecda"])
    assert places(season_table(store, FRIDAY, "uecda"))[0] == (1, "A", 1)


def test_a_season_of_which_nothing_was_played_has_an_empty_table(store: Store) -> None:
    table = season_table(store, FRIDAY)
    assert (table.rules, table.evenings, table.lines) == (None, [], [])


def test_the_current_season_runs_today_or_was_the_latest_to_begin(store: Store) -> None:
    spring = store.seasons.add(SPRING, ANN)
    autumn = store.seasons.add(SeasonTerms("Autumn", date(2026, 9, 1), date(2026, 12, 31)), ANN)
    seasons = store.seasons.all()
    assert current_season(seasons, date(2026, 6, 30)) == spring
    assert current_season(seasons, date(2026, 8, 1)) == spring
    assert current_season(seasons, date(2026, 9, 1)) == autumn
    assert current_season(seasons, date(2025, 1, 1)) == autumn
    assert current_season([], date(2026, 1, 1)) is None


def test_a_span_changed_the_ratings_of_who_played_in_it(store: Store) -> None:
    play(store, "2026-01-02", FIRST)
    play(store, "2026-01-09", SECOND)
    play(store, "2026-01-16", {"E": 3, "B": 2, "C": 1, "D": 0})
    whole = {one.person: one.rating for one in store.ratings.ratings("theater").rated}
    second = store.ratings.changes("theater", date(2026, 1, 9), date(2026, 1, 9)).changes
    assert second[0].person == "B"
    third = {one.person: one for one in store.ratings.changes("theater", date(2026, 1, 10), None).changes}
    assert third.keys() == {"B", "C", "D", "E"}
    assert (third["E"].before, third["B"].after, third["B"].deals) == (None, whole["B"], 1)
    assert third["B"].before == next(one.after for one in second if one.person == "B")
    assert store.ratings.changes("theater", None, date(2026, 1, 1)).changes == []
