"""Reads a server log, game by game (rules digest, section 2).

Plays are taken as they were submitted: the replay finds which of them the server rejected, and which of its two
trick-end rules it used (U-ILL-1, U-PASS-1).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final

from daifu.schemas.foreign_log import NUL, CutOff, LogError, LogLines, Tail, Value, quote_found
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawRecord, RawResult
from daifu.schemas.uecda import messages
from daifu.schemas.uecda.game_lines import (
    game_prefix,
    read_digits,
    read_gifts,
    read_hands,
    read_places,
    read_submissions,
    read_totals,
)
from daifu.schemas.uecda.header import HEADER_START, entry_key, players_from_names, read_header
from daifu.schemas.uecda.plain_deals import PLAYERS
from daifu.schemas.uecda.source import SOURCE_FORMAT as LOG_FORMAT
from daifu.schemas.uecda.source import ServerLogSource

_GAME_LINE: Final = re.compile(r"%([0-9]{5,18})%mibun% .*")


class ServerLog:
    """Reads a server log in one pass and bounded memory: the header at once, then one game after the other.

    `lines` have their endings. `source` and `tail` are complete when `deals` has been read to its end, and so are
    `broken`, the error that ended them early, and `resume`, the line from which on another game or log may begin. The
    constructor raises `LogError`.
    """

    def __init__(self, lines: Iterable[str], file: str = "") -> None:
        self._lines = LogLines(lines)
        head = read_header(self._lines)
        self.players = players_from_names(head.names)
        self.options = head.options
        self.date = head.date
        self.tail: Tail | None = None
        self.source = ServerLogSource(format=LOG_FORMAT, file=file, head=head.lines, line_end=self._lines.line_end)
        self.broken: LogError | None = None
        self.resume: int | None = None
        self._points: tuple[int, ...] | None = None

    @property
    def whole(self) -> int:
        """The lines of the header and of the whole games."""
        return self._lines.whole

    def deals(self) -> Iterator[RawDeal]:
        """The whole games of the log, up to one with a malformed line; a truncated file has a `tail`.

        A log without a whole game is `broken`.
        """
        found = False
        try:
            with suppress(CutOff):  # an unfinished game is the tail
                for deal in self._whole_games():
                    found = True
                    yield deal
                if self.broken is None:
                    self._read_foot()
            if self.broken is None and self.resume is None:
                self._take_tail()
        except LogError as error:
            self.broken = error
        if self.broken is None and not found:
            self.broken = LogError(len(self.source.head) + 1, messages.NO_GAME, messages.WHOLE_GAME)

    @property
    def head_lines(self) -> tuple[bytes, ...]:
        """The lines of the header as they are in the file."""
        return tuple(f"{line}{self._lines.line_end}".encode() for line in self.source.head)

    def ahead(self) -> list[str]:
        """The lines that were read from the line `resume` on."""
        return [] if self.resume is None else self._lines.ahead(self.resume)

    def record(self, deals: list[RawDeal]) -> RawRecord:
        """The record of these deals; its other fields are complete when `deals` has been read to its end."""
        record = RawRecord(
            format=RECORD_FORMAT,
            rules="uecda",
            options=self.options,
            players=[*self.players],
            source=self.source.to_raw(),
            deals=deals,
        )
        if self.date:
            record["event"] = {"date": self.date}
        return record

    def _whole_games(self) -> Iterator[RawDeal]:
        line = _GAME_LINE.fullmatch(self._lines.peek())
        number = self.source.first_game = int(line[1]) if line else 0
        while not self._lines.at_end() and not self._lines.peek().startswith(HEADER_START):
            begin = self._lines.number + 1
            try:
                deal = self._game(number)
            except LogError as error:
                self._break(error, begin)
                return
            if self.broken is not None:
                yield deal
                return
            self._lines.mark_complete()
            yield deal
            number += 1

    def _break(self, error: LogError, begin: int) -> None:
        """Stop at an error in a game that begins on a line; the next may begin where the error is, but not there."""
        self.broken = error
        self.resume = error.line + (error.line == begin)

    def _game(self, number: int) -> RawDeal:
        places = self._value(number, "mibun", read_places)
        deal = RawDeal(
            seats=[digit + 1 for digit in self._value(number, "seat", read_digits)],
            places=places,
            hands=self._value(number, "palyer_cards", read_hands),
            actions=self._exchange(number) + self._value(number, "play", read_submissions),
            result=RawResult(order=[digit + 1 for digit in self._value(number, "result", read_digits)]),
        )
        self._lines.mark_complete()
        try:
            self._points_of(number, deal["result"])
        except (CutOff, LogError) as error:  # the game is whole with its result, from which its points follow
            self.source.points_cut = True
            if isinstance(error, LogError):
                self._break(error, 0)
        return deal

    def _shows(self, number: int) -> bool:
        """Whether this game shows which lines the server leaves out: the first game does, for the whole file."""
        return number == self.source.first_game and not self._lines.at_end()

    def _next_is(self, number: int, key: str) -> bool:
        return self._lines.peek().startswith(game_prefix(number, key))

    def _exchange(self, number: int) -> list[str]:
        if self._shows(number):
            self.source.exchange_written = self.source.points_written = self._next_is(number, "change_cards")
        return self._value(number, "change_cards", read_gifts) if self.source.exchange_written else []

    def _points_of(self, number: int, result: RawResult) -> None:
        """Read the points of the game: the difference to the line before, or to 0 where the match began."""
        if self._shows(number):
            self.source.points_written = self._next_is(number, "points")
        if not self.source.points_written:
            return
        total = self._value(number, "points", read_totals)
        before = (0,) * PLAYERS if number == 0 else self._points
        if before is None:
            self.source.points_start = [*total]
        else:
            result["points"] = [after - start for after, start in zip(total, before, strict=True)]
        self._points = total

    def _value(self, number: int, key: str, read: Callable[[str], Value]) -> Value:
        prefix = game_prefix(number, key)
        return self._lines.take_value(prefix, read, messages.line_beginning(prefix))

    def _read_foot(self) -> None:
        """Read the lines behind the games, up to those of another log."""
        of_the_head = {entry_key(line) for line in self.source.head}
        while not self._lines.at_end():
            if entry_key(self._lines.peek()) in of_the_head:
                self.resume = self._lines.number + 1
                return
            line = self._lines.take()
            if not line.startswith(HEADER_START):
                self._break(LogError(self._lines.number, quote_found(line), messages.ONLY_FOOTER), 0)
                return
            self.source.foot.append(line)
            self._lines.mark_complete()

    def _take_tail(self) -> None:
        """Keep what follows the last whole game; of NUL bytes alone, keep only the number."""
        self.tail = self._lines.tail()
        if self.tail is None:
            return
        self.source.tail_line = self.tail.line
        if self.tail.text.strip(NUL):
            self.source.tail = self.tail.text
        else:
            self.source.padding = len(self.tail.text)
