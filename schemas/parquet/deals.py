"""The table of the deals: a row each, with what it started from and how it ended."""

from collections.abc import Iterator
from typing import Final

from replay.text import Text
from schemas.parquet.columns import OF_DEAL, Column, Row, Type
from schemas.parquet.taken import Taken, TakenDeal

COLUMNS: Final = (
    *OF_DEAL,
    Column(
        "seats",
        Type.NUMBERS,
        Text("Who takes part, by player number, in the order of the seats.", "参加者のプレイヤー番号（席順）。"),
    ),
    Column(
        "places",
        Type.NUMBERS,
        Text(
            "The ranking that it starts from, best first; empty where there is none.",
            "この回が始まるときの順位（上位から）。なければ空。",
        ),
    ),
    Column("exchanged", Type.BOOL, Text("Whether the hands are those after the exchange.", "手札が交換後のものか。")),
    Column(
        "dealer",
        Type.INT16,
        Text("Who dealt, where that was written.", "ディーラー（札を配った人。記載があれば）。"),
        optional=True,
    ),
    Column(
        "first",
        Type.INT16,
        Text("Who drew or led first, where that was written.", "最初に引いた、または出した人（記載があれば）。"),
        optional=True,
    ),
    Column("stock", Type.TEXTS, Text("The cards of the stock, the top one first.", "山札（上から）。"), optional=True),
    Column("actions", Type.INT32, Text("How many actions it has.", "行動の数。")),
    Column(
        "verified",
        Type.BOOL,
        Text("Whether it was replayed; false for one without actions.", "再現されたか。行動の記録がなければfalse。"),
    ),
    Column("decided", Type.BOOL, Text("Whether it came to its end.", "勝負がついたか。")),
    Column("abandoned", Type.BOOL, Text("Whether the table stopped playing.", "途中で打ち切られたか。")),
    Column(
        "legal",
        Type.BOOL,
        Text("Whether nothing worse than a notice was found.", "`notice` より重い問題点がないか。"),
    ),
    Column(
        "faults",
        Type.INT32,
        Text("How many faults were found, notices included.", "問題点の数（`notice` も含む）。"),
    ),
    Column(
        "order",
        Type.NUMBERS,
        Text("Who has a place, by player number, best first.", "順位のついたプレイヤーの番号（上位から）。"),
    ),
    Column(
        "unfinished",
        Type.NUMBERS,
        Text("The player numbers of the others, ascending.", "それ以外のプレイヤーの番号（昇順）。"),
    ),
    Column(
        "written_order",
        Type.NUMBERS,
        Text("The order that the table wrote down.", "記録された順位。"),
        optional=True,
    ),
    Column(
        "written_points",
        Type.POINTS,
        Text("The points that the table wrote down, by player number.", "記録された点数（プレイヤー番号順）。"),
        optional=True,
    ),
    Column("notes", Type.TEXT, Text("What was noted on it.", "その回の備考。"), optional=True),
)


def rows(taken: Taken) -> Iterator[Row]:
    """The rows of a record's deals."""
    head = taken.head
    for deal in taken.deals:
        yield (*head, deal.number, *_of_start(deal), *_of_end(deal), deal.shape.notes or None)


def _of_start(deal: TakenDeal) -> Row:
    start, written = deal.start, deal.start.deal
    return start.seats, deal.places, written.exchanged, written.dealer, written.first, written.stock


def _of_end(deal: TakenDeal) -> Row:
    written, report = deal.start.deal, deal.report
    return (
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
    )
