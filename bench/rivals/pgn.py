"""python-chess: ``read_game`` parses PGN and finds every move among the legal ones."""

from io import StringIO
from random import Random

import chess.pgn

from bench.contenders import Contender

GAMES = 60
PLIES = 120


def contenders(rng: Random) -> list[Contender]:
    """Prepare ``GAMES`` games as the bytes of one PGN file."""
    boards = [_random_game(rng) for _ in range(GAMES)]
    data = "\n\n".join(str(chess.pgn.Game.from_board(board)) for board in boards).encode()

    def run() -> None:
        read = _read_all(data)
        if read != GAMES:
            raise ValueError(f"{GAMES} games were written, {read} were read")

    moves = sum(len(board.move_stack) for board in boards)
    return [Contender("python-chess", "PGN, read_game", GAMES, moves, run)]


def _random_game(rng: Random) -> chess.Board:
    board = chess.Board()
    while len(board.move_stack) < PLIES and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return board


def _read_all(data: bytes) -> int:
    file = StringIO(data.decode())
    games = 0
    while (game := chess.pgn.read_game(file)) is not None:
        if game.errors:
            raise ValueError(f"game {games} was not accepted: {game.errors}")
        games += 1
    return games
