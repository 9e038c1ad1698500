"""What a server log leaves open and the replay settles: the trick-end rule of its server, and exchanges not written.

Which of the two rules ended a trick (U-PASS-1) is the same for a whole file; the wrong one soon contradicts the log.
The gifts of the rich that an old server did not write are those with which the game comes out as it did, if only one
choice does that (rules digest, section 2).
"""

from collections.abc import Callable, Iterable
from typing import Final

from replay.games.catalogue import PROFILES
from replay.options import Options
from replay.rules import Rules
from schemas.raw import Imported, RawRecord
from schemas.uecda import wording
from schemas.uecda.exchange import Exchange, as_possible, as_written, gifts_of_the_poor, moved, world_of
from schemas.uecda.plain_deals import PLAYERS, PlainDeal, plain_deals
from schemas.uecda.server_log_reader import read_server_log
from schemas.uecda.source import source_of
from schemas.uecda.trial import Trial

TRICK_ENDS: Final = ("all", "all_but_one")

Exchanges = Callable[[PlainDeal], Iterable[Exchange]]


def import_server_log(lines: Iterable[str], file: str = "") -> Imported:
    """A whole log as a record with everything that can be settled. Raises `LogError`.

    The option `trick_end` is set where the log shows it. Exchanges that are not written are added, but for the gifts of
    the rich where not exactly one choice fits: `source.unsettled_exchanges` lists those deals by their place.
    """
    record = read_server_log(lines, file)
    source = source_of(record["source"])
    options = record["options"]
    trick_end = trick_end_of(record, as_written if source.exchange_written else as_possible)
    if trick_end is not None:
        options["trick_end"] = trick_end
    if not source.exchange_written:
        source.unsettled_exchanges = _add_exchanges(record, rules_of(options))
    record["source"] = source.to_raw()
    notices = [wording.unsettled_exchange(place + 1) for place in source.unsettled_exchanges]
    return Imported(record, notices + ([wording.cut_off(source.tail_line)] if source.tail else []))


def trick_end_of(record: RawRecord, exchanges: Exchanges) -> str | None:
    """The trick-end rule under which the games come out as they did; nothing if no game shows which it was."""
    rules = {trick_end: rules_of({**record["options"], "trick_end": trick_end}) for trick_end in TRICK_ENDS}
    for deal in plain_deals(record, illegal_play="pass"):
        fitting = [trick_end for trick_end in TRICK_ENDS if fitting_exchanges(deal, rules[trick_end], exchanges)]
        if len(fitting) == 1:
            return fitting[0]
    return None


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


def _add_exchanges(record: RawRecord, rules: Rules) -> list[int]:
    """Put the exchange before the plays of every deal that had one; the places of the deals where it stays open."""
    unsettled = []
    for place, deal in enumerate(plain_deals(record, illegal_play="pass")):
        if deal.places is None:
            continue
        exchange = gifts_of_the_poor(deal.hands, deal.places)
        fitting = fitting_exchanges(deal, rules, as_possible)
        if len(fitting) == 1:
            exchange = fitting[0]
        else:
            unsettled.append(place)
        gifts = [f"{gift.giver} give {gift.receiver} {' '.join(gift.cards)}" for gift in exchange]
        record["deals"][place]["actions"][:0] = gifts
    return unsettled
