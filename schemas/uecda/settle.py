"""What a server log leaves open and the replay settles: the trick-end rule of its server, and exchanges not written.

Which of the two rules ended a trick (U-PASS-1) is the same for a whole file; the wrong one soon contradicts the log.
The gifts of the rich that an old server did not write are those with which the game comes out as it did, if only one
choice does that (rules digest, section 2).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from replay.games.catalogue import PROFILES
from replay.options import Options
from replay.rules import Rules
from replay.text import Text
from schemas.log_errors import WritingError
from schemas.raw import Imported, RawDeal
from schemas.uecda import wording
from schemas.uecda.exchange import Exchange, as_possible, as_written, gifts_of_the_poor, moved, world_of
from schemas.uecda.held_deals import HeldDeals
from schemas.uecda.plain_deals import PLAYERS, PlainDeal, plain_deal
from schemas.uecda.server_log_reader import ServerLog
from schemas.uecda.trial import Trial

TRICK_ENDS: Final = ("all", "all_but_one")

Exchanges = Callable[[PlainDeal], Iterable[Exchange]]


class SettledDeal(NamedTuple):
    """A deal with everything settled that can be; the notice tells people that its exchange stays open."""

    raw: RawDeal
    notice: Text | None


class SettledLog:
    """One pass over a server log like `ServerLog`, with everything settled that can be, in memory that does not grow.

    The option `trick_end` is set where the log shows it. Exchanges that are not written are added, but for the gifts of
    the rich where not exactly one choice fits. Raises `LogError`, here and in `deals`.
    """

    def __init__(self, lines: Iterable[str], file: str = "") -> None:
        self.log = ServerLog(lines, file)
        self._deals = self.log.deals()
        self._held = HeldDeals()
        with self._held.dropped_on_error():
            trick_end = self._hold_until_shown()
        if trick_end is not None:
            self.log.options["trick_end"] = trick_end
        self._rules = rules_of(self.log.options)

    def deals(self) -> Iterator[SettledDeal]:
        """The whole games of the log."""
        for number, deal in enumerate(chain(self._held.take_all(), self._deals), start=1):
            settled = self.log.source.exchange_written or self._add_exchange(deal)
            yield SettledDeal(deal, None if settled else wording.unsettled_exchange(number))

    def ending(self) -> list[Text]:
        """What people should be told about how the log ends; known when `deals` has been read to its end."""
        source = self.log.source
        if source.tail:
            return [wording.cut_off(source.tail_line)]
        return [wording.padded(source.tail_line, source.padding)] if source.padding else []

    def _hold_until_shown(self) -> str | None:
        """Hold games until one shows the trick-end rule, and give that; nothing if no game shows it."""
        options = self.log.options
        rules = {trick_end: rules_of({**options, "trick_end": trick_end}) for trick_end in TRICK_ENDS}
        for deal in self._deals:
            self._held.put(deal)
            trick_end = shown_trick_end(deal, rules, as_written if self.log.source.exchange_written else as_possible)
            if trick_end is not None:
                return trick_end
        return None

    def _add_exchange(self, deal: RawDeal) -> bool:
        """Put the exchange before the plays of a deal that had one; whether it could be told."""
        plain = _plain(deal)
        if plain is None or plain.places is None:
            return True
        fitting = fitting_exchanges(plain, self._rules, as_possible)
        exchange = fitting[0] if len(fitting) == 1 else gifts_of_the_poor(plain.hands, plain.places)
        deal["actions"][:0] = [f"{gift.giver} give {gift.receiver} {' '.join(gift.cards)}" for gift in exchange]
        return len(fitting) == 1


def import_server_log(lines: Iterable[str], file: str = "") -> Imported:
    """A whole log as a record with everything that can be settled. Raises `LogError`.

    `source.unsettled_exchanges` lists the deals whose exchange stays open by their place.
    """
    settled = SettledLog(lines, file)
    deals = list(settled.deals())
    settled.log.source.unsettled_exchanges = [place for place, deal in enumerate(deals) if deal.notice]
    notices = [deal.notice for deal in deals if deal.notice]
    return Imported(settled.log.record([deal.raw for deal in deals]), notices + settled.ending())


def shown_trick_end(deal: RawDeal, rules: dict[str, Rules], exchanges: Exchanges) -> str | None:
    """The one trick-end rule under which the game comes out as it did; nothing if it does so under both or neither."""
    plain = _plain(deal)
    if plain is None:
        return None
    fitting = [trick_end for trick_end in TRICK_ENDS if fitting_exchanges(plain, rules[trick_end], exchanges)]
    return fitting[0] if len(fitting) == 1 else None


def fitting_exchanges(deal: PlainDeal, rules: Rules, exchanges: Exchanges) -> list[Exchange]:
    """Those of the exchanges with which the game comes out as it did."""
    dealt = world_of(deal.hands)
    by_world = {world: exchange for exchange in exchanges(deal) if (world := moved(dealt, exchange)) is not None}
    notation = rules.notation(PLAYERS)
    plays = [notation[f"{play.player} {' '.join(play.cards) or '-'}"] for play in deal.plays]
    return [by_world[world] for world in Trial(rules, deal.seats, plays, deal.order).fitting(list(by_world))]


def rules_of(options: Options) -> Rules:
    """The rules of a server with these options."""
    return PROFILES["uecda"].rules(options)


def _plain(deal: RawDeal) -> PlainDeal | None:
    """The deal taken apart; nothing if some action is no action: then the deal settles nothing and is refused later."""
    try:
        return plain_deal(deal)
    except WritingError:
        return None
