"""What changes are made of."""

import re
from fractions import Fraction
from typing import Annotated, Final

from msgspec import Meta, Struct

from data.tournaments.settings import MOST_AT_A_TABLE, MOST_ENTRANTS, MOST_ROUNDS
from schemas.limits import WHOLE
from schemas.shape.structs import Name

EntrantNumber = Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]
Ordinal = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
"""The number of a stage, of a round in it, of a table in that, or of a deal at that."""
SeatNumber = Annotated[int, Meta(ge=1, le=MOST_AT_A_TABLE)]
Identity = Annotated[int, Meta(ge=1, le=WHOLE)]
Seed = Annotated[int, Meta(ge=0, le=WHOLE)]
ActionPlace = Annotated[int, Meta(ge=0, le=WHOLE)]
Players = Annotated[tuple[Name, ...], Meta(max_length=MOST_AT_A_TABLE)]
Entrants = Annotated[tuple[EntrantNumber, ...], Meta(max_length=MOST_ENTRANTS)]
Places = Annotated[tuple[SeatNumber | None, ...], Meta(max_length=MOST_AT_A_TABLE)]
Points = Annotated[tuple[Fraction | None, ...], Meta(max_length=MOST_AT_A_TABLE)]
Titles = Annotated[tuple[Name | None, ...], Meta(max_length=MOST_AT_A_TABLE)]

MOST_FAULTS: Final = 10_000
"""Faults of a deal; a record may be nothing but faults."""


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Change(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="change", tag=_snake
):
    """What all changes have in common: in JSON the field `change` names which one it is."""


class OfARound(Change, frozen=True, kw_only=True):
    """A change in a round of a stage."""

    stage: Ordinal
    round: Ordinal


class AtATable(OfARound, frozen=True, kw_only=True):
    """A change at a table of a round."""

    table: Ordinal
