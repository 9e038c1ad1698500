"""From a FujiGokoro game to the deal of a record, which names the player of every play and his time in milliseconds."""

from collections.abc import Sequence

from schemas.fujigokoro.cards import usual_spelling
from schemas.fujigokoro.exchange import submitted
from schemas.fujigokoro.game import Game, Turn
from schemas.fujigokoro.source import GameSource
from schemas.raw import RawDeal, RawResult


def deal_of(game: Game, players: Sequence[int]) -> RawDeal:
    """The game as a deal, its plays made by `players` in turn. Its ranks mean nothing where nobody gave anything."""
    gifts = [f"{gift.giver} give {gift.receiver} {' '.join(gift.cards)}" for gift in game.gifts]
    plays = [_action(player, turn) for player, turn in zip(players, game.plays, strict=True)]
    return RawDeal(
        seats=by_place(game.seats),
        places=by_place(game.classes) if gifts else None,
        hands=[*game.dealt],
        actions=gifts + plays,
        result=RawResult(order=by_place(game.result)),
    )


def source_of_game(game: Game) -> GameSource:
    """What of the game its deal does not hold."""
    return GameSource(
        thinking=[turn.microseconds for turn in game.plays],
        classes=None if game.gifts else [*game.classes],
        changed=None if game.changed == submitted(game.gifts) else [*game.changed],
        spelt={at: turn.spelt for at, turn in enumerate(game.plays) if turn.spelt != usual_spelling(turn.cards)},
    )


def by_place(ranks: Sequence[int]) -> list[int]:
    """Player numbers best first, or by seat, from what each player's rank or seat is."""
    return [ranks.index(rank) + 1 for rank in range(len(ranks))]


def _action(player: int, turn: Turn) -> str:
    time = "" if turn.microseconds is None else f" @{turn.microseconds // 1000}"
    return f"{player} {turn.cards or '-'}{time}"
