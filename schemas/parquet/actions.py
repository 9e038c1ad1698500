"""The table of the actions: a row each, taken apart."""

from collections.abc import Iterator
from typing import Final

from replay.actions import Action
from replay.text import Text
from schemas.parquet.columns import ACTION, OF_DEAL, PLAYER, PLAYER_ID, Column, Row, Type
from schemas.parquet.taken import Taken

COLUMNS: Final = (
    *OF_DEAL,
    ACTION,
    PLAYER,
    PLAYER_ID,
    Column(
        "verb",
        Type.TEXT,
        Text(
            "`play`, `pass`, `give`, `draw`, `discard`, `name`, `say` or `show`.",
            "`play`、`pass`、`give`、`draw`、`discard`、`name`、`say`、`show` のどれか。",
        ),
    ),
    Column(
        "cards",
        Type.TEXTS,
        Text("The cards that it names, in the order of the pack.", "行動に書かれた札（決まった並び順）。"),
    ),
    Column(
        "stand_ins",
        Type.TEXTS,
        Text("What its jokers were said to stand for.", "ジョーカーが何の代わりと書かれたか。"),
    ),
    Column(
        "target", Type.INT16, Text("The player number of who was given to.", "札を渡した相手の番号。"), optional=True
    ),
    Column("word", Type.TEXT, Text("What was said or named.", "宣言した言葉や数字。"), optional=True),
    Column("void", Type.BOOL, Text("Whether the table took it back.", "その場で取り消されたか。")),
    Column("milliseconds", Type.INT64, Text("How long it took.", "かかった時間（ミリ秒）。"), optional=True),
    Column("comment", Type.TEXT, Text("The comment on it.", "コメント。"), optional=True),
)


def rows(taken: Taken) -> Iterator[Row]:
    """The rows of all actions of a record."""
    for number, deal in enumerate(taken.record.deals, 1):
        head = (*taken.head, number)
        for index, action in enumerate(deal.actions or ()):
            yield (*head, index, action.player, taken.ids[action.player - 1], *_parts(action))


def _parts(action: Action) -> Row:
    meld = action.meld
    return (
        action.verb,
        meld.names,
        meld.stand_ins,
        action.target or None,
        action.word or None,
        action.void,
        action.time,
        action.comment or None,
    )
