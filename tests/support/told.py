"""What the rules tell apart in what somebody does."""

from typing import Any, Final

from replay.actions import PLAY, Action
from replay.combination import GROUP
from replay.engine import run
from replay.games.biga.table import BigATable
from replay.table import Table

Told = tuple[Any, ...]

WITH_SUITS_IN_GROUPS: Final = "uecda"
"""The game in which the suits of a group count, so that those of a joker in it do, too (U-LOCK-1)."""


def told(table: Table, action: Action) -> Told:
    """An action as the rules see it: equal ones are the same to them."""
    if action.verb != PLAY:
        return action.player, action.verb, action.cards, action.target, action.word
    after = table.copy()
    run(after, [action])
    return action.player, PLAY, cards(table, action), laid(after, action)


def cards(table: Table, action: Action) -> Told:
    """The cards; in Big A a suit says nothing but which ace is Big (B-RANK-1)."""
    if not isinstance(table, BigATable):
        return action.meld.names
    alphabet = table.rules.alphabet
    return tuple(sorted((name[1:], table.big_aces(alphabet.one[name])) for name in action.meld.names))


def laid(table: Table, action: Action) -> Told:
    """The set that the cards have become, if it still lies there."""
    top = table.top
    if top is None or table.owner != action.player:
        return ()
    suited = top.kind != GROUP or top.count == 1 or table.rules.profile.name == WITH_SUITS_IN_GROUPS
    return top.kind, top.count, top.floor, top.ceiling, top.ranks, top.suits if suited else 0
