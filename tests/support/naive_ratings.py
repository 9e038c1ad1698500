"""Ratings and streaks from all records in the order of time: slow, plain, and without the store's own counting."""

import json
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json

MODEL = BradleyTerryFull()


def result_deal(*order: int) -> dict[str, Any]:
    """A deal of which only the result is known."""
    return {"result": {"order": order}}


def paid_deal(*points: int) -> dict[str, Any]:
    """A deal of five players with these places and points."""
    return {"result": {"order": [1, 2, 3, 4, 5], "points": points}}


UNDECIDED: dict[str, Any] = {"result": {"order": [1, 2, 3]}, "abandoned": True}
"""A deal at which the table stopped playing."""


def judged_results(
    table: str, players: str, *deals: dict[str, Any], day: str | None = None, rules: str = "akagiri"
) -> JudgedRecord:
    """A sitting of players who are called by a letter each, of which only results are known."""
    event = {"table": table} if day is None else {"table": table, "date": day}
    raw = {"format": "daifu/1", "rules": rules, "players": list(players), "event": event, "deals": deals}
    return judge_json(json.dumps(raw).encode())


@dataclass
class StreakCounter:
    """Deals in a row, and the most of them that there ever were, with the record and the day that saw them first."""

    now: int = 0
    best: tuple[int, int, date] | None = None

    def count(self, *, goes_on: bool, record: int, day: date) -> None:
        self.now = self.now + 1 if goes_on else 0
        if self.now > (self.best[0] if self.best else 0):
            self.best = self.now, record, day


@dataclass(eq=False)
class Career:
    """The career of a player."""

    rating: BradleyTerryFullRating = field(default_factory=MODEL.rating)
    deals: int = 0
    places: list[tuple[float, int]] = field(default_factory=list)
    first: StreakCounter = field(default_factory=StreakCounter)
    last: StreakCounter = field(default_factory=StreakCounter)
    reign: StreakCounter = field(default_factory=StreakCounter)
    peak: tuple[float, int, date] | None = None
    history: dict[date, tuple[float, float, int]] = field(default_factory=dict)


def naive_careers(store: Store, rules: str) -> dict[str, Career]:
    """The careers in a game of all who are not merged into others, from all records that are not withdrawn."""
    persons = store.people.merged()
    found: dict[str, Career] = {}
    played = sorted(
        (*_when(store, stored.id, json.loads(stored.record)), stored.id)
        for stored in store.each(RecordFilter(rules=rules))
    )
    for day, _, record in played:
        _count_record(found, persons, record, day, store.record(record))
    return found


def _when(store: Store, record: int, raw: dict[str, Any]) -> tuple[date, tuple[bool, datetime]]:
    """The day, and the moment of it, behind all others where there is no time."""
    written: str | None = raw.get("event", {}).get("date")
    day = date.fromisoformat(written[:10]) if written else store.revisions(record)[0].at.date()
    if written is None or "T" not in written:
        return day, (True, datetime.max.replace(tzinfo=UTC))
    moment = datetime.fromisoformat(written)
    return day, (False, moment if moment.tzinfo else moment.replace(tzinfo=UTC))


def _count_record(found: dict[str, Career], persons: dict[str, str], record: int, day: date, stored: Any) -> None:  # noqa: ANN401
    raw, report = json.loads(stored.record), json.loads(stored.report)
    ids = [persons.get(player, player) for player in raw["players"]]
    seats = [found.setdefault(one, Career()) for one in ids]
    for played, deal in zip(raw["deals"], report["deals"], strict=True):
        order, others = deal["order"], deal["unfinished"]
        sat = [ids[player - 1] for player in order + others]
        if played.get("abandoned") or len(set(sat)) < len(sat):
            _end_reigns(seats)
            continue
        ranks: dict[int, float] = {player: place for place, player in enumerate(order, 1)}
        ranks.update(dict.fromkeys(others, (len(order) + 1 + len(sat)) / 2))
        titled = [life for life, title in zip(seats, deal["titles"], strict=True) if title]
        first = seats[order[0] - 1]
        for life in set(seats):
            life.reign.count(goes_on=life is first and first in titled, record=record, day=day)
        for player, place in ranks.items():
            life = seats[player - 1]
            life.places.append((place, len(ranks)))
            life.first.count(goes_on=place == 1, record=record, day=day)
            life.last.count(goes_on=place == len(ranks), record=record, day=day)
        _rate(seats, ranks, deal["points"] if report["rules"] == "biga" else None, record, day)
    _end_reigns(seats)


def _end_reigns(seats: list[Career]) -> None:
    for life in seats:
        life.reign.now = 0


def _rate(
    seats: list[Career], ranks: dict[int, float], points: list[float | None] | None, record: int, day: date
) -> None:
    """Rate a deal as openskill's own examples do, with copies of everything."""
    groups: dict[float, list[int]] = {}
    for player in sorted(ranks):
        if points is None:
            groups[player] = [player]
        elif (gain := points[player - 1]) is None:
            return
        else:
            groups.setdefault((gain < 0) - (gain > 0), []).append(player)
    if len(groups) == 1:
        return
    order = sorted(groups, key=lambda group: (ranks[groups[group][0]], group) if points is None else (0, group))
    teams = [groups[group] for group in order]
    places = [
        float(ranks[team[0]]) if points is None else float(group) for team, group in zip(teams, order, strict=True)
    ]
    rated = MODEL.rate([[seats[player - 1].rating for player in team] for team in teams], ranks=places)
    for team, ratings in zip(teams, rated, strict=True):
        for player, rating in zip(team, ratings, strict=True):
            life = seats[player - 1]
            life.rating = rating
            life.deals += 1
            if life.peak is None or rating.ordinal() > life.peak[0]:
                life.peak = rating.ordinal(), record, day
            life.history[day] = rating.mu, rating.sigma, life.deals
