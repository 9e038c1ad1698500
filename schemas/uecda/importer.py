"""Reads a server log game by game, and finds by replay what the log does not say (rules digest, section 2).

Plays are taken as they were submitted: the replay finds which of them the server rejected (U-ILL-1). The log does not
say which trick-end rule its server used (U-PASS-1). It is the same for a whole file, and the wrong one soon contradicts
the log. Old servers did not write the exchange: the gifts of the rich are those with which the replay gives the result
of the log, if there is only one such choice.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from tempfile import SpooledTemporaryFile
from typing import Final, NamedTuple

from daifu.replay.rules import Rules
from daifu.replay.text import Text
from daifu.schemas.foreign_log import (
    NUL,
    CutOff,
    ImportedRecord,
    LogError,
    LogLines,
    Tail,
    Value,
    WritingError,
    quote_found,
    raise_if_broken,
)
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawRecord, RawResult
from daifu.schemas.uecda import messages
from daifu.schemas.uecda.cards import (
    game_prefix,
    read_digits,
    read_gifts,
    read_hands,
    read_places,
    read_submissions,
    read_totals,
)
from daifu.schemas.uecda.deals import (
    PLAYERS,
    Exchange,
    GameTrial,
    PlainDeal,
    gifts_of_the_poor,
    hands_after_gifts,
    pack_hands,
    plain_deal,
    possible_exchanges,
    uecda_rules,
    written_exchange,
)
from daifu.schemas.uecda.header import HEADER_START, ServerLogSource, entry_key, players_from_names, read_header
from daifu.schemas.uecda.header import SOURCE_FORMAT as LOG_FORMAT

_GAME_LINE: Final = re.compile(r"%([0-9]{5,18})%mibun% .*")

SPOOL_IN_MEMORY: Final = 1 << 20
"""Bytes of deals that are kept in memory; more are written to a temporary file."""

TRICK_ENDS: Final = ("all", "all_but_one")

Exchanges = Callable[[PlainDeal], Iterable[Exchange]]


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
        # In the order of the lines, each of which is taken where it is read.
        places = self._value(number, "mibun", read_places)
        seats = [digit + 1 for digit in self._value(number, "seat", read_digits)]
        hands = self._value(number, "palyer_cards", read_hands)
        if self._shows(number):
            self.source.exchange_written = self.source.points_written = self._next_is(number, "change_cards")
        gifts = self._value(number, "change_cards", read_gifts) if self.source.exchange_written else []
        deal = RawDeal(
            seats=seats,
            places=places,
            hands=hands,
            actions=gifts + self._value(number, "play", read_submissions),
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


class DealSpool:
    """A queue of deals: all are put in, then all are taken out."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(SPOOL_IN_MEMORY)  # noqa: SIM115 - closed when all are taken, or on an error

    def put(self, deal: RawDeal) -> None:
        """Add a deal."""
        self._file.write(json.dumps(deal).encode() + b"\n")

    @contextmanager
    def closed_on_error(self) -> Iterator[None]:
        """Close the queue if an exception is raised inside."""
        with ExitStack() as stack:
            stack.enter_context(self._file)
            yield
            stack.pop_all()

    def take_all(self) -> Iterator[RawDeal]:
        """The deals in the order in which they were put in."""
        with self._file as file:
            file.seek(0)
            for line in file:
                deal: RawDeal = json.loads(line)
                yield deal


class ResolvedDeal(NamedTuple):
    """A deal with all that the replay can find; `notice` tells people that its exchange could not be found."""

    raw: RawDeal
    notice: Text | None


class ResolvedLog:
    """Reads a server log in one pass and bounded memory, as `ServerLog` does, and adds what the replay can find.

    The option `trick_end` is set if the log shows it. Exchanges that are not written are added, except for the gifts of
    the rich if not exactly one choice fits. The constructor raises `LogError`.
    """

    def __init__(self, lines: Iterable[str], file: str = "") -> None:
        self.log = ServerLog(lines, file)
        self._deals = self.log.deals()
        self._spool = DealSpool()
        with self._spool.closed_on_error():
            trick_end = self._spool_until_shown()
        if trick_end is not None:
            self.log.options["trick_end"] = trick_end
        self._rules = uecda_rules(self.log.options)

    def deals(self) -> Iterator[ResolvedDeal]:
        """The whole games of the log."""
        for number, deal in enumerate(chain(self._spool.take_all(), self._deals), start=1):
            known = self.log.source.exchange_written or self._add_exchange(deal)
            yield ResolvedDeal(deal, None if known else messages.unresolved_exchange(number))

    def ending(self) -> list[Text]:
        """Notices for people about the end of the log; known when `deals` has been read to its end."""
        source = self.log.source
        if source.tail:
            return [messages.cut_off(source.tail_line)]
        return [messages.nul_padding(source.tail_line, source.padding)] if source.padding else []

    def _spool_until_shown(self) -> str | None:
        """Spool games until one shows the trick-end rule. Returns the rule, None if no game shows it."""
        options = self.log.options
        rules = {trick_end: uecda_rules({**options, "trick_end": trick_end}) for trick_end in TRICK_ENDS}
        for deal in self._deals:
            self._spool.put(deal)
            trick_end = find_trick_end(
                deal, rules, written_exchange if self.log.source.exchange_written else possible_exchanges
            )
            if trick_end is not None:
                return trick_end
        return None

    def _add_exchange(self, deal: RawDeal) -> bool:
        """Insert the exchange before the plays of a deal that had one. Returns whether all gifts are known."""
        plain = _plain_or_none(deal)
        if plain is None or plain.places is None:
            return True
        fitting = fitting_exchanges(plain, self._rules, possible_exchanges)
        exchange = fitting[0] if len(fitting) == 1 else gifts_of_the_poor(plain.hands, plain.places)
        deal["actions"][:0] = [f"{gift.giver} give {gift.receiver} {' '.join(gift.cards)}" for gift in exchange]
        return len(fitting) == 1


def import_server_log(lines: Iterable[str], file: str = "") -> ImportedRecord:
    """A whole log as a record with all that the replay can find. Raises `LogError`.

    `source.unsettled_exchanges` lists the places of the deals whose exchange could not be found.
    """
    resolved = ResolvedLog(lines, file)
    deals = list(resolved.deals())
    raise_if_broken(resolved.log)
    resolved.log.source.unsettled_exchanges = [place for place, deal in enumerate(deals) if deal.notice]
    notices = [deal.notice for deal in deals if deal.notice]
    return ImportedRecord(resolved.log.record([deal.raw for deal in deals]), notices + resolved.ending())


def find_trick_end(deal: RawDeal, rules: dict[str, Rules], exchanges: Exchanges) -> str | None:
    """The only trick-end rule under which the game ends as the log says; None if both or neither fit."""
    plain = _plain_or_none(deal)
    if plain is None:
        return None
    fitting = [trick_end for trick_end in TRICK_ENDS if fitting_exchanges(plain, rules[trick_end], exchanges)]
    return fitting[0] if len(fitting) == 1 else None


def fitting_exchanges(deal: PlainDeal, rules: Rules, exchanges: Exchanges) -> list[Exchange]:
    """The exchanges with which the game ends as the log says."""
    dealt = pack_hands(deal.hands)
    by_hands = {
        hands: exchange for exchange in exchanges(deal) if (hands := hands_after_gifts(dealt, exchange)) is not None
    }
    notation = rules.notation(PLAYERS)
    plays = [notation[f"{play.player} {' '.join(play.cards) or '-'}"] for play in deal.plays]
    return [by_hands[hands] for hands in GameTrial(rules, deal.seats, plays, deal.order).find_fitting(list(by_hands))]


def _plain_or_none(deal: RawDeal) -> PlainDeal | None:
    """The deal as a plain deal; None if an action cannot be read: then the deal shows nothing and is refused later."""
    try:
        return plain_deal(deal)
    except WritingError:
        return None
