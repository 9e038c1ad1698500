"""What a text in the hand notation says, as a page shows it: written out, the table, and what is against the rules."""

from typing import NamedTuple

from daifu.api.views.game_text import Card
from daifu.replay.position import position_after
from daifu.schemas.fu.errors import Reading, Remark
from daifu.schemas.fu.reader import read
from daifu.schemas.fu.writer import write
from daifu.schemas.record.decode import DecodedRecord
from daifu.schemas.record.model import player_name


class Seat(NamedTuple):
    """A player at the table: the name, the cards left, how many unknown ones, and whether it is their turn."""

    name: str
    cards: tuple[Card, ...]
    unknown: int
    has_turn: bool


class WrittenTable(NamedTuple):
    """The table at the end of the last deal: who sits there, and the set to beat, empty where there is none."""

    deal: int
    seats: list[Seat]
    top: tuple[Card, ...]
    over: bool


class Written(NamedTuple):
    """What was read of a text; `canonical` is empty where there are errors."""

    errors: list[Remark]
    notices: list[Remark]
    canonical: str
    breaches: list[Remark]
    table: WrittenTable | None


def read_text(text: str) -> Written:
    """What a text says, with its errors, its notices, and what is against the rules."""
    reading = read(text)
    if reading.decoded is None:
        return Written(reading.errors, reading.notices, "", reading.breaches, None)
    table = _last_table(reading, reading.decoded)
    return Written([], reading.notices, write(reading.decoded), reading.breaches, table)


def _last_table(reading: Reading, decoded: DecodedRecord) -> WrittenTable | None:
    record = decoded.record
    number = len(record.deals) - 1
    actions = record.deals[number].actions
    if actions is None:
        return None
    reached = position_after(record, number, len(actions))
    table = reached.table
    names = list(map(player_name, reading.values["players"]))
    seats = [
        Seat(
            names[player - 1],
            tuple(map(Card, table.rules.alphabet.list(table.hands[player]))),
            table.unknown[player],
            has_turn=player == table.turn,
        )
        for player in table.seated
    ]
    top = reached.top.meld.names if table.top is not None and reached.top is not None else ()
    return WrittenTable(number + 1, seats, tuple(map(Card, top)), table.over)
