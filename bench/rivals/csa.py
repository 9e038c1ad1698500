"""cshogi, written in C++: shogi records in CSA. Its parser takes any move, so each is checked and made on a board."""

from random import Random

import cshogi
from cshogi import CSA

from bench.contenders import Contender

GAMES = 1000
PLIES = 120


def contenders(rng: Random) -> list[Contender]:
    """Prepare ``GAMES`` games as the bytes of one CSA file."""
    played = [_random_game(rng) for _ in range(GAMES)]
    data = "/\n".join(map(_to_csa, played)).encode()
    moves = sum(map(len, played))

    def run() -> None:
        made = _read_all(data)
        if made != moves:
            raise ValueError(f"{moves} moves were written, {made} were made")

    return [Contender("cshogi", "CSA, parse_str, is_legal, push", GAMES, moves, run)]


def _random_game(rng: Random) -> list[int]:
    board = cshogi.Board()
    while board.move_number <= PLIES and (legal := list(board.legal_moves)):
        board.push(rng.choice(legal))
    return list(board.history)


def _to_csa(moves: list[int]) -> str:
    lines = [f"{'+-'[place % 2]}{cshogi.move_to_csa(move)}" for place, move in enumerate(moves)]
    return "\n".join(["V2.2", "PI", "+", *lines, "%CHUDAN", ""])


def _read_all(data: bytes) -> int:
    made = 0
    for game in CSA.Parser.parse_str(data.decode()):
        board = cshogi.Board(game.sfen)
        for move in game.moves:
            if not board.is_legal(move):
                raise ValueError(f"{cshogi.move_to_csa(move)} is not legal")
            board.push(move)
        made += len(game.moves)
    return made
