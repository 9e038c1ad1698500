"""Uploads of short sittings, and what judging finds of them."""

import json
from typing import Any

from data.judging.judge import Judge
from data.judging.line import Line
from data.judging.verdicts import Sent
from replay.text import Text
from schemas.intake.item import DAIFU, Item, Unread
from schemas.judged import Judged
from tests.support.kept import sitting
from tests.support.processes import eventually

BAD = Item("bulk", 7, DAIFU, b"{}")
UNREAD = Unread("bulk", 9, Text("a line that is none", "行ではない"))


def item(table: int, **fields: object) -> Item:
    """A sitting as it is sent."""
    return Item("bulk", table, DAIFU, json.dumps(sitting(str(table), **fields)).encode())  # type: ignore[arg-type]


def sittings(count: int) -> list[Sent]:
    """So many of them."""
    return [item(table) for table in range(count)]


def seen(judged: Judged | None) -> Any:  # noqa: ANN401 - to be compared
    """All that is in it; its rows added up, for two processes never share them."""
    if judged is None:
        return None
    tallies = judged.tallies
    return judged[:-1], tallies.seats, tallies.tables, tallies.pairs


def lent(judge: Judge) -> Line:
    """The line to the process of a judge, once that is ready."""
    found: list[Line] = []

    def is_ready() -> bool:
        line = judge.lend()
        if line is not None:
            found.append(line)
        return line is not None

    eventually(is_ready)
    return found[0]


def process_of(judge: Judge) -> int:
    """Its process, which is ready then and free to be lent."""
    line = lent(judge)
    judge.give_back(line)
    return line.process
