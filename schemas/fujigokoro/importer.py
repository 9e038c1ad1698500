"""Reads a FujiGokoro file as a record: the replay finds the player of each play and the trick-end rule."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from daifu.replay.cards import STANDARD
from daifu.replay.engine import take_actions
from daifu.replay.faults import ILLEGAL
from daifu.replay.options import Value as OptionValue
from daifu.replay.rules import Rules
from daifu.schemas.foreign_log import ImportedRecord, LogError, raise_if_broken
from daifu.schemas.fujigokoro import messages
from daifu.schemas.fujigokoro.cards import usual_spelling
from daifu.schemas.fujigokoro.game import MOST_PLAYS, Game, Turn, submitted_cards
from daifu.schemas.fujigokoro.reader import FujiGokoroFile
from daifu.schemas.fujigokoro.source import SOURCE_FORMAT, FujiGokoroSource, GameSource
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawRecord, RawResult
from daifu.schemas.uecda.header import players_from_names
from daifu.schemas.uecda.importer import TRICK_ENDS
from daifu.schemas.uecda.plain_deals import PLAYERS, uecda_rules
from daifu.schemas.uecda.reconstruction import deal_after_exchange, open_table


def deal_from_game(game: Game, players: Sequence[int]) -> RawDeal:
    """The game as a deal whose plays are made by `players` in turn; without gifts its ranks have no meaning."""
    gifts = [f"{gift.giver} give {gift.receiver} {' '.join(gift.cards)}" for gift in game.gifts]
    plays = [_play_action(player, turn) for player, turn in zip(players, game.plays, strict=True)]
    return RawDeal(
        seats=by_place(game.seats),
        places=by_place(game.classes) if gifts else None,
        hands=[*game.dealt],
        actions=gifts + plays,
        result=RawResult(order=by_place(game.result)),
    )


def game_source(game: Game) -> GameSource:
    """The parts of the game for which its deal has no place."""
    return GameSource(
        thinking=[turn.microseconds for turn in game.plays],
        classes=None if game.gifts else [*game.classes],
        changed=None if game.changed == submitted_cards(game.gifts) else [*game.changed],
        spelt={at: turn.spelt for at, turn in enumerate(game.plays) if turn.spelt != usual_spelling(turn.cards)},
    )


def by_place(ranks: Sequence[int]) -> list[int]:
    """Player numbers best first, or by seat, from each player's rank or seat."""
    return [ranks.index(rank) + 1 for rank in range(len(ranks))]


def _play_action(player: int, turn: Turn) -> str:
    time = "" if turn.microseconds is None else f" @{turn.microseconds // 1000}"
    return f"{player} {turn.cards or '-'}{time}"


class PlayedGame(NamedTuple):
    """The player of each play, as far as known, and whether the game ends as the file says without a fault."""

    players: list[int]
    fits: bool


def find_players(game: Game, rules: Rules) -> list[int]:
    """The player of every play. Raises `LogError` if plays follow after the game is decided."""
    players = play_out(game, rules).players
    if len(players) < len(game.plays):
        raise LogError(game.line, messages.play_without_player(len(players) + 1), messages.NO_MORE_PLAYS)
    return players


def players_check(lines: Iterable[str]) -> Callable[[Game], None]:
    """What raises `LogError` for a game with plays behind its end, by the trick-end rule that a file shows."""
    rules = uecda_rules(PLAYS_STAND | find_trick_end(FujiGokoroFile(lines).games()))

    def check(game: Game) -> None:
        find_players(game, rules)

    return check


def play_out(game: Game, rules: Rules) -> PlayedGame:
    """Replay the game, each play by the player whose turn it is."""
    deal = deal_after_exchange(by_place(game.seats), by_place(game.result))
    table = open_table(rules, deal, tuple(STANDARD.pack(hand.split()) for hand in game.original))
    notation = rules.notation(PLAYERS)
    players: list[int] = []
    for at, turn in enumerate(game.plays):
        if table.over or not table.turn:
            return PlayedGame(players, fits=False)
        players.append(table.turn)
        take_actions(table, [notation[f"{table.turn} {turn.cards or '-'}"]], at)
    order = rules.sitting.order(table, deal)
    recorded = order is None if len(game.plays) == MOST_PLAYS and not table.over else order == by_place(game.result)
    return PlayedGame(players, fits=recorded and all(fault.severity != ILLEGAL for fault in table.faults))


PLAYS_STAND: Final[dict[str, OptionValue]] = {"illegal_play": "stands"}
"""FujiGokoro writes rejected plays as passes, so all other plays were accepted (rules digest, section 3)."""


def import_fujigokoro(lines: Iterable[str], file: str = "") -> ImportedRecord:
    """A whole file as a record that names the player of every play. Raises `LogError`.

    The option `trick_end` is set if the file shows it.
    """
    fuji = FujiGokoroFile(lines)
    games = list(fuji.games())
    raise_if_broken(fuji)
    source = FujiGokoroSource(
        format=SOURCE_FORMAT,
        file=file,
        first_game=games[0].number,
        games=[game_source(game) for game in games],
        line_end=fuji.line_end,
    )
    if fuji.tail is not None:
        source.tail_line, source.tail = fuji.tail
    options = PLAYS_STAND | find_trick_end(games)
    rules = uecda_rules(options)
    record = RawRecord(
        format=RECORD_FORMAT,
        rules="uecda",
        options=options,
        players=[*players_from_names(fuji.names)],
        source=source.to_raw(),
        deals=[deal_from_game(game, find_players(game, rules)) for game in games],
    )
    return ImportedRecord(record, [messages.cut_off(source.tail_line)] if source.tail else [])


def find_trick_end(games: Iterable[Game]) -> dict[str, OptionValue]:
    """The option `trick_end` under which the games end as the file says; none if no game shows it (U-PASS-1)."""
    rules = {trick_end: uecda_rules({**PLAYS_STAND, "trick_end": trick_end}) for trick_end in TRICK_ENDS}
    for game in games:
        fitting = [trick_end for trick_end in TRICK_ENDS if play_out(game, rules[trick_end]).fits]
        if len(fitting) == 1:
            return {"trick_end": fitting[0]}
    return {}
