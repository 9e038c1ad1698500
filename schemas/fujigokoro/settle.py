"""A FujiGokoro file as a record: the replay settles who made each play, and which trick-end rule was in force."""

from collections.abc import Iterable
from typing import Final

from replay.games.catalogue import PROFILES
from replay.options import Value
from replay.rules import Rules
from schemas.fujigokoro import wording
from schemas.fujigokoro.deals import deal_of, source_of_game
from schemas.fujigokoro.game import Game
from schemas.fujigokoro.players import play_out, players_of
from schemas.fujigokoro.reader import FujiGokoroFile
from schemas.fujigokoro.source import FORMAT, FujiGokoroSource
from schemas.log_errors import LogError
from schemas.raw import FORMAT as RECORD_FORMAT
from schemas.raw import Imported, RawRecord
from schemas.uecda.head import players_named
from schemas.uecda.settle import TRICK_ENDS

ACCEPTED: Final[dict[str, Value]] = {"illegal_play": "stands"}
"""Rejected plays are stored as passes, so every other play was accepted (rules digest, section 3)."""


def import_fujigokoro(lines: Iterable[str], file: str = "") -> Imported:
    """A whole file as a record that names the player of every play. Raises `LogError`.

    The option `trick_end` is set where the file shows it.
    """
    fuji = FujiGokoroFile(lines)
    games = list(fuji.games())
    if not games:
        raise LogError(1, wording.NO_GAME, wording.WHOLE_GAME)
    source = FujiGokoroSource(
        format=FORMAT,
        file=file,
        first_game=games[0].number,
        games=[source_of_game(game) for game in games],
        line_end=fuji.line_end,
    )
    if fuji.tail is not None:
        source.tail_line, source.tail = fuji.tail
    options = ACCEPTED | trick_end_of(games)
    rules = rules_of(options)
    record = RawRecord(
        format=RECORD_FORMAT,
        rules="uecda",
        options=options,
        players=[*players_named(fuji.names)],
        source=source.to_raw(),
        deals=[deal_of(game, players_of(game, rules)) for game in games],
    )
    return Imported(record, [wording.cut_off(source.tail_line)] if source.tail else [])


def trick_end_of(games: Iterable[Game]) -> dict[str, Value]:
    """The option `trick_end` under which the games come out as they did; none if no game shows it (U-PASS-1)."""
    rules = {trick_end: rules_of({**ACCEPTED, "trick_end": trick_end}) for trick_end in TRICK_ENDS}
    for game in games:
        fitting = [trick_end for trick_end in TRICK_ENDS if play_out(game, rules[trick_end]).fits]
        if len(fitting) == 1:
            return {"trick_end": fitting[0]}
    return {}


def rules_of(options: dict[str, Value]) -> Rules:
    """The rules of a table with these options."""
    return PROFILES["uecda"].rules(options)
