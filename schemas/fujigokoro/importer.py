"""Reads a FujiGokoro file as a record: the replay finds the player of each play and the trick-end rule."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from daifu.replay.cards import STANDARD
from daifu.replay.engine import take_actions
from daifu.replay.faults import ILLEGAL
from daifu.replay.options import Value as OptionValue
from daifu.replay.rules import Rules
from daifu.schemas.foreign_log import (
    NUL,
    NUL_BYTE,
    CutOff,
    ImportedRecord,
    LineEnd,
    LogError,
    LogLines,
    LogSource,
    ReadingError,
    Tail,
    Value,
    quote_found,
    raise_if_broken,
)
from daifu.schemas.fujigokoro import messages
from daifu.schemas.fujigokoro.game import (
    MOST_PLAYS,
    PASS,
    Game,
    Turn,
    derive_gifts,
    read_cards,
    read_set,
    submitted_cards,
    usual_spelling,
)
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawRecord, RawResult
from daifu.schemas.uecda.deals import PLAYERS, deal_after_exchange, open_table, uecda_rules
from daifu.schemas.uecda.header import players_from_names, read_names
from daifu.schemas.uecda.importer import TRICK_ENDS
from daifu.schemas.uecda.messages import NO_GAME, WHOLE_GAME

SOURCE_FORMAT: Final = "fujigokoro"

NotNegative = Annotated[int, msgspec.Meta(ge=0)]
FiveRanks = Annotated[list[int], msgspec.Meta(min_length=5, max_length=5)]
FiveHands = Annotated[list[str], msgspec.Meta(min_length=5, max_length=5)]

PLAYER: Final = "player "
"""How the line of the players begins."""
_PLAY: Final = re.compile(r"([^\[\]]+)(?:\[(0|[1-9][0-9]{0,17})\])?")
_NUMBER: Final = re.compile("(0|[1-9][0-9]{0,17}) ")
_HANDS: Final = re.compile(r"(?:\{ (?:[^{} ]+ )*\} ){5}")
_HAND: Final = re.compile(r"\{ ([^{}]*)\} ")

PLAYS_STAND: Final[dict[str, OptionValue]] = {"illegal_play": "stands"}
"""FujiGokoro writes rejected plays as passes, so all other plays were accepted (rules digest, section 3)."""


class GameSource(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The parts of a game for which the record has no other place.

    `thinking` are the exact microseconds of each play, null if they are not written. `classes` are the ranks by player
    of a game without exchange, in which they have no meaning. `changed` are the cards that each player submitted for
    exchange, if the server took others (U-XCH-1). `spelt` are the plays, by their place, with an unusual spelling.
    """

    thinking: list[NotNegative | None]
    classes: FiveRanks | None = None
    changed: FiveHands | None = None
    spelt: dict[int, str] = {}


class FujiGokoroSource(LogSource, kw_only=True, omit_defaults=True):
    """The parts of a FujiGokoro file for which the record has no other place.

    `first_game` is the number of the first game, null in newer files, which do not number games. `tail` is what follows
    the last whole game of a truncated file, `tail_line` the number of its first line.
    """

    format: Literal["fujigokoro"]
    file: str = ""
    first_game: NotNegative | None = None
    games: list[GameSource]
    tail: str = ""
    tail_line: int = 0
    line_end: LineEnd = "\n"


def read_source(raw: dict[str, object]) -> FujiGokoroSource:
    """The `source` of a record that was read from such a file. Raises `WritingError` if it is not of that form."""
    return FujiGokoroSource.from_raw(raw, messages.bad_source)


class FujiGokoroFile:
    """Reads a FujiGokoro file in one pass and bounded memory: the players at once, then one game after the other.

    `lines` have their endings. `tail` is known when `games` has been read to its end, and so are `broken`, the error
    that ended them early, and `resume`, the line from which on another game or file may begin. The constructor raises
    `LogError`.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = LogLines(lines)
        self.line_end = self._lines.line_end
        self.tail: Tail | None = None
        self.broken: LogError | None = None
        self.resume: int | None = None
        if self._lines.at_end():
            raise LogError(1, NO_GAME, WHOLE_GAME)
        self.names = self._value(PLAYER, read_names)
        self._lines.mark_complete()

    @property
    def whole(self) -> int:
        """The lines of the players and of the whole games."""
        return self._lines.whole

    @property
    def head_lines(self) -> tuple[bytes, ...]:
        """The line of the players as it is in the file."""
        return (f"{PLAYER}{' '.join(self.names)}{self.line_end}".encode(),)

    def ahead(self) -> list[str]:
        """The lines that were read from the line `resume` on."""
        return [] if self.resume is None else self._lines.ahead(self.resume)

    def games(self, check: Callable[[Game], None] = lambda _game: None) -> Iterator[Game]:
        """The whole games, up to one with a malformed line; a truncated file has a `tail`.

        `check` may raise `LogError` for a game that cannot be taken.
        """
        game: Game | None = None
        begin = 0
        try:
            with suppress(CutOff):
                while not self._lines.at_end():
                    begin = self._lines.number + 1
                    if self._lines.peek().startswith(PLAYER):
                        self.resume = begin
                        return
                    game = self._game(game)
                    check(game)
                    self._lines.mark_complete()
                    yield game
            begin = -1
            self.tail = self._lines.tail()
            if self.tail is not None and NUL in self.tail.text:
                raise LogError(self._lines.number + 1, NO_GAME, WHOLE_GAME, NUL_BYTE)  # noqa: TRY301
            if game is None:
                self.broken = LogError(1, NO_GAME, WHOLE_GAME)
        except LogError as error:
            self.broken = error
            self.resume = None if begin < 0 else error.line + (error.line == begin)

    def _game(self, before: Game | None) -> Game:
        self._value("/* ", _read_nothing)
        number = self._number(before)
        self._value("score ", _read_nothing)
        classes = self._value("class ", _read_ranks)
        seats = self._value("seat ", _read_ranks)
        dealt = self._value("dealt ", _read_hands)
        changed = self._value("changed ", _read_hands)
        original = self._value("original ", _read_hands)
        with self._lines.attribute_errors():
            gifts = derive_gifts(classes, dealt, changed, original)
        plays = self._value("play ", _read_plays)
        line = self._lines.number
        result = self._value("result ", _read_ranks)
        self._value("*/ ", _read_nothing)
        return Game(number, classes, seats, dealt, changed, original, gifts, plays, result, line)

    def _number(self, before: Game | None) -> int | None:
        """The number of the game; None if the file does not number its games, as the first one shows."""
        if before is None:
            return self._value("game ", _read_number) if self._lines.peek().startswith("game ") else None
        if before.number is None:
            return None
        number = before.number + 1
        self._value(f"game {number} ", _read_nothing)
        return number

    def _value(self, beginning: str, read: Callable[[str], Value]) -> Value:
        return self._lines.take_value(beginning, read, messages.line_beginning(beginning))


def _read_nothing(text: str) -> None:
    if text:
        raise ReadingError(quote_found(text), messages.END_OF_LINE)


def _read_number(text: str) -> int:
    number = _NUMBER.fullmatch(text)
    if number is None:
        raise ReadingError(quote_found(text), messages.NUMBER)
    return int(number[1])


def _read_ranks(text: str) -> tuple[int, ...]:
    ranks = text.split(" ")
    if sorted(ranks) != ["", *(str(rank) for rank in range(PLAYERS))] or ranks[-1]:
        raise ReadingError(quote_found(text), messages.FIVE_RANKS)
    return tuple(int(rank) for rank in ranks[:-1])


def _read_hands(text: str) -> tuple[str, ...]:
    if not _HANDS.fullmatch(text):
        raise ReadingError(quote_found(text), messages.FIVE_HANDS)
    return tuple(read_cards(hand.split(" ")[:-1]) for hand in _HAND.findall(text))


def _read_plays(text: str) -> tuple[Turn, ...]:
    words = text.split(" ")
    if words.pop():
        raise ReadingError(quote_found(text[-20:]), messages.PLAYS)
    turns = []
    for word in words:
        play = _PLAY.fullmatch(word)
        if play is None:
            raise ReadingError(quote_found(word), messages.PLAYS)
        cards = "" if play[1] == PASS else read_set(play[1])
        turns.append(Turn(cards, play[1], None if play[2] is None else int(play[2])))
    return tuple(turns)


def deal_from_game(game: Game, players: Sequence[int]) -> RawDeal:
    """The game as a deal whose plays are made by `players` in turn; without gifts its ranks have no meaning."""
    gifts = [f"{gift.giver} give {gift.receiver} {' '.join(gift.cards)}" for gift in game.gifts]
    plays = []
    for player, turn in zip(players, game.plays, strict=True):
        time = "" if turn.microseconds is None else f" @{turn.microseconds // 1000}"
        plays.append(f"{player} {turn.cards or '-'}{time}")
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
    # Of a game with more plays than the program records, the file does not have the end.
    recorded = order is None if len(game.plays) == MOST_PLAYS and not table.over else order == by_place(game.result)
    return PlayedGame(players, fits=recorded and all(fault.severity != ILLEGAL for fault in table.faults))


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
