"""House rules for tests: those of a club, choices of every two values, random ones, and games under them."""

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

from daifu.data.houses import add_house
from daifu.data.store.store import Store
from daifu.data.store.values import Author, StoredHouse
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.daifugo.catalogue import house_rules
from daifu.replay.options import Options, Value
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.playouts import Choose, Playout, choose_anything, playout_record
from tests.support.project import PROJECT_ROOT
from tests.support.strategies import repaired

EXAMPLES: Final = PROJECT_ROOT.parent / "shared" / "house-rules"
"""Documents with known hashes. Tests of them are skipped if they are not there."""

CLUB: Final = """
format  = "daifu-house/1"
id      = "club"
version = 1
base    = "daifugo/1"
players = [3, 6]
name    = { en = "The club", ja = "クラブ" }

[rules]
jokers     = { count = 2 }
revolution = {}
eight_cut  = {}   # everybody plays it

[names]
eight_cut = { ja = "8流し" }
"""

FRIDAYS: Final[dict[str, Any]] = {
    "format": "daifu-house/1",
    "id": "fridays",
    "version": 2,
    "extends": "club@1",
    "base": "daifugo/1",
    "name": {"en": "Fridays"},
    "rules": {"jokers": {"count": 1}, "eight_cut": False, "jack_back": True},
}


def add_club(store: Store, author: Author, version: int = 1) -> StoredHouse:
    """Store a version of the club's rules."""
    text = CLUB.replace("version = 1", f"version = {version}")
    return add_house(store, text.encode(), author, is_toml=True)


def add_fridays(store: Store, author: Author, **changes: object) -> StoredHouse:
    """Store the table's rules."""
    return add_house(store, json.dumps({**FRIDAYS, **changes}).encode(), author, is_toml=False)


def example(name: str) -> Path:
    """The file of a document with a known hash."""
    return EXAMPLES / f"{name}.toml"


DAIFUGO: Final = PROFILES["daifugo"]
RULES: Final = house_rules().built

SOME: Final[dict[str, dict[str, list[Value]]]] = {
    "jokers": {"count": [0, 2, 3]},
    "decks": {"count": [2]},
    "first_lead": {"card": ["S3"]},
    "lead_pass": {"stop_after": [5]},
    "seat_order": {"every": [2]},
    "runs": {"least": [4]},
    "revolution": {"least": [3], "most": [4]},
    "run_revolution": {"least": [3]},
    "joker_revolution": {"count": [3]},
    "six_restore": {"rank": [5]},
    "spade3": {"cards": [["S3", "C3"]]},
    "sandstorm": {"rank": [8], "count": [2]},
    "down_number": {"count": [4]},
    "suit_lock": {"after": [3]},
    "number_lock": {"after": [3]},
    "colour_lock": {"after": [3]},
    "eight_cut": {"rank": [5], "most": [1]},
    "nine_pair": {"counts": [[1, 2, 3]]},
    "six_pair": {"counts": [[1]]},
    "four_stop": {"count": [1], "stops": [[8, 5, "2"]]},
    "finish_ban": {"cards": [["cut"], ["effect"], ["8", "S3", "J", "strongest"]]},
    "exchange": {"counts": [[2, 1]]},
    "upheaval": {"highest": ["A"]},
    "titles": {"table": ["alt4"]},
    "points": {"by_place": ["titles", [3, 1, -1, -3]], "last_factor": [2]},
    "set_length": {"deals": [1]},
}
"""Some values of those parameters that have many."""


def rule_values(rule: str) -> list[Value]:
    """A rule off, on, and on with one parameter that is not as by default."""
    found: list[Value] = [False, True]
    for name, parameter in RULES[rule].parameters.items():
        own: list[Any] = [True, False] if parameter.type == "switch" else list(parameter.values)
        some = own if parameter.type in {"switch", "choice"} else SOME.get(rule, {}).get(name, [])
        found += [{name: value} for value in some if value != parameter.default]
    return found


Pair = tuple[str, int, str, int]
"""Two rules in the order of their numbers, each with the place of a value."""


def covering_choices() -> Iterator[Options]:
    """Choices of all rules; after the last one any two values of two rules have come together.

    Each begins with a pair that is still missing, and takes of every other rule the value that brings most others.
    """
    values, rng = {rule: rule_values(rule) for rule in RULES}, Random(1)
    missing: dict[Pair, None] = {
        (one, i, other, j): None
        for one, other in combinations(values, 2)
        for i in range(len(values[one]))
        for j in range(len(values[other]))
    }
    places = {rule: place for place, rule in enumerate(values)}

    def pair(one: str, i: int, other: str, j: int) -> Pair:
        return (one, i, other, j) if places[one] < places[other] else (other, j, one, i)

    while missing:
        first, i, second, j = next(iter(missing))
        row = {first: i, second: j}
        for rule in rng.sample(list(values), len(values)):
            if rule not in row:
                counts = [sum(pair(rule, k, *one) in missing for one in row.items()) for k in range(len(values[rule]))]
                row[rule] = max(range(len(counts)), key=counts.__getitem__)
        for (one, k), (other, m) in combinations(row.items(), 2):
            missing.pop(pair(one, k, other, m), None)
        yield {rule: values[rule][place] for rule, place in row.items() if place}


def random_house(rng: Random, most: int = 14) -> Options:
    """Up to so many rules with parameters by chance, with what they need and without what excludes them."""
    chosen: dict[str, Value] = {}
    for rule in rng.sample(list(RULES), rng.randint(0, most)):
        parameters: dict[str, Value] = {}
        for value in rule_values(rule)[2:]:
            if isinstance(value, dict) and rng.random() < 0.25:
                parameters |= value
        chosen[rule] = parameters or True
    return repaired(DAIFUGO, chosen)


def house_sitting(
    options: Options, rng: Random, *, deals: int = 1, choose: Choose = choose_anything, whole: bool = False
) -> RawRecord:
    """A sitting of a few players under these rules, with small hands unless `whole`, sometimes with a ranking."""
    rules = DAIFUGO.rules(options)
    players = rng.randint(2, 5)
    playout = Playout(rules, players, rng, most=None if whole else rng.randint(4, 9), choose=choose)
    ranked: RawDeal = {"places": rng.sample(range(1, players + 1), players)} if rng.random() < 0.4 else {}
    return playout_record(playout, [playout.deal(ranked if number == 0 else {}) for number in range(deals)])


CHANGED_SHARE: Final = 0.05
"""How many actions are changed in a record with mistakes."""


def with_mistakes(raw: RawRecord, rng: Random) -> RawRecord:
    """The same sitting with some actions of other players, with other cards, taken back, twice, or out of place."""
    players = len(raw["players"])
    return {**raw, "deals": [{**deal, "actions": _changed(deal["actions"], players, rng)} for deal in raw["deals"]]}


def _changed(actions: list[str], players: int, rng: Random) -> list[str]:
    found: list[str] = []
    for text in actions:
        if rng.random() >= CHANGED_SHARE:
            found.append(text)
            continue
        player, _space, deed = text.partition(" ")
        other = rng.choice(actions).partition(" ")[2]
        word = rng.choice(["flip", "revolution", "no-revolution", "swap", "up"])
        found += rng.choice(
            [
                [f"{rng.randint(1, players)} {deed}"],
                [f"{player} {other}"],
                [f"{player} -"],
                [f"{text} void", text] if "void" not in text else [text],
                [text, f"{rng.randint(1, players)} say {word}"],
                [text, text],
            ]
        )
    return found


Choices = dict[str, Any]

UECDA: Choices = {
    "joker_wild": {"suit": "missing"},
    "runs": {"answer": "beyond", "joker_ends": True},
    "revolution": {},
    "run_revolution": {"least": 5},
    "eight_cut": {},
    "suit_lock": {"jokers": "stand_in", "lone_joker": "lifts"},
    "spade3": {},
    "pass_lock": {},
    "lead_pass": {"stop_after": 20},
    "first_lead": {"by": "holder", "deals": "every"},
    "next_lead": {"by": "holder"},
    "exchange": {"counts": [2, 1], "tie": "suits"},
    "seat_order": {"by": "record"},
    "titles": {},
    "points": {"by_place": [5, 4, 3, 2, 1]},
    "illegal_play": {"then": "pass"},
}


def uecda_house(options: Choices) -> Choices:
    """The house of these options of uecda; the reversal by sixes has no local rule."""
    flip: Choices = {"jack_back": {}} if options["jack_back"] else {}
    return {**UECDA, "trick_end": {"asked": options["trick_end"]}, **flip}
