"""Long sittings of UECda programs, made quickly: a few are judged, and the others are copies with other players.

The players do not change what a replay finds, so records and reports differ only in their names.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bench.samples import Record, records_of, reworded, sample_bytes
from bench.service.games import PLAYERS, PROFILE, SEATS
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
