"""The exported tables about players: seats, actions and faults."""

from collections.abc import Iterator
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.sitting import by_place
from daifu.replay.table import Table
from daifu.schemas.parquet.table import (
    ACTION,
    DEAL_KEY,
    PERSON_ID,
    PLAYER,
    PLAYER_ID,
    Column,
    ColumnType,
    ExportedRecord,
    Row,
)
from daifu.schemas.report import places_by_player

SEAT_COLUMNS: Final = (
    *DEAL_KEY,
    PLAYER,
    PLAYER_ID,
    PERSON_ID,
    Column("player_name", ColumnType.TEXT, "The name of the player.", "プレイヤーの名前。"),
    Column("seat", ColumnType.INT16, "The place in the order of the seats, from 1.", "席順での位置（1から）。"),
    Column(
        "hand",
        ColumnType.TEXTS,
        "The known cards of the hand, in the order of the pack.",
        "手札のうち分かっている札（決まった並び順）。",
        optional=True,
    ),
    Column(
        "unknown",
        ColumnType.INT16,
        "How many cards of the hand nobody knows.",
        "手札のうち分からない札の枚数。",
        optional=True,
    ),
    Column(
        "title_before",
        ColumnType.TEXT,
        "The title with which the player sat down.",
        "この回が始まるときの身分。",
        optional=True,
    ),
    Column(
        "place_before",
        ColumnType.INT16,
        "The place in the ranking that the deal starts from.",
        "この回が始まるときの順位。",
        optional=True,
    ),
    Column("title", ColumnType.TEXT, "The title that the deal gave.", "この回の結果による身分。", optional=True),
    Column("place", ColumnType.INT16, "The place in the deal, from 1.", "この回での順位（1から）。", optional=True),
    Column("points", ColumnType.FLOAT64, "The points of the deal.", "この回の点数。", optional=True),
    Column(
        "cards_left",
        ColumnType.INT16,
        "How many cards were in hand at the end; null where the actions are not known.",
        "回が終わったときの手札の枚数。行動の記録がなければnull。",
        optional=True,
    ),
    Column(
        "team",
        ColumnType.NUMBERS,
        "The player numbers of the team, ascending; null where there are none, or unknown cards hide them.",
        "同じチームのプレイヤーの番号（昇順）。チームがないか、不明な札のために分からなければnull。",
        optional=True,
    ),
)


def seat_rows(record: ExportedRecord) -> Iterator[Row]:
    """The rows of the players in a record's deals, seat by seat."""
    rules = record.record.rules
    for number, _, start, ranking, report, table, _ in record.deals:
        before = by_place(start, [*ranking], rules.sitting.titles(len(start.seats)))
        places_before = places_by_player(ranking, ())
        places = places_by_player(report.order, report.shared_places or ())
        hands = start.deal.hands or [None] * start.count
        for seat, player in enumerate(start.seats, 1):
            at, hand = player - 1, hands[player - 1]
            yield (
                *record.head,
                number,
                player,
                record.ids[at],
                record.people[at],
                record.names[at],
                seat,
                *((None, None) if hand is None else (rules.alphabet.list(hand.cards), hand.unknown)),
                before[at],
                places_before.get(player),
                report.titles[at],
                places.get(player),
                report.points[at],
                *_cells_at_end(table, player),
            )


def _cells_at_end(table: Table | None, player: int) -> Row:
    if table is None:
        return None, None
    team = table.rules.team(table, player)
    left = table.hand_size(player)
    return left, sorted(one for one in table.seated if team >> one & 1) or None


ACTION_COLUMNS: Final = (
    *DEAL_KEY,
    ACTION,
    PLAYER,
    PLAYER_ID,
    PERSON_ID,
    Column(
        "verb",
        ColumnType.TEXT,
        "`play`, `pass`, `give`, `draw`, `discard`, `name`, `say`, `show` or `leave`.",
        "`play`、`pass`、`give`、`draw`、`discard`、`name`、`say`、`show`、`leave` のどれか。",
    ),
    Column(
        "cards",
        ColumnType.TEXTS,
        "The cards that it names, in the order of the pack.",
        "行動に書かれた札（決まった並び順）。",
    ),
    Column(
        "stand_ins", ColumnType.TEXTS, "What its jokers were said to stand for.", "ジョーカーが何の代わりと書かれたか。"
    ),
    Column(
        "target", ColumnType.INT16, "The player number of who was given to.", "札を渡した相手の番号。", optional=True
    ),
    Column("word", ColumnType.TEXT, "What was said or named.", "宣言した言葉や数字。", optional=True),
    Column("void", ColumnType.BOOL, "Whether the table took it back.", "その場で取り消されたか。"),
    Column("milliseconds", ColumnType.INT64, "How long it took.", "かかった時間（ミリ秒）。", optional=True),
    Column("comment", ColumnType.TEXT, "The comment on it.", "コメント。", optional=True),
    Column(
        "stood",
        ColumnType.BOOL,
        "Whether it took effect, faulty or not.",
        "有効だったか（問題点があっても有効なことがある）。",
    ),
    Column(
        "trick",
        ColumnType.INT32,
        "The number of the trick, from 1; 0 before the first set. A trick lasts until the next lead.",
        "何番目の場か（1から）。最初の組が出る前は0。場が流れても、次の場の最初の組が出るまでは前の場に数える。",
    ),
    Column("hand_before", ColumnType.INT16, "How many cards the player held before it.", "行動の前の手札の枚数。"),
    Column(
        "set_kind",
        ColumnType.TEXT,
        "The kind of set that was laid, where it stood.",
        "出した組の種類（有効だった場合）。",
        optional=True,
    ),
    Column(
        "led",
        ColumnType.BOOL,
        "Whether the set led to its trick; false where it was laid on another.",
        "親として出した組か。場の組の上に出したならfalse。",
        optional=True,
    ),
    Column("won", ColumnType.BOOL, "Whether the set won its trick.", "その組で場を取ったか。", optional=True),
    Column(
        "could_answer",
        ColumnType.BOOL,
        "For a pass that counts as one: whether a legal set was in hand, as far as the known cards decide; null "
        "where unknown cards leave that open (`passes.unseen` counts these).",
        "パスと数える行動で、出せる組を持っていたか。分かっている札で決まらなければnull"
        "（`passes.unseen` に数えるもの）。",
        optional=True,
    ),
)


def action_rows(record: ExportedRecord) -> Iterator[Row]:
    """The rows of all actions of a record."""
    for deal in record.deals:
        head = (*record.head, deal.number)
        actions = deal.start.deal.actions or ()
        for index, (action, facts) in enumerate(zip(actions, deal.facts, strict=True)):
            yield (
                *head,
                index,
                *_player_cells(record, action.player),
                *_action_cells(action),
                facts.stood,
                facts.trick,
                facts.hand,
                facts.form,
                facts.led,
                facts.won,
                facts.could_answer,
            )


def _player_cells(record: ExportedRecord, player: int | None) -> Row:
    if player is None:
        return None, None, None
    return player, record.ids[player - 1], record.people[player - 1]


def _action_cells(action: Action) -> Row:
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


FAULT_COLUMNS: Final = (
    *DEAL_KEY,
    ACTION._replace(optional=True),
    PLAYER._replace(optional=True),
    PLAYER_ID._replace(optional=True),
    PERSON_ID._replace(optional=True),
    Column("code", ColumnType.TEXT, "What kind of fault it is.", "問題点のコード。"),
    Column(
        "severity",
        ColumnType.TEXT,
        "`illegal`, `foul`, `record` or `notice`.",
        "`illegal`、`foul`、`record`、`notice` のどれか。",
    ),
    Column("rule", ColumnType.TEXT, "The id of the rule that was broken.", "反した規則のID。"),
    Column(
        "resolution",
        ColumnType.TEXT,
        "What became of it: `stands`, `void`, `pass` or `ignored`.",
        "どう扱われたか：`stands`、`void`、`pass`、`ignored` のどれか。",
    ),
    Column("message_en", ColumnType.TEXT, "The same in an English sentence.", "英語での説明。"),
    Column("message_ja", ColumnType.TEXT, "The same in a Japanese sentence.", "日本語での説明。"),
)


def fault_rows(record: ExportedRecord) -> Iterator[Row]:
    """The rows of all faults of a record, in the order of its report."""
    for deal in record.deals:
        for fault in deal.report.faults:
            yield (
                *record.head,
                deal.number,
                fault.action,
                *_player_cells(record, fault.player),
                fault.code,
                fault.severity,
                fault.rule,
                fault.resolution,
                *fault.message,
            )
