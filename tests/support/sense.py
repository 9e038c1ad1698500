"""A player with some sense: leads what is long and low, follows as cheaply as he can, and keeps his best for later."""

from random import Random
from typing import Final

from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW, Action
from replay.games.dalmuti.cards import DALMUTI
from replay.table import Table
from tests.support.playout import drawn_openly

WORDS: Final = (SAY, SHOW, NAME, DISCARD, GIVE)
DEAR: Final = 9
"""From this strength on, a set is dear: an ace, a 2, a joker, or what is as good."""
WORD_TAKEN: Final = 0.5
DEAR_PASSED: Final = 0.6
CHEAP_PASSED: Final = 0.12


def sensible(table: Table, actions: list[Action], rng: Random) -> Action:
    """The action that such a player takes; who has not the turn interrupts now and then."""
    words = [action for action in actions if action.verb in WORDS]
    plays = [action for action in actions if action.verb == PLAY and action.player == table.turn]
    if words and (not plays or rng.random() < WORD_TAKEN):
        return least(table, words, rng)
    interrupts = [action for action in actions if action.verb == PLAY and action.player != table.turn]
    if interrupts and rng.random() < WORD_TAKEN:
        return rng.choice(interrupts)
    passes = [action for action in actions if action.verb in (PASS, DRAW)]
    if plays:
        return laid_or_passed(table, plays, passes, rng)
    return drawn_openly(table, rng.choice(passes or actions), rng)


def laid_or_passed(table: Table, plays: list[Action], passes: list[Action], rng: Random) -> Action:
    """On the lead the longest set, the lowest of those; in the trick the lowest that answers, unless it is too dear."""
    if table.top is None:
        return min(plays, key=lambda action: (-action.meld.count, price(table, action)))
    cheapest = min(plays, key=lambda action: price(table, action))
    reluctance = DEAR_PASSED if price(table, cheapest) >= DEAR else CHEAP_PASSED
    own = [action for action in passes if action.player == cheapest.player]
    if own and rng.random() < reluctance:
        return drawn_openly(table, own[0], rng)
    return cheapest


def price(table: Table, action: Action) -> int:
    """How strong the set is now: what is laid is gone."""
    return max(reading.floor[table.down] for reading in action.readings)


def least(table: Table, words: list[Action], rng: Random) -> Action:
    """A gift of the worst cards that may be given, or any other word."""
    player = rng.choice(words).player
    own = [action for action in words if action.player == player]
    gifts = [action for action in own if action.verb == GIVE]
    if not gifts:
        return rng.choice(own)
    worst = max if table.rules.alphabet is DALMUTI else min
    return worst(gifts, key=lambda action: action.cards)
