"""Makes the sample games: `python -m tests.support.samples` writes `data/samples/` anew, always the same."""

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Final

from replay.actions import SAY, Action
from replay.games.catalogue import PROFILES
from replay.options import Options
from replay.table import Table
from schemas.fujigokoro.writer import write_fujigokoro
from schemas.raw import RawRecord
from schemas.uecda.server_log_writer import write_server_log
from tests.support.faulty_samples import FAULTY
from tests.support.playout import Playout, record
from tests.support.sense import sensible

FOLDER: Final = Path(__file__).parents[2] / "data" / "samples"
FIRST_FRIDAY: Final = date(2025, 4, 4)
TABLES: Final = "AB"
"""So many sittings an evening."""
CLUB: Final = (
    *("Haru", "Natsu", "Aki", "Fuyu", "Sora", "Umi", "Ren", "Yui", "Kenji", "Mari", "健一", "さくら", "悠斗", "美咲"),
    *("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Lena", "Max", "Nora", "Paul"),
)
GAMES_OF_PROGRAMS: Final = 20
FIELDS: Final = ("format", "rules", "options", "players", "event", "notes", "deals")
PROGRAMS: Final = ("Tsubame", "Hayabusa", "Kitsune", "Tanuki", "Suzume")


@dataclass(frozen=True, slots=True)
class Season:
    """The evenings of one game: how many sittings of how many deals, tables of which sizes, and rules that vary."""

    name: str
    sittings: int
    deals: int
    tables: tuple[int, ...]
    house_rules: tuple[Options, ...]


SEASONS: Final = {
    "dalmuti": Season(
        "The Friday court",
        32,
        5,
        (4, 5, 6, 7, 8),
        ({}, {"philosophical": True}, {}, {"reduced_deck": True, "pass_locks": True}, {}, {"merchant_exchange": True}),
    ),
    "theater": Season(
        "稽古のあとの会",
        40,
        6,
        (4,),
        ({}, {"eleven_back": False}, {}, {"jokers": 2, "title_points": {"daifugo": 3, "fugo": 1, "daihinmin": -1}}),
    ),
    "akagiri": Season(
        "大貧民の夕べ",
        40,
        6,
        (3, 4, 5, 6, 7),
        (
            {},
            {"eight_stop": True, "jack_back": True},
            {"suit_lock": True, "jokers": 2},
            {"pass_locks": True, "title_table": ["alt3", "alt4", "alt6b", "alt7a"]},
            {},
            {"fallen_daifugo": True, "spade3": "joker_single"},
        ),
    ),
    "floor13": Season(
        "Thirteenth floor, after work",
        48,
        5,
        (4, 4, 3, 5, 2, 6),
        ({}, {"scoring": "basic"}, {}, {"run_follow": "higher"}, {}, {"scoring": "x10", "two_in_a_row_limit": False}),
    ),
    "biga": Season("大Aの夜", 30, 3, (5,), ({}, {"sequence_max": 5}, {}, {"big_ace_in_sequence": False})),
    "uecda": Season("Programmers' league", 40, 8, (5,), ({}, {"jack_back": True}, {}, {"trick_end": "all_but_one"})),
}


def evening(profile: str, number: int, rng: Random) -> RawRecord:
    """One sitting of a season, played to the last deal."""
    season = SEASONS[profile]
    rules = PROFILES[profile].rules(season.house_rules[number % len(season.house_rules)])
    players = season.tables[number % len(season.tables)]
    week, table = divmod(number, len(TABLES))
    event = {"name": season.name, "round": week + 1, "table": TABLES[table], "date": _friday(week)}
    playout = Playout(rules, players, rng, choose=sensible)
    return _named(playout, rng.sample(CLUB, players), season.deals) | {"event": event}


def match_of_programs(options: Options, rng: Random) -> RawRecord:
    """A match of UECda programs, for the formats of their world."""
    playout = Playout(PROFILES["uecda"].rules(options), len(PROGRAMS), rng, choose=wordless)
    return _named(playout, PROGRAMS, GAMES_OF_PROGRAMS)


def wordless(table: Table, actions: list[Action], rng: Random) -> Action:
    """A program plays with sense and says nothing."""
    return sensible(table, [action for action in actions if action.verb != SAY], rng)


def lines(records: Iterable[RawRecord]) -> str:
    """One record a line, what people look for first in front."""
    ordered = ({field: record[field] for field in FIELDS if field in record} for record in records)
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in ordered)


def files() -> Iterator[tuple[str, bytes]]:
    """The name and the content of every sample."""
    for profile, season in SEASONS.items():
        rng = Random(f"{profile} samples")
        yield f"{profile}.ndjson", lines(evening(profile, number, rng) for number in range(season.sittings)).encode()
    yield "faulty.ndjson", lines(FAULTY).encode()
    log = write_server_log(match_of_programs({}, Random("a server log")))
    yield "uecda-server.log.gz", gzip.compress(log.encode(), mtime=0)
    games = write_fujigokoro(match_of_programs({"illegal_play": "stands"}, Random("a FujiGokoro file")))
    yield "fujigokoro.dat", games.encode()


def main() -> None:
    """Write all samples."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in files():
        (FOLDER / name).write_bytes(content)


def _friday(week: int) -> str:
    return (FIRST_FRIDAY + timedelta(weeks=week)).isoformat()


def _named(playout: Playout, names: Sequence[str], deals: int) -> RawRecord:
    """The record of so many deals among these players."""
    return record(playout, [playout.deal({}) for _ in range(deals)]) | {"players": [*names]}


if __name__ == "__main__":
    main()
