"""Makes the sample games: `python -m tests.support.samples` writes `data/samples/` anew, always the same."""

import gzip
import json
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Final

from replay.actions import SAY, Action
from replay.games.catalogue import PROFILES
from replay.options import Options
from replay.table import Table
from schemas.fujigokoro.writer import write_fujigokoro
from schemas.raw import FORMAT, RawRecord
from schemas.uecda.server_log_writer import write_server_log
from tests.support.faulty_samples import FAULTY
from tests.support.playout import Playout
from tests.support.sense import sensible

FOLDER: Final = Path(__file__).parents[2] / "data" / "samples"
FIRST_EVENING: Final = date(2025, 4, 4)
NAMES: Final = (
    *("Haru", "Natsu", "Aki", "Fuyu", "Sora", "Umi", "Ren", "Yui", "Kenji", "Mari", "健一", "さくら", "悠斗", "美咲"),
    *("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Lena", "Max", "Nora", "Paul"),
)
LOG_NAMES: Final = ("Tsubame", "Hayabusa", "Kitsune", "Tanuki", "Suzume")


@dataclass(frozen=True, slots=True)
class Season:
    """The evenings of one game: how many sittings of how many deals, tables of which sizes, and rules that vary."""

    sittings: int
    deals: int
    tables: tuple[int, ...]
    house_rules: tuple[Options, ...] = field(default=({},))


SEASONS: Final = {
    "dalmuti": Season(30, 5, (4, 5, 6, 7, 8), ({}, {}, {"philosophical": True}, {"pass_locks": True})),
    "theater": Season(40, 6, (4,), ({}, {}, {"eleven_back": False}, {"jokers": 2})),
    "akagiri": Season(40, 6, (3, 4, 5, 6, 7), ({}, {}, {"eight_stop": True}, {"suit_lock": True, "jokers": 2})),
    "floor13": Season(40, 4, (4, 4, 3, 5), ({}, {}, {"scoring": "basic"}, {"run_follow": "higher"})),
    "biga": Season(20, 3, (5,)),
    "uecda": Season(40, 8, (5,), ({}, {}, {"jack_back": True})),
}


def evening(profile: str, number: int, season: Season, rng: Random) -> RawRecord:
    """One sitting of a season, played to the last deal."""
    players = season.tables[number % len(season.tables)]
    options = season.house_rules[number % len(season.house_rules)]
    playout = Playout(PROFILES[profile].rules(options), players, rng, choose=sensible)
    names: list[str] = rng.sample(NAMES, players)
    raw: RawRecord = {"format": FORMAT, "rules": profile, "players": [*names], "deals": []}
    if options:
        raw["options"] = dict(options)
    when = FIRST_EVENING + timedelta(weeks=number // 2)
    raw["event"] = {
        "name": "Friday club",
        "round": number // 2 + 1,
        "table": "AB"[number % 2],
        "date": when.isoformat(),
    }
    raw["deals"] = [playout.deal({}) for _ in range(season.deals)]
    return raw


def wordless(table: Table, actions: list[Action], rng: Random) -> Action:
    """A program plays with sense and says nothing."""
    return sensible(table, [action for action in actions if action.verb != SAY], rng)


def match_of_programs(options: Options, rng: Random) -> RawRecord:
    """A match of UECda programs, for the formats of their world."""
    playout = Playout(PROFILES["uecda"].rules(options), len(LOG_NAMES), rng, choose=wordless)
    deals = [playout.deal({"places": None} if number == 0 else {}) for number in range(20)]
    return {"format": FORMAT, "rules": "uecda", "options": dict(options), "players": [*LOG_NAMES], "deals": deals}


def lines(records: list[RawRecord]) -> str:
    """One record a line."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def main() -> None:
    """Write all samples."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for profile, season in SEASONS.items():
        rng = Random(f"{profile} samples")
        records = [evening(profile, number, season, rng) for number in range(season.sittings)]
        (FOLDER / f"{profile}.ndjson").write_text(lines(records))
    (FOLDER / "faulty.ndjson").write_text(lines(FAULTY))
    log = write_server_log(match_of_programs({}, Random("a server log")))
    (FOLDER / "uecda-server.log.gz").write_bytes(gzip.compress(log.encode(), mtime=0))
    games = write_fujigokoro(match_of_programs({"illegal_play": "stands"}, Random("a FujiGokoro file")))
    (FOLDER / "fujigokoro.dat").write_text(games)


if __name__ == "__main__":
    main()
