"""Reads a server log as a record, and finds by replay what the log does not say.

The log does not say which trick-end rule its server used (U-PASS-1). It is the same for a whole file, and the wrong one
soon contradicts the log. Old servers did not write the exchange: the gifts of the rich are those with which the replay
gives the result of the log, if there is only one such choice (rules digest, section 2).
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from tempfile import SpooledTemporaryFile
from typing import Final, NamedTuple

from daifu.replay.rules import Rules
from daifu.replay.text import Text
from daifu.schemas.foreign_log import ImportedRecord, WritingError, raise_if_broken
from daifu.schemas.record.model import RawDeal
from daifu.schemas.uecda import messages
from daifu.schemas.uecda.plain_deals import PLAYERS, PlainDeal, plain_deal, uecda_rules
from daifu.schemas.uecda.reader import ServerLog
from daifu.schemas.uecda.reconstruction import (
    Exchange,
    GameTrial,
    gifts_of_the_poor,
    hands_after_gifts,
    pack_hands,
    possible_exchanges,
    written_exchange,
)

SPOOL_IN_MEMORY: Final = 1 << 20
"""Bytes of deals that are kept in memory; more are written to a temporary file."""


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


TRICK_ENDS: Final = ("all", "all_but_one")

Exchanges = Callable[[PlainDeal], Iterable[Exchange]]


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
