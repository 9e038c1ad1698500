"""Decides who may be one person and what people are called. A store fetches the values and writes the rows."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec


class _Deal(msgspec.Struct):
    order: list[int]
    unfinished: list[int]


class _Report(msgspec.Struct):
    deals: list[_Deal]


_report = msgspec.json.Decoder(_Report).decode


class Merge(NamedTuple):
    """A merge that is in force: into which person, and by which change."""

    person: int
    change: int


class Rename(NamedTuple):
    """A rename: the number of the change, one of the ids of the person, and the name that they were given."""

    change: int
    player: int
    name: int


def shared_deal(report: bytes, players: Sequence[int], ones: Collection[int], others: Collection[int]) -> int | None:
    """The first deal of a report in which one of `ones` and one of `others` sat, counted from 1; None without one.

    `players` are those of the record, by their places in it.
    """
    for number, deal in enumerate(_report(report).deals, 1):
        sat = {players[place - 1] for place in (*deal.order, *deal.unfinished)}
        if not sat.isdisjoint(ones) and not sat.isdisjoint(others):
            return number
    return None


def given_names(renames: Iterable[Rename], merges: Mapping[int, Merge]) -> dict[int, int]:
    """The names that persons were given, by the id that stands for the person.

    `merges` are in force, by the id that was merged. A rename is of the person to whom the id belonged at that time, as
    far as the merges that made it so are still in force; of several, the last counts.
    """
    names: dict[int, int] = {}
    for change, player, name in sorted(renames):
        person = player
        while person in merges and merges[person].change < change:
            person = merges[person].person
        names[person] = name
    return names
