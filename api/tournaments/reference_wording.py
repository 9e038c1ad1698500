"""The words of the page of changes in both languages."""

from typing import Final

from data.tournaments import planning, settings, wishes
from data.tournaments.changes.base import MOST_FAULTS
from replay.text import Text
from schemas import limits
from schemas.http.queries import LARGEST_PAGE, REASON_LENGTH

TITLE: Final = Text("The changes of a tournament", "大会の変更")
ABOUT: Final = Text(
    "What the log of [a tournament](tournaments.md) is made of, and why a change is refused. A change is a JSON "
    "object; `change` says which one it is. It is sent to `POST /v1/tournaments/{id}/changes`, or stands in a file for "
    "`daifu tournament change`; or one of the commands makes it. Entrants are numbered in the order of entry; they, "
    "stages, rounds, tables, deals and seats count from 1, and only actions from 0, as in reports. What is None is "
    '`null` in JSON. Points are numbers, or texts such as `"1/3"` where no decimal is exact. The shapes with all their '
    "bounds are in [openapi.yaml](../openapi.yaml).",
    "[大会](tournaments.ja.md)の記録簿を作る変更と、変更が拒まれる理由の一覧。"
    "変更は1つのJSONオブジェクトで、`change` が種類を示す。"
    "`POST /v1/tournaments/{id}/changes` に送るか、ファイルに書いて `daifu tournament change` に渡す。"
    "表のコマンドでも同じ変更ができる。参加者には登録順に番号が付く。参加者、ステージ、回戦、卓、回、席は1から、"
    '行動だけは報告と同じく0から数える。点は数、または小数で正確に書けないときは `"1/3"` のような文字列で書く。'
    "範囲まで含めた形は[openapi.yaml](../openapi.yaml)にある。",
)

CHANGES: Final = Text("Changes", "変更の種類")
CHANGE_COLUMNS: Final = (
    Text("change", "変更"),
    Text("what it says", "内容"),
    Text("needs", "必要な項目"),
    Text("may have", "任意の項目"),
    Text("command", "コマンド"),
    Text("example", "例"),
)

WISHES: Final = Text("What a draw is asked", "組み合わせの指定")
ABOUT_WISHES: Final = Text(
    "This is sent to `POST /v1/tournaments/{id}/draw`, and what has no `method` to `/redraw`. What comes of it are "
    "changes `drawn` or `redrawn`.",
    "`POST /v1/tournaments/{id}/draw` に送るもの。`method` のないものは `/redraw` に送る。"
    "その結果は `drawn` か `redrawn` の変更になる。",
)
WISH_COLUMNS: Final = (Text("is told by", "種類"), *CHANGE_COLUMNS[1:])

PARTS: Final = Text("What changes are made of", "変更の部品")
ABOUT_PARTS: Final = Text(
    "What stands in fields of changes. Where one of several may stand, a field of it says which one it is.",
    "変更の項目に入るもの。何種類かあるときは、その中の項目が種類を示す。",
)
PART_COLUMNS: Final = (
    Text("stands in", "入る項目"),
    Text("is told by", "種類"),
    Text("what it says", "内容"),
    Text("needs", "必要な項目"),
    Text("may have", "任意の項目"),
)

REFUSALS: Final = Text("Why a change is refused", "変更が拒まれる理由")
ABOUT_REFUSALS: Final = Text(
    "A refused change never gets into the log, and where several were sent together none does. The problem "
    "[`impossible-change`](problems.md) has the code in `code`, and each one in `errors` where several things are "
    "wrong; what stands in braces is filled in. A command prints the sentences.",
    "拒まれた変更は記録簿に入らず、まとめて送ったときは1つも入らない。コードは"
    "エラー[`impossible-change`](problems.ja.md)の `code` に、理由がいくつもあるときは `errors` にそれぞれある。"
    "波括弧には実際の値が入る。コマンドでは文が表示される。",
)
LANDINGS: Final = Text("Why a record cannot land", "棋譜が反映されない理由")
ABOUT_LANDINGS: Final = Text(
    "These, or any of those above, stand in `problem` of a landing: the record is kept all the same, and the "
    "tournament is as it was.",
    "上の理由のほか、次の理由が `landings` の `problem` に入ることがある。棋譜は保存され、大会は元のままである。",
)
REFUSAL_COLUMNS: Final = (
    Text("code", "コード"),
    Text("in English", "英語"),
    Text("in Japanese", "日本語"),
)

LIMITS: Final = Text("Limits", "上限")
LIMIT_COLUMNS: Final = (Text("what", "対象"), Text("at most", "上限"))
LIMITS_TOLD: Final = (
    (Text("entrants", "参加者"), settings.MOST_ENTRANTS),
    (
        Text("stages; rounds of a stage; tables of a round", "ステージ、1ステージの回戦、1回戦の卓"),
        settings.MOST_ROUNDS,
    ),
    (
        Text("seats of a table, where the game allows them", "卓の席（ゲームで認められる範囲で）"),
        settings.MOST_AT_A_TABLE,
    ),
    (Text("deals of a table in a round", "1回戦で1卓が行う回数"), settings.MOST_DEALS),
    (Text("faults of a deal", "1回の反則"), MOST_FAULTS),
    (Text("points, up or down; they may have 20 decimals", "点の絶対値（小数は20桁まで）"), limits.WHOLE),
    (Text("rounds that are drawn together", "まとめて組む回戦"), wishes.MOST_AT_ONCE),
    (
        Text("rounds drawn together, times players, times players", "まとめて組む回戦×人数×人数"),
        planning.LARGEST,
    ),
    (Text("`work` of a draw", "探索の長さ `work`"), wishes.MOST_WORK),
    (Text("a seed", "シード"), limits.WHOLE),
    (Text("characters of a name", "名前の文字数"), limits.NAME_LENGTH),
    (Text("characters of a reason", "理由の文字数"), REASON_LENGTH),
    (Text("entries of a page of the log", "記録簿の1ページの項"), LARGEST_PAGE),
)
"""The largest numbers."""
