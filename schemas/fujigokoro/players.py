"""Who made which play of a FujiGokoro record: it follows from the rules, every play being taken as accepted."""

from typing import NamedTuple

from replay.cards import STANDARD
from replay.engine import run
from replay.faults import ILLEGAL
from replay.rules import Rules
from schemas.fujigokoro import wording
from schemas.fujigokoro.deals import by_place
from schemas.fujigokoro.game import MOST_PLAYS, Game
from schemas.log_errors import LogError
from schemas.uecda.plain_deals import PLAYERS
from schemas.uecda.trial import after_exchange, open_table


class Playing(NamedTuple):
    """Who made each play, as far as it can be told, and whether the game comes out as the file says without a fault."""

    players: list[int]
    fits: bool


def players_of(game: Game, rules: Rules) -> list[int]:
    """The player of every play. Raises `LogError` where the game is decided and the plays go on."""
    players = play_out(game, rules).players
    if len(players) < len(game.plays):
        raise LogError(game.line, wording.nobodys_play(len(players) + 1), wording.NO_MORE_PLAYS)
    return players


def play_out(game: Game, rules: Rules) -> Playing:
    """Let whoever has the turn make each play."""
    deal = after_exchange(by_place(game.seats), by_place(game.result))
    table = open_table(rules, deal, tuple(STANDARD.pack(hand.split()) for hand in game.original))
    notation = rules.notation(PLAYERS)
    players: list[int] = []
    for at, turn in enumerate(game.plays):
        if table.over or not table.turn:
            return Playing(players, fits=False)
        players.append(table.turn)
        run(table, [notation[f"{table.turn} {turn.cards or '-'}"]], at)
    order = rules.sitting.order(table, deal)
    recorded = order is None if len(game.plays) == MOST_PLAYS and not table.over else order == by_place(game.result)
    return Playing(players, fits=recorded and all(fault.severity != ILLEGAL for fault in table.faults))
