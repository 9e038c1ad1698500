"""Makes the sample games: `python -m tests.support.samples` writes `data/samples/` anew, always the same."""

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Final

from daifu.replay.actions import SAY, Action
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Options
from daifu.replay.table import Table
from daifu.schemas.fujigokoro.writer import write_fujigokoro
from daifu.schemas.record.header import house_hash
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawHouse, RawRecord
from daifu.schemas.uecda.writer import write_server_log
from tests.support.playouts import Playout, choose_sensibly, playout_record
from tests.support.project import PROJECT_ROOT

TABLE: Final = ("Haru", "Natsu", "Aki", "Fuyu", "Sora")


def _dispute(rules: str, notes: str, *deals: RawDeal, options: Options | None = None) -> RawRecord:
    players = len(deals[0]["hands"])
    raw: RawRecord = {"format": RECORD_FORMAT, "rules": rules, "players": [*TABLE[:players]], "deals": [*deals]}
    return {**raw, "options": dict(options or {}), "notes": notes}


def _stopped(hands: Sequence[str | None], *actions: str) -> RawDeal:
    """A deal that was broken off over the dispute."""
    return {"hands": [*hands], "actions": [*actions], "abandoned": True}


_PEON = "2 2 3 4 5 6 7 8 8 9 9 10 10 11 11 11 12 12 12 J"
_TAXED = ["?*20", "?*20", "?*20", _PEON]
_GIFTS = ("4 give 1 2 2", "1 give 4 12 12", "3 give 2 1", "2 give 3 12")
_OPENER: Final[list[str | None]] = ["D3 ?*12", "?*13", "?*13", "?*14"]
_HEARTS = "H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA H2"
_DIAMONDS = "D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK DA D2"
_LOCKED: Final[Options] = {"suit_lock": True}
_FINISH: Final[Options] = {"no_finish_joker_two": True}
_FOURTEEN_FIRST = ["?*14", "?*13", "?*13", "?*13"]
_DRAWN = ["HA ?*21", "?*22", "?*22", "?*21", "?*21"]
_ONE_EACH: Final[Options] = {"hand_size": 1}
_THREE_EACH: Final[Options] = {"hand_size": 3}
_LAST: Final[list[str | None]] = ["SA", "S5", "X", "S6"]
_ELEVEN_FIRST = ["D3 ?*10", "?*11", "?*11", "?*10", "?*10"]

FAULTY_RECORDS: Final[list[RawRecord]] = [
    _dispute("dalmuti", "three of a kind on a pair", _stopped(_TAXED, *_GIFTS, "1 12 12", "2 11 11 11")),
    _dispute("dalmuti", "the peon keeps the best cards", _stopped(_TAXED, "4 give 1 3 4")),
    _dispute("dalmuti", "a revolution with one jester", _stopped(_TAXED, "4 say revolution")),
    _dispute("theater", "9-10-J on 7-8-9", _stopped(_OPENER, "1 D3 D4 D5", "2 H7 H8 H9", "3 S9 ST SJ")),
    _dispute("theater", "the wrong player opens", _stopped(_OPENER, "2 S3", "3 S5")),
    _dispute(
        "theater", "a triple on a pair, taken back at once", _stopped(_OPENER, "1 D3 S3", "2 H5 S5 C5 void", "2 H5 S5")
    ),
    _dispute("theater", "back in after a pass", _stopped(_OPENER, "1 D3", "2 -", "3 S7", "2 S9")),
    _dispute("theater", "a joker in a pair, out of turn", _stopped(_OPENER, "1 D3 S3", "4 X HA")),
    _dispute("theater", "a call without a jack", _stopped(_OPENER, "1 D3", "2 ST", "2 say down", "3 SJ")),
    _dispute(
        "theater",
        "out with the joker",
        _stopped(["?*13", "?*13", "?*13", f"{_DIAMONDS} X"], f"4 {_DIAMONDS}", "1 -", "2 -", "3 -", "4 X"),
    ),
    _dispute(
        "theater",
        "everybody forgot the exchange",
        {"hands": _OPENER, "places": [1, 2, 3, 4], "actions": ["1 D3", "2 S5"]},
    ),
    _dispute(
        "akagiri",
        "a heart where spades bind",
        {**_stopped(_FOURTEEN_FIRST, "1 S5", "2 S7", "3 H9"), "dealer": 1},
        options=_LOCKED,
    ),
    _dispute(
        "akagiri",
        "out with a joker where that is banned",
        {**_stopped([f"{_HEARTS} X", "?*13", "?*13", "?*13"], f"1 {_HEARTS}", "2 -", "3 -", "4 -", "1 X"), "dealer": 1},
        options=_FINISH,
    ),
    _dispute(
        "floor13",
        "a card of somebody else's hand",
        {**_stopped(["D4 HK S9", "D2 CA C3", "H6 C4 S2", "D6 CK H3"], "1 D4", "2 H6"), "first": 1},
        options=_THREE_EACH,
    ),
    _dispute(
        "floor13",
        "two queens without a name",
        {**_stopped(["SQ HQ D4", "D2 CA C5", "H6 C4 C3", "D6 CK SK"], "1 SQ HQ", "2 draw"), "first": 1},
        options=_THREE_EACH,
    ),
    _dispute("floor13", "out with an 8", {"hands": ["S8", "D4", "HA", "S2"], "actions": ["1 S8"]}, options=_ONE_EACH),
    _dispute(
        "floor13",
        "a sheet with the wrong order and wrong points",
        {"hands": _LAST, "actions": ["1 SA"], "result": {"order": [1, 2, 3, 4], "points": [-70, 20, 50, 0]}},
        options=_ONE_EACH,
    ),
    _dispute("biga", "an Egg on a joker", _stopped(_DRAWN, "1 show HA", "1 XB", "2 S5 H5 D5")),
    _dispute(
        "biga",
        "fours on seven of a kind",
        _stopped(_DRAWN, "1 show HA", "1 S7 S7 H7 H7 D7 D7 C7", "2 S4 S4 H4 H4 D4 D4"),
    ),
    _dispute("uecda", "two submissions that the server rejects", _stopped(_ELEVEN_FIRST, "1 D3", "2 D3", "3 S4 S5")),
    _dispute("uecda", "a card dealt twice", _stopped(["D3 S4 ?*9", "S4 ?*10", *_ELEVEN_FIRST[2:]], "1 D3", "2 S4")),
]

SAMPLES_FOLDER: Final = PROJECT_ROOT / "data" / "samples"
FIRST_FRIDAY: Final = date(2025, 4, 4)
TABLES: Final = "AB"
"""Sittings of an evening."""
CLUB: Final = (
    *("Haru", "Natsu", "Aki", "Fuyu", "Sora", "Umi", "Ren", "Yui", "Kenji", "Mari", "健一", "さくら", "悠斗", "美咲"),
    *("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Lena", "Max", "Nora", "Paul"),
)
GAMES_OF_PROGRAMS: Final = 20
FIELDS: Final = ("format", "rules", "options", "house", "players", "event", "notes", "deals")
PROGRAMS: Final = ("Tsubame", "Hayabusa", "Kitsune", "Tanuki", "Suzume")


@dataclass(frozen=True, slots=True)
class Season:
    """The evenings of one game: how many sittings of how many deals, tables of which sizes, and rules that vary."""

    name: str
    sittings: int
    deals: int
    tables: tuple[int, ...]
    house_rules: tuple[Options, ...]


PARLOUR: Final[Options] = {
    "jokers": {"count": 2},
    "runs": True,
    "revolution": True,
    "run_revolution": True,
    "eight_cut": True,
    "four_stop": True,
    "jack_back": True,
    "spade3": True,
    "seven_give": True,
    "ten_discard": True,
    "five_skip": True,
    "suit_lock": True,
    "number_lock": True,
    "finish_ban": {"mode": "illegal"},
    "pass_lock": True,
    "fallen_daifugo": True,
    "titles": True,
    "exchange": True,
    "points": {"by_place": "titles"},
}
ISLAND: Final[Options] = {
    "first_lead": {"by": "holder", "must": "in_set"},
    "runs": {"answer": "beyond"},
    "nine_reverse": True,
    "queen_bomber": True,
    "king_skip": True,
    "sandstorm": True,
    "coup": True,
    "omen": True,
    "six_pair": True,
    "down_number": True,
    "partial_lock": True,
    "gekokujo": True,
    "upheaval": True,
    "exchange": {"counts": [2, 1]},
    "play_direction": {"way": "ccw"},
    "seat_order": {"by": "places"},
    "titles": {"table": ["alt3", "alt4"]},
}
CORE: Final[Options] = {
    "runs": True,
    "revolution": True,
    "eight_cut": True,
    "jack_back": True,
    "spade3": True,
    "suit_lock": True,
    "pass_lock": True,
    "fallen_daifugo": {"place": "lowest"},
    "exchange": True,
    "titles": {"table": "alt4"},
}
PARLOUR_PLAYERS: Final = (3, 6)
"""Local rules of three tables: of a parlour, of an island, and those that most people know."""

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
    "daifugo": Season("金曜の卓", 24, 5, (4, 5, 3, 6), (PARLOUR, {}, ISLAND, CORE)),
    "uecda": Season("Programmers' league", 40, 8, (5,), ({}, {"jack_back": True}, {}, {"trick_end": "all_but_one"})),
}


def season_sitting(profile: str, number: int, rng: Random) -> RawRecord:
    """One sitting of a season, played to the last deal."""
    season = SEASONS[profile]
    rules = PROFILES[profile].rules(season.house_rules[number % len(season.house_rules)])
    players = season.tables[number % len(season.tables)]
    week, table = divmod(number, len(TABLES))
    event = {"name": season.name, "round": week + 1, "table": TABLES[table], "date": _friday(week)}
    playout = Playout(rules, players, rng, choose=choose_sensibly)
    record = _named(playout, rng.sample(CLUB, players), season.deals) | {"event": event}
    if number % len(season.house_rules) or not rules.profile.base:
        return record
    digits = house_hash(rules.profile, rules.profile.base, PARLOUR_PLAYERS, PARLOUR)
    players_of_house = list(PARLOUR_PLAYERS)
    house: RawHouse = {
        "id": "parlour",
        "version": 1,
        "base": rules.profile.base,
        "players": players_of_house,
        "hash": digits,
    }
    return record | {"house": house}


def program_match(options: Options, rng: Random) -> RawRecord:
    """A match of UECda programs, for the formats of their world."""
    playout = Playout(PROFILES["uecda"].rules(options), len(PROGRAMS), rng, choose=choose_without_words)
    return _named(playout, PROGRAMS, GAMES_OF_PROGRAMS)


def choose_without_words(table: Table, actions: list[Action], rng: Random) -> Action:
    """A program plays with sense and says nothing."""
    return choose_sensibly(table, [action for action in actions if action.verb != SAY], rng)


def record_lines(records: Iterable[RawRecord]) -> str:
    """One record a line, what people look for first in front."""
    ordered = ({field: record[field] for field in FIELDS if field in record} for record in records)
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in ordered)


def sample_files() -> Iterator[tuple[str, bytes]]:
    """The name and the content of every sample."""
    for profile, season in SEASONS.items():
        rng = Random(f"{profile} samples")
        yield (
            f"{profile}.ndjson",
            record_lines(season_sitting(profile, number, rng) for number in range(season.sittings)).encode(),
        )
    yield "faulty.ndjson", record_lines(FAULTY_RECORDS).encode()
    log = write_server_log(program_match({}, Random("a server log")))
    yield "uecda-server.log.gz", gzip.compress(log.encode(), mtime=0)
    games = write_fujigokoro(program_match({"illegal_play": "stands"}, Random("a FujiGokoro file")))
    yield "fujigokoro.dat", games.encode()


def main() -> None:
    """Write all samples."""
    SAMPLES_FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in sample_files():
        (SAMPLES_FOLDER / name).write_bytes(content)


def _friday(week: int) -> str:
    return (FIRST_FRIDAY + timedelta(weeks=week)).isoformat()


def _named(playout: Playout, names: Sequence[str], deals: int) -> RawRecord:
    """The record of `deals` deals among these players."""
    return playout_record(playout, [playout.deal({}) for _ in range(deals)]) | {"players": [*names]}


if __name__ == "__main__":
    main()
