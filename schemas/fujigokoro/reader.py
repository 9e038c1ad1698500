"""Reads a FujiGokoro file game by game, without the players of the plays (rules digest, section 3)."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final

from daifu.schemas.foreign_log import NUL, NUL_BYTE, CutOff, LogError, LogLines, ReadingError, Tail, Value, quote_found
from daifu.schemas.fujigokoro import messages
from daifu.schemas.fujigokoro.cards import PASS, read_cards, read_set
from daifu.schemas.fujigokoro.game import Game, Turn, derive_gifts
from daifu.schemas.uecda.header import read_names
from daifu.schemas.uecda.messages import NO_GAME, WHOLE_GAME
from daifu.schemas.uecda.plain_deals import PLAYERS, Gift

PLAYER: Final = "player "
"""How the line of the players begins."""
_PLAY: Final = re.compile(r"([^\[\]]+)(?:\[(0|[1-9][0-9]{0,17})\])?")
_NUMBER: Final = re.compile("(0|[1-9][0-9]{0,17}) ")
_HANDS: Final = re.compile(r"(?:\{ (?:[^{} ]+ )*\} ){5}")
_HAND: Final = re.compile(r"\{ ([^{}]*)\} ")


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
            self._read_tail()
            if game is None:
                self.broken = LogError(1, NO_GAME, WHOLE_GAME)
        except LogError as error:
            self.broken = error
            self.resume = None if begin < 0 else error.line + (error.line == begin)

    def _read_tail(self) -> None:
        """Keep what follows the last whole game. Raises `LogError`, also for NUL bytes."""
        self.tail = self._lines.tail()
        if self.tail is not None and NUL in self.tail.text:
            raise LogError(self._lines.number + 1, NO_GAME, WHOLE_GAME, NUL_BYTE)

    def _game(self, before: Game | None) -> Game:
        self._value("/* ", _read_nothing)
        number = self._number(before)
        self._value("score ", _read_nothing)
        classes = self._value("class ", _read_ranks)
        seats = self._value("seat ", _read_ranks)
        dealt = self._value("dealt ", _read_hands)
        changed = self._value("changed ", _read_hands)
        original = self._value("original ", _read_hands)
        gifts = self._gifts(classes, dealt, changed, original)
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

    def _gifts(
        self, classes: tuple[int, ...], dealt: tuple[str, ...], changed: tuple[str, ...], original: tuple[str, ...]
    ) -> tuple[Gift, ...]:
        with self._lines.attribute_errors():
            return derive_gifts(classes, dealt, changed, original)

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
    return tuple(_read_play(word) for word in words)


def _read_play(word: str) -> Turn:
    play = _PLAY.fullmatch(word)
    if play is None:
        raise ReadingError(quote_found(word), messages.PLAYS)
    return Turn(_read_set(play[1]), play[1], None if play[2] is None else int(play[2]))


def _read_set(spelt: str) -> str:
    return "" if spelt == PASS else read_set(spelt)
