"""What a tournament agrees on: how results score, what else counts, and how ties are broken."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Final

from msgspec import Meta, Struct

from schemas.shape.structs import Name

MOST_ENTRANTS: Final = 10_000
MOST_ROUNDS: Final = 1_000
MOST_DEALS: Final = 1_000
"""Deals of a table in a round."""
MOST_AT_A_TABLE: Final = 100

Count = Annotated[int, Meta(ge=0, le=MOST_ROUNDS)]
Deals = Annotated[int, Meta(ge=1, le=MOST_DEALS)]
Size = Annotated[int, Meta(ge=2, le=MOST_AT_A_TABLE)]
Worths = Annotated[tuple[Fraction, ...], Meta(min_length=2, max_length=MOST_AT_A_TABLE)]


class TieBreak(StrEnum):
    """What may tell two entrants apart; see `standings` for what each one is."""

    POINTS = "points"
    HEAD_TO_HEAD = "head_to_head"
    FIRSTS = "firsts"
    BEST_ROUND = "best_round"
    FEWEST_FAULTS = "fewest_faults"
    STRENGTH_OF_OPPONENTS = "strength_of_opponents"
    LOT = "lot"


class ByPoints(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="points"):
    """A result scores the points of the profile, as the result carries them."""


class ByPlace(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="place"):
    """A result scores what its place is worth: for each size of a table as many worths, best place first."""

    worth: Annotated[tuple[Worths, ...], Meta(min_length=1, max_length=MOST_AT_A_TABLE)]

    def of_table(self, size: int) -> tuple[Fraction, ...]:
        """What the places of a table of so many are worth, best first; nothing where that is not agreed."""
        return next((worth for worth in self.worth if len(worth) == size), ())


class ByTitle(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="title"):
    """A result scores what its title is worth; a title that is not named is worth nothing."""

    worth: Annotated[Mapping[Name, Fraction], Meta(min_length=1, max_length=MOST_AT_A_TABLE)]


Scoring = ByPoints | ByPlace | ByTitle


class Settings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How a stage is scored.

    `deals` are those that a table plays in a round, None where it may play any number. `drop_worst` rounds do not
    count. `penalties` leads from the code of a fault, or its severity, to the points that it costs once it is upheld:
    negative numbers, and the code goes before the severity. A bye scores `bye` points, a forfeited table `forfeit`.
    """

    scoring: Scoring = ByPoints()
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.POINTS,)
    drop_worst: Count = 0
    deals: Deals | None = 1
    penalties: Annotated[Mapping[Name, Fraction], Meta(max_length=MOST_AT_A_TABLE)] = {}
    bye: Fraction = Fraction(0)
    forfeit: Fraction = Fraction(0)


class Everybody(Struct, frozen=True, forbid_unknown_fields=True, tag_field="who", tag="all"):
    """A stage is for all entrants, those who enter later included."""


class Best(Struct, frozen=True, forbid_unknown_fields=True, tag_field="who", tag="best"):
    """A stage is for the first so many of the stage before who have not withdrawn."""

    count: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)]


class Listed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="who", tag="listed"):
    """A stage is for these entrants."""

    entrants: Annotated[tuple[int, ...], Meta(min_length=2, max_length=MOST_ENTRANTS)]


Field = Everybody | Best | Listed
