"""Drawings read back, and random games whose positions are drawn."""

from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import daifu
from daifu.position import Position

_SVG = "{http://www.w3.org/2000/svg}"
PLAYERS = {
    "theater": (4,),
    "uecda": (5,),
    "biga": (5,),
    "akagiri": (3, 5, 7),
    "dalmuti": (4, 6, 8),
    "floor13": (2, 4, 8),
    "daifugo": (2, 3, 6, 8),
}


def read_drawing(svg: str) -> dict[str, Any]:
    """What a drawing says of a position, under the names that its JSON has."""
    root = ET.fromstring(svg)  # noqa: S314 - our own drawing
    trick = next(group for group in root.iter(f"{_SVG}g") if group.get("class") == "d-trick")
    told = root.attrib
    return {
        "deal": int(told["data-deal"]),
        "at": int(told["data-at"]),
        "turn": int(told["data-turn"]) if told["data-turn"] else None,
        "over": told["data-over"] == "true",
        "strength": {"now": told["data-now"], "next_trick": told["data-next"]},
        "reversed": told["data-reversed"] == "true",
        "suits": told["data-suits"].split(),
        "players": {
            int(seat.attrib["data-seat"]): _seat(seat) for seat in root.iter(f"{_SVG}g") if "data-seat" in seat.attrib
        },
        "trick": [_laid(one) for one in trick.attrib["data-trick"].split(";") if one],
        "top": trick.get("data-top"),
        "drawn": [one.attrib["data-set"] for one in trick if "data-set" in one.attrib],
    }


def _seat(seat: ET.Element) -> dict[str, Any]:
    hands = [hand for hand in seat.iter(f"{_SVG}g") if hand.get("class") == "d-hand"]
    uses = [use.attrib["href"] for hand in hands for use in hand.iter(f"{_SVG}use")]
    return {
        "title": seat.attrib["data-title"] or None,
        "state": seat.attrib["data-state"],
        "cards": int(seat.attrib["data-cards"]),
        "unknown": int(seat.attrib["data-unknown"]),
        "place": int(seat.attrib["data-place"]) if seat.attrib["data-place"] else None,
        "hand": [use.removeprefix("#c-") for use in uses if use.startswith("#c-") and use != "#c-back"],
    }


def _laid(text: str) -> dict[str, Any]:
    player, _, cards = text.partition(" ")
    return {"player": int(player), "cards": None if cards == "-" else cards}


def described(position: Position) -> dict[str, Any]:
    """The same from the position's JSON."""
    values = position.json()
    top = values["top"]
    names = ("deal", "at", "turn", "over", "strength", "reversed", "suits", "trick")
    return {
        **{name: values[name] for name in names},
        "players": {
            one["player"]: {
                **{name: one[name] for name in ("title", "state", "cards", "unknown", "place")},
                "hand": [card for card in one["hand"].split() if not card.startswith("?")],
            }
            for one in values["players"]
        },
        "top": top and f"{top['player']} {top['cards']}",
    }


def random_positions(games: int, each: int) -> Iterator[Position]:
    """Positions of random games of every kind and number of players, a few of each."""
    rng = Random(45)
    kinds = [(rules, players) for rules, counts in PLAYERS.items() for players in counts]
    for number in range(games):
        rules, players = kinds[number % len(kinds)]
        yield from random_game(rules, players, rng, each)


def random_game(rules: str, players: int, rng: Random, each: int) -> Iterator[Position]:
    """Positions of one random game, the first and then some by chance."""
    game = daifu.Game(rules, players=players, seed=rng.randrange(1 << 30))
    found = [game.position]
    while not game.over and len(game.actions) < 300:
        legal = game.legal()
        if not legal:
            break
        game.push(rng.choice(legal))
        found.append(game.position)
    yield found[0]
    yield from rng.sample(found, min(each - 1, len(found)))
