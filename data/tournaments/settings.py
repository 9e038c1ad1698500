"""The settings of a tournament or a stage: scoring, penalties, dropped rounds and tie-breaks."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from daifu.schemas.record.model import Name

MAX_ENTRANTS: Final = 10_000
MAX_ROUNDS: Final = 1_000
MAX_TABLES: Final = 5_000
"""The most tables of a round: all entrants in pairs."""
MAX_DEALS: Final = 1_000
"""The most deals of a table in a round."""
MAX_TABLE_SIZE: Final = 100

RoundCount = Annotated[int, Meta(ge=0, le=MAX_ROUNDS)]
DealCount = Annotated[int, Meta(ge=1, le=MAX_DEALS)]
TableSize = Annotated[int, Meta(ge=2, le=MAX_TABLE_SIZE)]
PlaceWorths = Annotated[tuple[Fraction, ...], Meta(min_length=2, max_length=MAX_TABLE_SIZE)]


class TieBreak(StrEnum):
    """The tie-breaks; `standings` says what each one is."""

    POINTS = "points"
    HEAD_TO_HEAD = "head_to_head"
    FIRSTS = "firsts"
    BEST_ROUND = "best_round"
    FEWEST_FAULTS = "fewest_faults"
    STRENGTH_OF_OPPONENTS = "strength_of_opponents"
    LOT = "lot"


class ByPoints(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="points"):
    """A result scores its points by the rules profile."""


class ByPlace(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="place"):
    """A result scores the worth of its place; `worth` has a list for each size of table, best place first."""

    worth: Annotated[tuple[PlaceWorths, ...], Meta(min_length=1, max_length=MAX_TABLE_SIZE)]

    def for_table_size(self, size: int) -> tuple[Fraction, ...]:
        """The worths of the places at a table of this size, best first; empty where they are not set."""
        return next((worth for worth in self.worth if len(worth) == size), ())


class ByTitle(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="title"):
    """A result scores the worth of its title; titles that are not listed score 0."""

    worth: Annotated[Mapping[Name, Fraction], Meta(min_length=1, max_length=MAX_TABLE_SIZE)]


Scoring = ByPoints | ByPlace | ByTitle


class Settings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The scoring of a stage.

    A table plays `deals` deals in a round, any number if that is None. The `drop_worst` worst rounds do not count.
    `penalties` has the points that an upheld fault costs, as negative numbers by its code or its severity; the code
    takes precedence. A bye scores `bye` points, a forfeited table `forfeit`. With `confirm`, a result that a player
    enters by phone waits until another player of the table confirms it.
    """

    scoring: Scoring = ByPoints()
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.POINTS,)
    drop_worst: RoundCount = 0
    deals: DealCount | None = 1
    penalties: Annotated[Mapping[Name, Fraction], Meta(max_length=MAX_TABLE_SIZE)] = {}
    bye: Fraction = Fraction(0)
    forfeit: Fraction = Fraction(0)
    confirm: bool = False


class FixedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The table at which an entrant sits in all rounds that are drawn."""

    entrant: Annotated[int, Meta(ge=1, le=MAX_ENTRANTS)]
    table: Annotated[int, Meta(ge=1, le=MAX_TABLES)]


MAX_GROUPS: Final = 1_000
EntrantNumbers = Annotated[tuple[Annotated[int, Meta(ge=1, le=MAX_ENTRANTS)], ...], Meta(max_length=MAX_ENTRANTS)]
Groups = Annotated[tuple[EntrantNumbers, ...], Meta(max_length=MAX_GROUPS)]
"""Groups whose members should not meet, such as families; for a draw their members are of no team."""

DrawMethod = Literal["balanced", "swiss", "snake"]


class Plan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How a tournament is meant to go on; it binds nobody.

    About so many people are `expected`. Rounds are drawn by `draw`, at tables of `wanted`. The `best` of the first
    stage play a final of `final_rounds`, for which they carry over this part of their points. Members of one of the
    `groups` do not meet where a draw does not say otherwise and it can be avoided; those who are `fixed` sit at their
    table in each round.
    """

    expected: Annotated[int, Meta(ge=2, le=MAX_ENTRANTS)] | None = None
    draw: DrawMethod = "balanced"
    wanted: TableSize | None = None
    best: Annotated[int, Meta(ge=2, le=MAX_ENTRANTS)] | None = None
    final_rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] = 1
    carry: Fraction = Fraction(0)
    groups: Groups = ()
    fixed: Annotated[tuple[FixedTable, ...], Meta(max_length=MAX_TABLES)] = ()


class Everybody(Struct, frozen=True, forbid_unknown_fields=True, tag_field="who", tag="all"):
    """A stage for all entrants, also for those who enter later."""


class Best(Struct, frozen=True, forbid_unknown_fields=True, tag_field="who", tag="best"):
    """A stage for the best `count` entrants of the stage before who have not withdrawn."""

    count: Annotated[int, Meta(ge=2, le=MAX_ENTRANTS)]


class Listed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="who", tag="listed"):
    """A stage for these entrants."""

    entrants: Annotated[tuple[int, ...], Meta(min_length=2, max_length=MAX_ENTRANTS)]


StageField = Everybody | Best | Listed
