"""A player with some sense: leads what is long and low, follows as cheaply as he can, and keeps his best for later."""

from functools import cache
from random import Random
from typing import Final

from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW, Action
from replay.cards import JOKER, Alphabet, size
from replay.games.dalmuti.cards import DALMUTI, JESTER
from replay.table import Table
from tests.support.playout import drawn_openly

CHANCE: Final = {GIVE: 0.8, DISCARD: 0.8, NAME: 1.0, SHOW: 0.2, SAY: 0.1}
"""How readily a player does something but play; where nothing else can be done, he does it anyway."""
INTERRUPTING: Final = 0.5
RARELY: Final = 0.1
FEW: Final = 3
"""With so few cards left a player spares nothing."""
SPARED: Final = 0.5
"""What is worth more than this is kept for later, the more readily the more it is worth."""
TORN: Final = 0.2
"""What it costs to tear cards from others of their rank."""
LENGTH: Final = 0.3
"""What it is worth to get rid of one card more."""


def sensible(table: Table, actions: list[Action], rng: Random) -> Action:
    """The action that such players take next."""
    plays = [action for action in actions if action.verb == PLAY]
    passes = [action for action in actions if action.verb in (PASS, DRAW)]
    deeds = [action for action in actions if is_due(table, action) or rng.random() < CHANCE.get(action.verb, 0)]
    if deeds or not plays + passes:
        return deed(table, deeds or actions, rng)
    due = max(passes, key=lambda action: action.verb == DRAW, default=None)
    waiting = [action for action in plays if due is not None and action.player != due.player]
    if waiting and rng.random() < INTERRUPTING:
        return min(waiting, key=lambda action: cost(table, action))
    own = [action for action in plays if action not in waiting]
    if due is None:
        return max(own, key=lambda action: LENGTH * action.meld.count - cost(table, action))
    return answer(table, own, drawn_openly(table, due, rng), rng)


def is_due(table: Table, action: Action) -> bool:
    """Whether a gift is owed before play."""
    return action.verb == GIVE and not table.started


def deed(table: Table, deeds: list[Action], rng: Random) -> Action:
    """Something but a play: one player's gift or discard of what is worth least, or any name or word of his."""
    player = rng.choice(deeds).player
    own = [action for action in deeds if action.player == player]
    cheapest = min(own, key=lambda action: total(table, action))
    return rng.choice(own) if cheapest.verb in (NAME, SAY) or rng.random() < RARELY else cheapest


def answer(table: Table, own: list[Action], passed: Action, rng: Random) -> Action:
    """The cheapest set that answers, or a pass where even that is too dear."""
    if not own:
        return passed
    cheapest = min(own, key=lambda action: cost(table, action))
    few = size(table.hands[cheapest.player]) - cheapest.meld.count <= FEW
    return cheapest if few or rng.random() > cost(table, cheapest) - SPARED else passed


def cost(table: Table, action: Action) -> float:
    """What a set is worth a card, and what it tears apart; a joker that one should not be left with costs nothing."""
    hand = table.rules.alphabet.list(table.hands[action.player])
    if JOKER in action.meld.names and len(hand) <= FEW:
        return 0
    ranks = {name[-1] for name in action.meld.names}
    torn = any(name[-1] in ranks for name in hand if name not in action.meld.names)
    return total(table, action) / action.meld.count + TORN * torn


def total(table: Table, action: Action) -> float:
    """What the cards are worth in the order in force."""
    worth = worths(table.rules.alphabet)
    return sum(1 - worth[name] if table.down and JOKER not in name else worth[name] for name in action.meld.names)


@cache
def worths(alphabet: Alphabet) -> dict[str, float]:
    """What cards are worth, from 0 to 1: packs are printed weakest card first, Dalmuti's best first."""
    best_last = [*reversed(alphabet.names[:-1]), JESTER] if alphabet is DALMUTI else alphabet.names
    return {name: place / alphabet.size for place, name in enumerate(best_last)}
