"""A server log as a record, with what the log leaves open resolved by replay.

The log does not say which trick-end rule its server used (U-PASS-1); it is the same for a whole file, and the wrong one
soon contradicts the log. An old server did not write the exchange: the gifts of the rich are those with which the game
comes out as it did, if only one choice does that (rules digest, section 2).
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from tempfile import SpooledTemporaryFile
from typing import Final, NamedTuple

from replay.rules import Rules
from replay.text import Text
from schemas.foreign_log import ImportedRecord, WritingError
from schemas.record.model import RawDeal
from schemas.uecda import messages
from schemas.uecda.plain_deals import PLAYERS, PlainDeal, plain_deal, uecda_rules
from schemas.uecda.reader import ServerLog
from schemas.uecda.reconstruction import (
    Exchange,
    GameTrial,
    gifts_of_the_poor,
    hands_after_gifts,
    pack_hands,
    possible_exchanges,
    written_exchange,
)

SPOOL_IN_MEMORY: Final = 1 << 20
"""So many bytes of them are not written to a file."""


class DealSpool:
    """A line of deals: all are put in, then all are taken out."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(SPOOL_IN_MEMORY)  # noqa: SIM115 - closed when all are taken, or on an error

    def put(self, deal: RawDeal) -> None:
        """Hold one more deal."""
        self._file.write(json.dumps(deal).encode() + b"\n")

    @contextmanager
    def closed_on_error(self) -> Iterator[None]:
        """Whatever is raised inside, nobody will take the deals."""
        with ExitStack() as stack:
            stack.enter_context(self._file)
            yield
            stack.pop_all()

    def take_all(self) -> Iterator[RawDeal]:
        """The deals in the order in which they came."""
        with self._file as file:
            file.seek(0)
            for line in file:
                deal: RawDeal = json.loads(line)
                yield deal


TRICK_ENDS: Final = ("all", "all_but_one")

Exchanges = Callable[[PlainDeal], Iterable[Exchange]]


class ResolvedDeal(NamedTuple):
    """A deal with everything settled that can be; the notice tells people that its exchange stays open."""

    raw: RawDeal
    notice: Text | None


class ResolvedLog:
    """One pass over a server log like `ServerLog`, with everything settled that can be, in memory that does not grow.

    The option `trick_end` is set where the log shows it. Exchanges that are not written are added, but for the gifts of
    the rich where not exactly one choice fits. Raises `LogError`, here and in `deals`.
    """

    def __init__(self, lines: Iterable[str], file: str = "") -> None:
        self.log = ServerLog(lines, file)
        self._deals = self.log.deals()
        self._held = DealSpool()
        with self._held.closed_on_error():
            trick_end = self._spool_until_shown()
        if trick_end is not None:
            self.log.options["trick_end"] = trick_end
        self._rules = uecda_rules(self.log.options)

    def deals(self) -> Iterator[ResolvedDeal]:
        """The whole games of the log."""
        for number, deal in enumerate(chain(self._held.take_all(), self._deals), start=1):
            settled = self.log.source.exchange_written or self._add_exchange(deal)
            yield ResolvedDeal(deal, None if settled else messages.unresolved_exchange(number))

    def ending(self) -> list[Text]:
        """What people should be told about how the log ends; known when `deals` has been read to its end."""
        source = self.log.source
        if source.tail:
            return [messages.cut_off(source.tail_line)]
        return [messages.nul_padding(source.tail_line, source.padding)] if source.padding else []

    def _spool_until_shown(self) -> str | None:
        """Hold games until one shows the trick-end rule, and give that; nothing if no game shows it."""
        options = self.log.options
        rules = {trick_end: uecda_rules({**options, "trick_end": trick_end}) for trick_end in TRICK_ENDS}
        for deal in self._deals:
            self._held.put(deal)
            trick_end = find_trick_end(
                deal, rules, written_exchange if self.log.source.exchange_written else possible_exchanges
            )
            if trick_end is not None:
                return trick_end
        return None

    def _add_exchange(self, deal: RawDeal) -> bool:
        """Put the exchange before the plays of a deal that had one; whether it could be told."""
        plain = _plain_or_none(deal)
        if plain is None or plain.places is None:
            return True
        fitting = fitting_exchanges(plain, self._rules, possible_exchanges)
        exchange = fitting[0] if len(fitting) == 1 else gifts_of_the_poor(plain.hands, plain.places)
        deal["actions"][:0] = [f"{gift.giver} give {gift.receiver} {' '.join(gift.cards)}" for gift in exchange]
        return len(fitting) == 1


def import_server_log(lines: Iterable[str], file: str = "") -> ImportedRecord:
    """A whole log as a record with everything that can be settled. Raises `LogError`.

    `source.unsettled_exchanges` lists the deals whose exchange stays open by their place.
    """
    settled = ResolvedLog(lines, file)
    deals = list(settled.deals())
    settled.log.source.unsettled_exchanges = [place for place, deal in enumerate(deals) if deal.notice]
    notices = [deal.notice for deal in deals if deal.notice]
    return ImportedRecord(settled.log.record([deal.raw for deal in deals]), notices + settled.ending())


def find_trick_end(deal: RawDeal, rules: dict[str, Rules], exchanges: Exchanges) -> str | None:
    """The one trick-end rule under which the game comes out as it did; nothing if it does so under both or neither."""
    plain = _plain_or_none(deal)
    if plain is None:
        return None
    fitting = [trick_end for trick_end in TRICK_ENDS if fitting_exchanges(plain, rules[trick_end], exchanges)]
    return fitting[0] if len(fitting) == 1 else None


def fitting_exchanges(deal: PlainDeal, rules: Rules, exchanges: Exchanges) -> list[Exchange]:
    """Those of the exchanges with which the game comes out as it did."""
    dealt = pack_hands(deal.hands)
    by_world = {
        world: exchange for exchange in exchanges(deal) if (world := hands_after_gifts(dealt, exchange)) is not None
    }
    notation = rules.notation(PLAYERS)
    plays = [notation[f"{play.player} {' '.join(play.cards) or '-'}"] for play in deal.plays]
    return [by_world[world] for world in GameTrial(rules, deal.seats, plays, deal.order).fitting(list(by_world))]


def _plain_or_none(deal: RawDeal) -> PlainDeal | None:
    """The deal taken apart; nothing if some action is no action: then the deal settles nothing and is refused later."""
    try:
        return plain_deal(deal)
    except WritingError:
        return None
