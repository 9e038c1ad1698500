"""What lies on the table and what is in force at a moment, line by line."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text as Plain

from api.cli import board_wording as wording
from api.cli.cards import laid
from api.cli.language import Language, say
from api.cli.particulars import Fact, particulars
from replay.table import NOBODY, Table
from replay.text import Text
from schemas.moment import Moment

_ORDERS: Final = {
    (0, 0): wording.NORMAL,
    (1, 1): wording.TURNED,
    (1, 0): wording.TURNED_NOW,
    (0, 1): wording.NORMAL_NOW,
}
"""By the order in force and the one that comes back with the next trick."""

_SUITS: Final = str.maketrans("SHDC", "♠♥♦♣")


def facts(moment: Moment, names: list[str], language: Language) -> Iterator[Fact]:
    """Each fact with its heading."""
    table = moment.table
    yield wording.TURN, Plain(say(_turn(table, names), language))
    yield wording.TO_BEAT, _to_beat(moment, names, language)
    if len(moment.trick) > 1:
        yield wording.TRICK, _trick(moment, names, language)
    yield wording.ORDER, Plain(say(_ORDERS[table.down, table.turned], language))
    yield wording.DIRECTION, Plain(say(_direction(moment), language))
    if table.lock:
        yield wording.LOCK, Plain(table.lock_label().translate(_SUITS))
    yield from particulars(table, names, language)


def _turn(table: Table, names: list[str]) -> Text:
    if table.over:
        return wording.OVER
    if table.turn == NOBODY:
        return wording.WHOEVER
    name = names[table.turn - 1]
    return Text(name, name)


def _to_beat(moment: Moment, names: list[str], language: Language) -> Plain:
    if moment.top is None:
        return Plain(say(wording.NOTHING, language))
    return Plain.assemble(laid(moment.top, language), f" ({names[moment.top.player - 1]})")


def _trick(moment: Moment, names: list[str], language: Language) -> Plain:
    """The sets and passes since the lead."""
    passed = Plain(say(wording.PASSED, language), style="dim")
    said = [
        Plain.assemble(names[action.player - 1], " ", laid(action, language) if action.meld.count else passed)
        for action in moment.trick
    ]
    return Plain(" → ").join(said)


def _direction(moment: Moment) -> Text:
    """Whether the turn goes down the list of players, which stands in the order of play at the beginning, or up."""
    ring = moment.ring
    return wording.DOWNWARDS if moment.table.after[ring[0]] == ring[1] else wording.UPWARDS
