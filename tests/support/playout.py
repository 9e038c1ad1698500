"""Sittings played by a generator that takes nothing but legal actions: what the properties, the samples and the benchmark are fed with."""

from random import Random
from typing import Any

from replay.actions import PASS, PLAY, Action, Notation
from replay.deal import Deal, Hand, Start
from replay.engine import run
from replay.games.catalogue import PROFILES
from replay.legal import legal_actions
from replay.match import Match
from replay.options import Options
from replay.rules import Rules
from replay.sitting import Points
from replay.table import Table

MOST_ACTIONS = 2_000
PASS_WEIGHT = 0.3
FLOOR13_HANDS = {2: 14, 3: 9, 4: 7, 5: 5, 6: 4, 7: 4, 8: 3}


def sitting(rules: str, players: int, deals: int, rng: Random, options: Options | None = None) -> dict[str, Any]:
    """A raw record of so many deals, all of them legal; a deal that will not end is abandoned."""
    chosen = options or {}
    compiled = PROFILES[rules].rules(chosen)
    match = Match(compiled, players)
    raw: dict[str, Any] = {"format": "daifu/1", "rules": rules, "players": [f"P{n}" for n in range(1, players + 1)]}
    if chosen:
        raw["options"] = dict(chosen)
    raw["deals"] = [deal_played(compiled, match, rng) for _ in range(deals)]
    return raw


def deal_played(rules: Rules, match: Match, rng: Random) -> dict[str, Any]:
    """The next deal of a sitting as a raw record has it, played to its end."""
    deal = Deal()
    start = match.start(deal, [])
    raw = dealt(rules, match, start, rng)
    deal.hands = [Hand(rules.alphabet.pack(hand.split())) for hand in raw["hands"]]
    deal.stock = tuple(raw["stock"].split()) if "stock" in raw else None
    deal.first, deal.dealer = raw.get("first"), raw.get("dealer")
    actions = played(match.open(start), rules.notation(match.count), rng)
    deal.actions = actions
    raw["actions"] = [action.text for action in actions]
    report = match.play(deal)
    if report.decided:
        raw["result"] = {"order": report.order, **({"points": report.points} if any_known(report.points) else {})}
    else:
        raw["abandoned"] = True
    return raw


def any_known(points: Points) -> bool:
    """Whether a deal gave points to somebody."""
    return any(value is not None for value in points)


def played(table: Table, notation: Notation, rng: Random) -> list[Action]:
    """Legal actions from here to the end of the deal."""
    taken: list[Action] = []
    while not table.over and len(taken) < MOST_ACTIONS:
        action = chosen_of(legal_actions(table, notation), rng)
        run(table, [action], len(taken))
        taken.append(action)
    return taken


def chosen_of(actions: list[Action], rng: Random) -> Action:
    """One of the actions: sets rather than passes, other actions in between."""
    weights = [PASS_WEIGHT if action.verb == PASS else 1.0 if action.verb == PLAY else 0.6 for action in actions]
    return rng.choices(actions, weights)[0]


def dealt(rules: Rules, match: Match, start: Start, rng: Random) -> dict[str, Any]:
    """Hands, and what else the table decides before a deal."""
    name = rules.profile.name
    pack = rules.sitting.pack(match.count)
    cards = pack.alphabet.list(pack.cards)
    rng.shuffle(cards)
    ring = rules.sitting.ring(start)
    size = FLOOR13_HANDS[match.count] if name == "floor13" else None
    hands = {player: cards[turn :: len(ring)][:size] for turn, player in enumerate(ring)}
    raw: dict[str, Any] = {"hands": [" ".join(sorted(hands[player])) for player in sorted(hands)]}
    if size:
        raw["stock"] = " ".join(left_over(cards, hands))
    if name == "biga" or (match.number == 0 and name == "floor13"):
        raw["first"] = ring[0]
    if match.number == 0 and name == "akagiri":
        raw["dealer"] = rng.choice(ring)
    return raw


def left_over(cards: list[str], hands: dict[int, list[str]]) -> list[str]:
    """The cards that nobody was dealt."""
    stock = list(cards)
    for hand in hands.values():
        for card in hand:
            stock.remove(card)
    return stock
