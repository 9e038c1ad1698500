"""The table of the faults: a row for each that was found."""

from collections.abc import Iterator
from typing import Final

from replay.text import Text
from schemas.parquet.columns import ACTION, OF_DEAL, PLAYER, PLAYER_ID, Column, Row, Type
from schemas.parquet.taken import Taken

COLUMNS: Final = (
    *OF_DEAL,
    ACTION._replace(optional=True),
    PLAYER._replace(optional=True),
    PLAYER_ID._replace(optional=True),
    Column("code", Type.TEXT, Text("What kind of fault it is.", "問題点のコード。")),
    Column(
        "severity",
        Type.TEXT,
        Text("`illegal`, `foul`, `record` or `notice`.", "`illegal`、`foul`、`record`、`notice` のどれか。"),
    ),
    Column("rule", Type.TEXT, Text("The id of the rule that was broken.", "反した規則のID。")),
    Column(
        "resolution",
        Type.TEXT,
        Text(
            "What became of it: `stands`, `void`, `pass` or `ignored`.",
            "どう扱われたか：`stands`、`void`、`pass`、`ignored` のどれか。",
        ),
    ),
    Column("message_en", Type.TEXT, Text("The same in an English sentence.", "英語での説明。")),
    Column("message_ja", Type.TEXT, Text("The same in a Japanese sentence.", "日本語での説明。")),
)


def rows(taken: Taken) -> Iterator[Row]:
    """The rows of all faults of a record, in the order of its report."""
    for deal in taken.deals:
        for fault in deal.report.faults:
            player = fault.player
            yield (
                *taken.head,
                deal.number,
                fault.action,
                player,
                None if player is None else taken.ids[player - 1],
                fault.code,
                fault.severity,
                fault.rule,
                fault.resolution,
                *fault.message,
            )
