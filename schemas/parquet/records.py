"""The tables that records are exported as: records, deals, and those about players."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from daifu.replay.text import Text
from daifu.schemas.parquet.players import (
    ACTION_COLUMNS,
    FAULT_COLUMNS,
    SEAT_COLUMNS,
    action_rows,
    fault_rows,
    seat_rows,
)
from daifu.schemas.parquet.statistics import RATINGS
from daifu.schemas.parquet.table import (
    DEAL_KEY,
    RECORD_KEY,
    Column,
    ColumnType,
    ExportedRecord,
    Row,
    Table,
)

RECORD_COLUMNS: Final = (
    *RECORD_KEY,
    Column("revision", ColumnType.INT32, "Which revision this is.", "何番目の版か。"),
    Column(
        "stored_at",
        ColumnType.MOMENT,
        "When this revision was stored; null in an archive.",
        "この版が保存された時刻。アーカイブではnull。",
        optional=True,
    ),
    Column("withdrawn", ColumnType.BOOL, "Whether the record was withdrawn.", "取り下げられたかどうか。"),
    Column("tournament", ColumnType.TEXT, "The name of the event.", "大会の名前。", optional=True),
    Column("round", ColumnType.TEXT, "The round of the event.", "大会の何回戦か。", optional=True),
    Column("event", ColumnType.TEXT, "The whole event as JSON.", "大会の記載全体（JSON）。", optional=True),
    Column("options", ColumnType.TEXT, "The options that it chooses, as JSON.", "選ばれたオプション（JSON）。"),
    Column("house", ColumnType.TEXT, "The id of its house rules.", "ハウスルールのid。", optional=True),
    Column("house_version", ColumnType.INT64, "Their version.", "そのバージョン。", optional=True),
    Column("house_hash", ColumnType.TEXT, "Their hash.", "そのハッシュ。", optional=True),
    Column(
        "player_ids",
        ColumnType.TEXTS,
        "The ids of the players by player number.",
        "プレイヤーのID（プレイヤー番号順）。",
    ),
    Column(
        "player_names",
        ColumnType.TEXTS,
        "The names of the players by player number.",
        "プレイヤーの名前（プレイヤー番号順）。",
    ),
    Column(
        "person_ids",
        ColumnType.TEXTS,
        "The ids that stand for the people after merges, by player number.",
        "統合後の本人を表すID（プレイヤー番号順）。",
    ),
    Column("deals", ColumnType.INT32, "How many deals it has.", "回の数。"),
    Column("actions", ColumnType.INT32, "How many actions its deals have.", "全部の回を合わせた行動の数。"),
    Column(
        "legal",
        ColumnType.BOOL,
        "Whether nothing worse than a notice was found.",
        "`notice` より重い問題点がないかどうか。",
    ),
    Column(
        "faults", ColumnType.INT32, "How many faults were found, notices included.", "問題点の数（`notice` も含む）。"
    ),
    Column(
        "totals",
        ColumnType.POINTS,
        "The sum of points by player number, null for somebody who never got any.",
        "合計点（プレイヤー番号順）。一度も点のない人はnull。",
    ),
    Column(
        "ranks",
        ColumnType.RANKS,
        "The place by totals by player number, null where there is no total.",
        "合計点での順位（プレイヤー番号順）。合計点がなければnull。",
    ),
    Column("notes", ColumnType.TEXT, "What was noted on it.", "棋譜の備考。", optional=True),
)

_json_text: Final = msgspec.json.Encoder(order="deterministic").encode


def record_rows(record: ExportedRecord) -> Iterator[Row]:
    """The row of a record."""
    info, shape, facts, report = record.info, record.shape, record.facts, record.report
    yield (
        *record.head,
        info.revision,
        info.stored_at,
        info.withdrawn,
        facts.tournament,
        facts.round,
        None if shape.event is UNSET else _json_text(shape.event).decode(),
        _json_text(shape.options or {}).decode(),
        *((shape.house.id, shape.house.version, shape.house.hash) if shape.house else (None, None, None)),
        record.ids,
        record.names,
        record.people,
        facts.deals,
        facts.actions,
        facts.legal,
        sum(facts.faults.values()),
        report.totals,
        report.ranks,
        shape.notes or None,
    )


DEAL_COLUMNS: Final = (
    *DEAL_KEY,
    Column(
        "seats",
        ColumnType.NUMBERS,
        "Who takes part, by player number, in the order of the seats.",
        "参加者のプレイヤー番号（席順）。",
    ),
    Column(
        "places",
        ColumnType.NUMBERS,
        "The ranking that it starts from, best first; empty where there is none.",
        "この回が始まるときの順位（上位から）。なければ空。",
    ),
    Column("exchanged", ColumnType.BOOL, "Whether the hands are those after the exchange.", "手札が交換後のものか。"),
    Column(
        "dealer",
        ColumnType.INT16,
        "Who dealt, where that was written.",
        "ディーラー（札を配った人。記載があれば）。",
        optional=True,
    ),
    Column(
        "first",
        ColumnType.INT16,
        "Who drew or led first, where that was written.",
        "最初に引いた、または出した人（記載があれば）。",
        optional=True,
    ),
    Column("stock", ColumnType.TEXTS, "The cards of the stock, the top one first.", "山札（上から）。", optional=True),
    Column("actions", ColumnType.INT32, "How many actions it has.", "行動の数。"),
    Column(
        "verified",
        ColumnType.BOOL,
        "Whether it was replayed; false for one without actions.",
        "再現されたか。行動の記録がなければfalse。",
    ),
    Column("decided", ColumnType.BOOL, "Whether it came to its end.", "勝負がついたか。"),
    Column("abandoned", ColumnType.BOOL, "Whether the table stopped playing.", "途中で打ち切られたか。"),
    Column(
        "legal", ColumnType.BOOL, "Whether nothing worse than a notice was found.", "`notice` より重い問題点がないか。"
    ),
    Column(
        "faults", ColumnType.INT32, "How many faults were found, notices included.", "問題点の数（`notice` も含む）。"
    ),
    Column(
        "order",
        ColumnType.NUMBERS,
        "Who has a place, by player number, best first.",
        "順位のついたプレイヤーの番号（上位から）。",
    ),
    Column(
        "unfinished",
        ColumnType.NUMBERS,
        "The player numbers of the others, ascending.",
        "それ以外のプレイヤーの番号（昇順）。",
    ),
    Column(
        "written_order", ColumnType.NUMBERS, "The order that the table wrote down.", "記録された順位。", optional=True
    ),
    Column(
        "written_points",
        ColumnType.POINTS,
        "The points that the table wrote down, by player number.",
        "記録された点数（プレイヤー番号順）。",
        optional=True,
    ),
    Column("notes", ColumnType.TEXT, "What was noted on it.", "その回の備考。", optional=True),
)


def deal_rows(record: ExportedRecord) -> Iterator[Row]:
    """The rows of a record's deals."""
    name = record.record.rules.alphabet.name
    for deal in record.deals:
        written, report = deal.start.deal, deal.report
        yield (
            *record.head,
            deal.number,
            deal.start.seats,
            deal.places,
            written.exchanged,
            written.dealer,
            written.first,
            None if written.stock is None else tuple(map(name, written.stock)),
            len(written.actions or ()),
            report.verified,
            report.decided,
            written.abandoned,
            report.legal,
            len(report.faults),
            report.order,
            report.unfinished,
            written.result.order,
            written.result.points,
            deal.shape.notes or None,
        )


RecordTable = Table[ExportedRecord]
"""A table whose rows are made from records."""

TABLES: Final[dict[str, RecordTable]] = {
    table.name: table._replace(size=lambda record: record.size)
    for table in (
        Table("records", Text("A row for each record.", "棋譜1件につき1行。"), RECORD_COLUMNS, record_rows),
        Table("deals", Text("A row for each deal.", "1回につき1行。"), DEAL_COLUMNS, deal_rows),
        Table(
            "seats",
            Text("A row for each player who sits in a deal.", "回ごとに、参加者1人につき1行。"),
            SEAT_COLUMNS,
            seat_rows,
        ),
        Table("actions", Text("A row for each action.", "行動1つにつき1行。"), ACTION_COLUMNS, action_rows),
        Table(
            "faults", Text("A row for each fault that was found.", "問題点1つにつき1行。"), FAULT_COLUMNS, fault_rows
        ),
    )
}
"""By their names."""

ExportedTable = Table[Any]
"""A table of records, or that of ratings."""

EXPORTED_TABLES: Final[dict[str, ExportedTable]] = {**TABLES, RATINGS.name: RATINGS}
"""All tables of an export by their names."""
