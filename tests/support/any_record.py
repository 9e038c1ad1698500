"""Records of whatever players might have done: legal and illegal actions, wrong seats, short hands, unknown cards."""

from random import Random
from typing import Any

from replay.actions import WORDS
from replay.deal import Deal
from replay.engine import run
from replay.games.catalogue import PROFILES
from replay.hands import read_hand
from replay.legal import legal_actions
from replay.match import Match
from replay.options import Option, Value
from replay.rules import Profile, Rules
from replay.table import Table

CARDS = 5
"""So many cards a hand has, more or less."""

LEGAL = 0.5
"""How many actions are legal ones, as far as there are any."""


def any_record(rules: str, rng: Random) -> dict[str, Any]:
    """A record of one to three deals that is well-formed, and hardly ever legal."""
    profile = PROFILES[rules]
    options = any_options(profile, rng)
    compiled = profile.rules(options)
    players = rng.choice(compiled.sitting.players[:5])
    match = Match(compiled, players)
    raw: dict[str, Any] = {"format": "daifu/1", "rules": rules, "players": [f"P{n}" for n in range(1, players + 1)]}
    return {**raw, "options": options, "deals": [any_deal(match, rng) for _ in range(rng.randint(1, 3))]}


def any_options(profile: Profile, rng: Random) -> dict[str, Value]:
    """Some options other than by default, none that exclude each other."""
    chosen: dict[str, Value] = {}
    for option in rng.sample(profile.options, rng.randint(0, 3)):
        value = rng.choice(values(option))
        defaults = {other.name: other.default for other in profile.options}
        if profile.conflict({**defaults, **chosen, option.name: value}) is None:
            chosen[option.name] = value
    return chosen


def values(option: Option) -> list[Value]:
    """Values that an option takes."""
    candidates: list[Value] = [option.default, True, False, 1, 2, *option.kind.split(" | ")]
    return [value for value in candidates if option.accepts(value)]


def any_deal(match: Match, rng: Random) -> dict[str, Any]:
    """The next deal of a sitting, written down."""
    players = list(range(1, match.count + 1))
    raw: dict[str, Any] = {"hands": any_hands(match.rules, match.count, rng)}
    if rng.random() < 0.3:
        raw["places"] = rng.choice([None, rng.sample(players, match.count)])
    if rng.random() < 0.3:
        raw["seats"] = rng.sample(players, match.count)
    if rng.random() < 0.2:
        raw["hands_are"] = "exchanged"
    if rng.random() < 0.5:
        raw["first"] = raw["dealer"] = rng.choice(players)
    if match.rules.profile.name == "floor13" and rng.random() < 0.7:
        raw["stock"] = " ".join(rng.choices(match.rules.alphabet.names, k=8))
    if rng.random() < 0.3:
        raw["abandoned"] = True
    raw["actions"] = any_actions(match, raw, rng)
    if rng.random() < 0.5:
        points = rng.choices([None, 0, 1, 2.5], k=match.count)
        raw["result"] = {"order": rng.sample(players, match.count), "points": points}
    return raw


def any_hands(rules: Rules, players: int, rng: Random) -> list[str]:
    """Cards of the pack, some of them unknown, now and then one that should not be there."""
    pack = rules.sitting.pack(players)
    cards = rng.sample(pack.alphabet.list(pack.cards), CARDS * players)
    if rng.random() < 0.2:
        cards[0] = cards[-1]
    shown = [name if rng.random() < 0.9 else "?" for name in cards]
    return [" ".join(shown[place::players]) for place in range(players)]


def any_actions(match: Match, raw: dict[str, Any], rng: Random) -> list[str]:
    """What happened in the deal; the table is played on with every action."""
    table = opened(match, raw)
    notation = match.rules.notation(match.count)
    taken: list[str] = []
    for index in range(rng.randint(0, 40)):
        legal = [action.text for action in legal_actions(table, notation)] if rng.random() < LEGAL else []
        text = rng.choice(legal or [any_action(table, rng)])
        taken.append(text + rng.choice(["", "", "", "", " void", " @250", " # noted"]))
        run(table, [notation[taken[-1]]], index)
    return taken


def opened(match: Match, raw: dict[str, Any]) -> Table:
    """The table of such a deal before its first action."""
    lexicon = match.rules.profile.lexicon
    hands = [read_hand(lexicon, hand) for hand in raw["hands"]]
    deal = Deal(hands=hands, first=raw.get("first"), dealer=raw.get("dealer"), exchanged="hands_are" in raw)
    deal.stock = tuple(raw["stock"].split()) if "stock" in raw else None
    deal.seats = tuple(raw["seats"]) if "seats" in raw else None
    if "places" in raw:
        deal.places = raw["places"] and tuple(raw["places"])
    return match.open(match.start(deal, []))


def any_action(table: Table, rng: Random) -> str:
    """Something that somebody could do, with cards of somebody's hand."""
    player, other = rng.choice(table.seated), rng.choice(table.seated)
    held = table.rules.alphabet.list(table.hands[rng.choice([player, other])])
    count, names = rng.randint(1, 3), table.rules.alphabet.names
    cards = " ".join(rng.sample(held, count) if len(held) >= count else rng.choices(names, k=count))
    return f"{player} " + rng.choice(
        [
            cards,
            cards,
            "-",
            f"give {other} {cards}",
            f"discard {cards}",
            rng.choice(["draw", f"draw {cards}"]),
            rng.choice(["show", f"show {cards}"]),
            f"name {rng.choice('3456789TJQKA2X')}",
            f"say {rng.choice(sorted(WORDS))}",
        ]
    )
