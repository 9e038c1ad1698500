"""What only a theater game shows in a position: the cards that were shown by mistake (T-PUN-1)."""

from collections.abc import Iterator
from typing import Final

from daifu.replay.games.theater.table import TheaterTable
from daifu.replay.options import Value
from daifu.replay.rules import Fact, PositionRules
from daifu.replay.text import Text

FACE_UP: Final = Text("face up", "公開")


def face_up_cards(table: TheaterTable) -> Iterator[tuple[int, list[str]]]:
    """Each player with open cards, and these cards."""
    for player in table.seated:
        cards = table.open_cards(player)
        if cards:
            yield player, table.rules.alphabet.list(cards)


def position_fields(table: TheaterTable) -> dict[str, Value]:
    """The cards that lie open, by player."""
    return {"face_up": [{"player": player, "cards": " ".join(names)} for player, names in face_up_cards(table)]}


def position_facts(table: TheaterTable) -> list[Fact]:
    """The same for people, a fact for each player."""
    return [Fact(FACE_UP, [player, ": ", names]) for player, names in face_up_cards(table)]


POSITION_RULES: Final = PositionRules(fields=position_fields, facts=position_facts)
