"""Large stores, filled quickly: a few long sittings are judged, and the others are copies with other players."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bench.samples import Record, records_of, reworded, sample_bytes
from bench.service.uploads import PLAYERS, PROFILE, SEATS
from daifu.data.batches import MAX_BATCH_RECORDS
from daifu.data.store.open import open_store
from daifu.data.store.values import Author, Location
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.identity import content_hash, opening_hash
from daifu.schemas.record.model import RecordShape

TEMPLATES = 8
"""The number of sittings that are judged."""
SITTINGS_A_DAY = 10
FIRST_DAY = date(2000, 1, 1)
TOURNAMENT = "League of programs"

_STAND_INS = [f"stand-in {seat}" for seat in range(SEATS)]
_NO_DAY = "0001-01-01"

_read = msgspec.json.Decoder(RecordShape).decode
_write = msgspec.json.Encoder(order="deterministic").encode


class Template(NamedTuple):
    """A judged sitting and its shape, with stand-ins for players and for the day."""

    judged: JudgedRecord
    shape: RecordShape

    def among(self, players: list[str], day: str) -> JudgedRecord:
        """The same sitting with other players, as it would be judged."""
        event: dict[str, Any] = {"date": day, "name": TOURNAMENT}
        shape = replace(self.shape, players=players, event=event)
        seats = b'"players":' + _write(_STAND_INS), b'"players":' + _write(players)
        record = self.judged.record.replace(*seats, 1).replace(_NO_DAY.encode(), day.encode(), 1)
        return self.judged._replace(
            record=record,
            report=self.judged.report.replace(*seats, 1),
            content=content_hash(shape, record),
            opening=opening_hash(shape),
            facts=self.judged.facts._replace(players=[(player, player) for player in players], date=day),
        )


def endless_sittings(rng: Random) -> Iterator[JudgedRecord]:
    """Give sittings without an end, all different, some of them each day."""
    tables = _tables(rng)
    day = FIRST_DAY
    for number, template in enumerate(cycle(templates(rng)), 1):
        yield template.among(next(tables), day.isoformat())
        if number % SITTINGS_A_DAY == 0:
            day += timedelta(1)


def _tables(rng: Random) -> Iterator[list[str]]:
    """The tables: all players are shuffled and divided into tables of five, again and again."""
    while True:
        shuffled = rng.sample(PLAYERS, len(PLAYERS))
        yield from (shuffled[first : first + SEATS] for first in range(0, len(shuffled), SEATS))


def templates(rng: Random) -> list[Template]:
    """Judge the evenings of the sample without house rules, one after the other as one sitting, in various orders."""
    evenings = [record for record in records_of(sample_bytes(PROFILE)) if not record.get("options")]
    return [_judged(rng.sample(evenings, len(evenings)), rng) for _ in range(TEMPLATES)]


def _judged(evenings: list[Record], rng: Random) -> Template:
    """Between two evenings the ranking is forgotten."""
    deals = [deal for one in evenings for deal in ({"places": None, **one["deals"][0]}, *one["deals"][1:])]
    event = {"name": TOURNAMENT, "date": _NO_DAY}
    judged = judge_json(reworded({**evenings[0], "players": _STAND_INS, "event": event, "deals": deals}, rng))
    return Template(judged, _read(judged.record))


STORE_NAME = "daifu.db"
"""What the service calls its store."""

Copy = Callable[[Location, Location], object]
"""Copies a store that is closed to a place where none is."""


def fill_stores(small: Location, large: Location, copy: Copy, deals: int, part: int, rng: Random) -> int:
    """Make a store of ``deals`` deals in ``large``, and one of the first ``part`` of them in ``small``.

    ``copy`` makes the small one of the large one. Give the number of records of the small one.
    """
    games = endless_sittings(rng)
    records = _add_games(large, games, part)
    copy(large, small)
    _add_games(large, games, deals - part)
    return records


def _add_games(place: Location, games: Iterator[JudgedRecord], deals: int) -> int:
    """Store games until they have ``deals`` deals, and bring ratings up to date. Give the number of records then.

    The store is closed, so that a file is all of it, and a database can be copied.
    """
    left = deals
    with closing(open_store(place)) as store:
        while left > 0:
            batch = list(islice(games, MAX_BATCH_RECORDS))
            store.add(batch, Author())
            left -= sum(one.facts.deals for one in batch)
        store.ratings.catch_up(PROFILE)
        return store.counts().records
