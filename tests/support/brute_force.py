"""Every action that could be written in a small position, to try which of them are legal."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from replay.actions import PLAY, WORDS, Action, Notation
from replay.deal import Deal, Hand
from replay.engine import run
from replay.legal import is_legal, legal_actions
from replay.match import Match
from replay.rules import Rules
from replay.table import Table

Tried = tuple[Any, ...]
"""What the rules tell apart in an action."""


def small_position(rules: Rules, players: int, cards: int, rng: Random) -> Table:
    """A deal of so many cards each, about to begin, with a ranking to exchange by."""
    pack = rules.sitting.pack(players)
    names = rng.sample(pack.alphabet.list(pack.cards), cards * players)
    hands = [Hand.of(pack.alphabet.pack(names[place::players])) for place in range(players)]
    places = tuple(rng.sample(range(1, players + 1), players))
    match = Match(rules, players)
    stock = tuple(pack.alphabet.list(pack.cards)[:4])
    return match.open(match.start(Deal(places=places, hands=hands, first=1, dealer=1, stock=stock), []))


def positions(rules: Rules, players: int, cards: int, rng: Random) -> Iterator[Table]:
    """The positions of such a deal while legal actions are taken at random."""
    table = small_position(rules, players, cards, rng)
    notation = rules.notation(players)
    for index in range(40):
        table.index = index
        yield table
        legal = legal_actions(table, notation)
        if not legal:
            return
        run(table, [rng.choice(legal)], index)


def generated(table: Table, notation: Notation) -> set[Tried]:
    """What the generator finds."""
    return {told for action in legal_actions(table, notation) for told in told_apart(action)}


def tried_out(table: Table, notation: Notation) -> set[Tried]:
    """What is legal of all that could be written."""
    if table.over:
        return set()
    actions = (notation[text] for player in table.seated for text in texts(table, player))
    return {told for action in actions if is_legal(table, action) for told in told_apart(action)}


def told_apart(action: Action) -> Iterator[Tried]:
    """An action as the rules see it; a set that can be several things has been told in other words, too."""
    if action.verb != PLAY:
        yield action.player, action.verb, action.cards, action.target, action.word
    elif len(action.readings) == 1:
        [read] = action.readings
        yield action.player, PLAY, action.cards, read.kind, read.floor, read.ceiling, read.suits


def texts(table: Table, player: int) -> Iterator[str]:
    """Sets with every choice of what a joker stands for, gifts to everybody, and every word."""
    held = table.rules.alphabet.list(table.hands[player])
    yield f"{player} -"
    for word in sorted(WORDS):
        yield f"{player} say {word}"
    for count in range(1, len(held) + 1):
        for chosen in dict.fromkeys(combinations(held, count)):
            yield from (f"{player} {told}" for told in spellings(table, chosen))
            if count <= 2:
                yield from (f"{player} give {other} {' '.join(chosen)}" for other in table.seated)


def spellings(table: Table, chosen: tuple[str, ...]) -> Iterator[str]:
    """The cards, their jokers bare or told to be any card of the same suits and about the same ranks."""
    stand_ins = table.rules.profile.lexicon.stand_ins.values()
    jokered = ["X", *(f"X={name}" for name in dict.fromkeys(stand_ins))] if stand_ins else ["X"]
    yield from (" ".join(words) for words in product(*(jokered if name == "X" else [name] for name in chosen)))
