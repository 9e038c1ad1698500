"""OpenSpiel's dou dizhu, written in C++: the nearest relative that has an engine.

It reads no text and writes no report. Its deal is timed, like the reading of our hands, but counts no moves and is
not checked.
"""

from functools import partial
from random import Random
from typing import NamedTuple

import pyspiel

from bench.contenders import Contender

GAMES = 1500


class Playout(NamedTuple):
    """The action numbers of one game: first chance deals, then the players bid and play."""

    deal: list[int]
    moves: list[int]


def contenders(rng: Random) -> list[Contender]:
    """Prepare ``GAMES`` playouts, to be checked by hand or by the library itself."""
    game = pyspiel.load_game("dou_dizhu")
    playouts = [_random_playout(game, rng) for _ in range(GAMES)]
    moves = sum(len(playout.moves) for playout in playouts)
    return [
        Contender(name, work, GAMES, moves, partial(replay, game, playouts))
        for name, work, replay in (
            ("openspiel", "dou_dizhu, in legal_actions()", _replay_listed),
            ("openspiel-native", "dou_dizhu, own legality check", _replay_checked),
        )
    ]


def _random_playout(game: pyspiel.Game, rng: Random) -> Playout:
    state = game.new_initial_state()
    playout = Playout([], [])
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        (playout.deal if state.is_chance_node() else playout.moves).append(action)
        state.apply_action(action)
    return playout


def _replay_listed(game: pyspiel.Game, playouts: list[Playout]) -> None:
    for deal, moves in playouts:
        state = _deal_state(game, deal)
        for action in moves:
            if action not in state.legal_actions():
                raise ValueError(f"action {action} is not legal")
            state.apply_action(action)
        _check_end(state)


def _replay_checked(game: pyspiel.Game, playouts: list[Playout]) -> None:
    for deal, moves in playouts:
        state = _deal_state(game, deal)
        for action in moves:
            state.apply_action_with_legality_check(action)
        _check_end(state)


def _deal_state(game: pyspiel.Game, deal: list[int]) -> pyspiel.State:
    state = game.new_initial_state()
    for action in deal:
        state.apply_action(action)
    return state


def _check_end(state: pyspiel.State) -> None:
    if not state.is_terminal():
        raise ValueError("a playout did not reach its end")
