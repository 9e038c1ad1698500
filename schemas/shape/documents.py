"""The schemas of the slow reader: the same record as in `structs`, field by field (record format, section 1)."""

from typing import Final

from marshmallow import EXCLUDE, Schema

from replay.games.catalogue import PROFILES
from replay.text import Text
from schemas import limits
from schemas.raw import FORMAT
from schemas.shape import leaves
from schemas.shape.cards import CardText, as_action, as_hand, as_stock
from schemas.shape.fields import Errors, Expecting, ListOf, Part, is_object

_ENTRY: Final = Text(
    f'a name of at most {limits.NAME_LENGTH} visible characters, or an object with "id" and "name"',
    f"表示できる{limits.NAME_LENGTH}文字以下の名前、または「id」と「name」を持つオブジェクト",
)


class Shape(Schema):
    """A schema that leaves unknown fields to `Part`, which names the known ones."""

    class Meta:
        """How marshmallow is told so."""

        unknown = EXCLUDE


class PlayerSchema(Shape):
    """A player whose name others may share."""

    id = leaves.name(required=True)
    name = leaves.name(required=True)


class Entry(Expecting):
    """A player as the record names him: a plain name, or an object."""

    _object: Final = Part(PlayerSchema())

    def __init__(self) -> None:
        super().__init__(_ENTRY, leaves.is_name)

    def errors(self, value: object) -> Errors:
        """What is wrong with the name, or inside the object."""
        return self._object.errors(value) if is_object(value) else super().errors(value)


class ResultSchema(Shape):
    """What the table wrote down."""

    order = ListOf(leaves.player(), 0, limits.PLAYERS)
    points = ListOf(leaves.points(), 0, limits.PLAYERS)


class DealSchema(Shape):
    """One deal."""

    seats = ListOf(leaves.player(), 1, limits.PLAYERS)
    places = ListOf(leaves.player(), 1, limits.PLAYERS, allow_none=True)
    hands = ListOf(CardText(limits.CARDS_LENGTH, "D3 S5 ?", as_hand, allow_none=True), 0, limits.PLAYERS)
    hands_are = leaves.words("dealt", "exchanged")
    dealer = leaves.player()
    first = leaves.player()
    stock = CardText(limits.CARDS_LENGTH, "H9 C4", as_stock)
    actions = ListOf(CardText(limits.ACTION_LENGTH, "1 D3", as_action), 0, limits.ACTIONS)
    result = Part(ResultSchema())
    abandoned = leaves.flag()
    notes = leaves.notes()


class RecordSchema(Shape):
    """One sitting; its deals are looked at one by one, with what the record tells about them."""

    format = leaves.words(FORMAT, required=True)
    rules = leaves.words(*PROFILES, required=True)
    options = leaves.any_object()
    players = ListOf(Entry(), 1, limits.PLAYERS, required=True)
    event = leaves.any_object()
    source = leaves.any_object()
    deals = ListOf(None, 1, limits.DEALS, required=True)
    notes = leaves.notes()


DEAL: Final = Part(DealSchema())
RECORD: Final = Part(RecordSchema())
