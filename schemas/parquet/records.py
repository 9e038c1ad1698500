"""The table of the records: a row each."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import UNSET

from replay.text import Text
from schemas.parquet.columns import OF_RECORD, Column, Row, Type
from schemas.parquet.taken import Taken

COLUMNS: Final = (
    *OF_RECORD,
    Column("revision", Type.INT32, Text("Which revision this is.", "何番目の版か。")),
    Column("stored_at", Type.MOMENT, Text("When this revision was stored.", "この版が保存された時刻。")),
    Column("withdrawn", Type.BOOL, Text("Whether the record was withdrawn.", "取り下げられたかどうか。")),
    Column("tournament", Type.TEXT, Text("The name of the event.", "大会の名前。"), optional=True),
    Column("round", Type.TEXT, Text("The round of the event.", "大会の何回戦か。"), optional=True),
    Column("event", Type.TEXT, Text("The whole event as JSON.", "大会の記載全体（JSON）。"), optional=True),
    Column("options", Type.TEXT, Text("The options that it chooses, as JSON.", "選ばれたオプション（JSON）。")),
    Column(
        "player_ids",
        Type.TEXTS,
        Text("The ids of the players by player number.", "プレイヤーのID（プレイヤー番号順）。"),
    ),
    Column(
        "player_names",
        Type.TEXTS,
        Text("The names of the players by player number.", "プレイヤーの名前（プレイヤー番号順）。"),
    ),
    Column("deals", Type.INT32, Text("How many deals it has.", "回の数。")),
    Column("actions", Type.INT32, Text("How many actions its deals have.", "全部の回を合わせた行動の数。")),
    Column(
        "legal",
        Type.BOOL,
        Text("Whether nothing worse than a notice was found.", "`notice` より重い問題点がないかどうか。"),
    ),
    Column(
        "faults",
        Type.INT32,
        Text("How many faults were found, notices included.", "問題点の数（`notice` も含む）。"),
    ),
    Column(
        "totals",
        Type.POINTS,
        Text(
            "The sum of points by player number, null for somebody who never got any.",
            "合計点（プレイヤー番号順）。一度も点のない人はnull。",
        ),
    ),
    Column(
        "ranks",
        Type.RANKS,
        Text(
            "The place by totals by player number, null where there is no total.",
            "合計点での順位（プレイヤー番号順）。合計点がなければnull。",
        ),
    ),
    Column("notes", Type.TEXT, Text("What was noted on it.", "棋譜の備考。"), optional=True),
)

_json: Final = msgspec.json.Encoder(order="deterministic").encode


def rows(taken: Taken) -> Iterator[Row]:
    """The row of a record."""
    kept, shape, facts, report = taken.kept, taken.shape, taken.facts, taken.report
    yield (
        *taken.head,
        kept.revision,
        kept.stored_at,
        kept.withdrawn,
        facts.tournament,
        facts.round,
        None if shape.event is UNSET else _json(shape.event).decode(),
        _json(shape.options or {}).decode(),
        taken.ids,
        taken.names,
        facts.deals,
        facts.actions,
        facts.legal,
        sum(facts.faults.values()),
        report.totals,
        report.ranks,
        shape.notes or None,
    )
