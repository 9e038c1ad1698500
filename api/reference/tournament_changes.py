"""The tables of the page about the changes of a tournament: what each does, with examples, and why one is refused."""

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from daifu.data.rulebooks.pages import table
from daifu.data.tournaments import draw_requests, settings
from daifu.data.tournaments.changes import (
    MAX_FAULTS,
    AnyChange,
    Awarded,
    Cancelled,
    Change,
    CheckedIn,
    ClockSet,
    Created,
    Drawn,
    Entered,
    FaultDecided,
    Finished,
    ForfeitCancelled,
    Forfeited,
    Guest,
    LotDrawn,
    RecordIgnored,
    Redrawn,
    Renamed,
    Reported,
    Result,
    ResultRemoved,
    Returned,
    RoundClosed,
    RoundReopened,
    SeatsMoved,
    SettingsChanged,
    Sitters,
    StageChanged,
    StageOpened,
    StageRemoved,
    Substituted,
    WallSet,
    Withdrawn,
    encode_fraction,
)
from daifu.data.tournaments.draw_requests import Anew, Balanced, ByHand, DrawRequest, Snake, Swiss
from daifu.data.tournaments.errors import MESSAGES
from daifu.data.tournaments.result_import import IMPORT_SENTENCES
from daifu.data.tournaments.settings import Best, Settings, TieBreak
from daifu.data.tournaments.standings import draw_lot
from daifu.replay.text import Text
from daifu.schemas.http.json_schema import schemas_of
from daifu.schemas.http.query_fields import LARGEST_PAGE, REASON_LENGTH
from daifu.schemas.record import limits

_SETTINGS: Final = Settings(
    tie_breaks=(TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.LOT),
    drop_worst=1,
    penalties={"illegal": Fraction(-1)},
)
_SEED: Final = 7


class ChangeExample(NamedTuple):
    """A change or a draw request as the page shows it, which has the docstring of the change in English."""

    example: AnyChange | DrawRequest | Anew
    commands: tuple[str, ...]
    ja: str


CHANGE_EXAMPLES: Final = (
    ChangeExample(
        Created(name="Winter cup", rules="dalmuti", settings=_SETTINGS),
        ("create",),
        "大会が始まる。行うゲームと、ステージに特別の定めがないときの採点方法を決める。`plan` は進め方の予定。",
    ),
    ChangeExample(
        SettingsChanged(name="Winter cup 2026"),
        ("settings",),
        "大会名や進め方の予定（`plan`）を変える。その設定で採点する最初の結果が入る前なら、設定も変える。"
        "結果が入ったあとに変えられるのは、同点の決め方と `confirm` だけ。"
        "`stage` を書けば、そのステージだけの設定になる。",
    ),
    ChangeExample(
        Entered(name="Haru", players=("haru-7",), team="Reds"),
        ("enter",),
        "参加者を加える。`players` は棋譜での本人のID（氏名どおりなら不要）。"
        "`waiting` の人は空きを待ち、`returned` まで出場しない。",
    ),
    ChangeExample(
        CheckedIn(entrants=(1, 2, 5)),
        ("check-in",),
        "参加者が来ている（`here` が偽ならまだ来ていない）ことを記録する。結果は変わらない。",
    ),
    ChangeExample(
        Renamed(entrant=1, name="Haru K.", players=("haru-7",)),
        ("rename",),
        "参加者の氏名、ID、チームを変える。3つともここに書いたものに置き換わる。",
    ),
    ChangeExample(
        Withdrawn(stage=1, round=3, entrant=4),
        ("withdraw",),
        "参加者がこの回戦から棄権する。それまでの結果は残る。",
    ),
    ChangeExample(
        Returned(stage=1, round=5, entrant=4),
        ("return",),
        "棄権していた人や空きを待っていた人が、この回戦から出場する。",
    ),
    ChangeExample(
        StageOpened(name="Final", field=Best(8), carry=Fraction(1, 2), rounds=2, sizes=(4,)),
        ("stage",),
        "ステージが始まる。だれが出て、得点をどれだけ持ち越すかを決める。"
        "持ち越すのは `after` のステージ（書かなければ直前のステージ）から。"
        "`sizes` は認める卓の人数（なければゲームで認められるすべて）、`rounds` は回戦の数（なければ未定）。"
        "`settings` がなければ大会の設定に従う。",
    ),
    ChangeExample(
        StageChanged(stage=1, rounds=3),
        ("change-stage",),
        "ステージの名前、回戦の予定数、これから組む卓の人数を変える。書いていないものはそのまま。"
        "`null` は、未定の回戦数か、すべての人数。",
    ),
    ChangeExample(
        StageRemoved(stage=2),
        ("remove-stage",),
        "最後のステージを、組んだだけの回戦とともに取り除く。そこでまだ何も行われていないときに限る。",
    ),
    ChangeExample(
        Drawn(stage=1, round=1, tables=((3, 1, 4, 2), (5, 8, 6, 7)), byes=(9,), method="by hand"),
        ("draw",),
        "次の回戦を組む。",
    ),
    ChangeExample(
        Redrawn(stage=1, round=3, tables=((1, 3, 2, 5), (6, 7, 9, 8)), method="balanced", seed=_SEED),
        ("redraw",),
        "まだ何も行われていない回戦を組み直す。",
    ),
    ChangeExample(
        Result(stage=1, round=1, table=1, deal=1, places=(2, 1, 4, 3)),
        ("result",),
        "1回分の結果。`deal` がなければ卓全体の結果（1回だけ行う卓では同じこと）。前の結果があれば置き換える。"
        "`places`、`points`、`titles` は席順で、書いていないものは、書いたものから決まる限り補われる。",
    ),
    ChangeExample(
        Reported(stage=1, round=1, table=1, deal=1, seat=2, places=(2, 1, 4, 3)),
        (),
        "確認を待つ結果の申告。同じ値の `result` で確認されると結果になる。`seat` は申告した人の席。"
        "`places` と `points` は結果と同じく席順で、"
        "同じ回の新しい申告か結果があれば置き換えられる。",
    ),
    ChangeExample(ResultRemoved(stage=1, round=1, table=1, deal=1), ("remove",), "結果を取り消す。"),
    ChangeExample(
        SeatsMoved(stage=1, round=2, tables=(Sitters(1, (5, 2, 3, 4)), Sitters(2, (1, 6, 7, 8)))),
        ("seats",),
        "席の間違いにあとで気づいたとき。結果は席に付いたままなので、実際に座っていた人のものになる。",
    ),
    ChangeExample(
        Substituted(stage=1, round=2, table=1, seat=3, by=Guest("Rin", player="rin-2", scores=True)),
        ("substitute",),
        "その回戦の間、別の人が席に着く。",
    ),
    ChangeExample(
        Forfeited(stage=1, round=2, table=1, entrant=4),
        ("forfeit",),
        "参加者が卓の途中で抜ける（不戦敗）。ほかの人の結果は残る。",
    ),
    ChangeExample(
        ForfeitCancelled(stage=1, round=2, table=1, entrant=4),
        ("forfeit --cancel",),
        "不戦敗を取り消す。",
    ),
    ChangeExample(
        Awarded(id=1, entrant=4, stage=1, round=2, points=Fraction(-2), reason="late at the table"),
        ("penalty", "bonus"),
        "加点、または負の数なら減点。回戦のもの、あるいはステージ全体のもの。",
    ),
    ChangeExample(Cancelled(award=1), ("cancel",), "加点や減点を取り消す。"),
    ChangeExample(
        FaultDecided(stage=1, round=2, table=1, deal=1, action=16, seat=3, code="out_of_turn", decision="upheld"),
        ("uphold", "dismiss"),
        "再現で見つかった反則を審判が裁定する。`award` を付けると、設定の減点の代わりにその裁定の点になる。",
    ),
    ChangeExample(
        RoundClosed(stage=1, round=2), ("close",), "回戦を確定する。結果はすべてそろっていて、以後は何も変えられない。"
    ),
    ChangeExample(RoundReopened(stage=1, round=2), ("reopen",), "確定した回戦を再開し、訂正できるようにする。"),
    ChangeExample(
        LotDrawn(entrants=draw_lot((1, 4), _SEED), seed=_SEED),
        ("lot",),
        "参加者の間の抽選。先の者が上位。シードによるか、シードがなければ手で引いたもの。",
    ),
    ChangeExample(RecordIgnored(record=12), ("ignore",), "結果に反映できなかった棋譜を、審判を待つ一覧から外す。"),
    ChangeExample(
        ClockSet(until=1_800_000_000),
        ("clock",),
        "掲示画面とスマートフォンに出す時計。`until`（1970年からの秒数）まで動くか、`left`秒を残して止まる。"
        "どちらもなければ時計はない。回戦を確定すると消える。",
    ),
    ChangeExample(WallSet(pages=("standing", "seats")), ("wall",), "掲示画面に順に出す画面。なければすべて出す。"),
    ChangeExample(Finished(), ("finish",), "大会が終わる。"),
)

DRAW_REQUEST_EXAMPLES: Final = (
    ChangeExample(
        Balanced(stage=1, rounds=4, wanted=4, seed=_SEED),
        ("draw",),
        "次の回戦（いくつでも）を、再戦が少なく席が均等になるように、シードから組む。シードは記録簿に残る。"
        "`apart` を付けると、同じチームの人を何よりも優先して分ける。"
        "`groups` の人どうしも同じで、その人たちのチームは問わない。",
    ),
    ChangeExample(
        Swiss(stage=1, wanted=4),
        ("draw --method swiss",),
        "次の回戦を、順位の近い者同士で組む。"
        "`apart` を付けると同じチームの人を、`groups` を付けると同じ組の人を、順位から動かせる範囲で分ける。",
    ),
    ChangeExample(Snake(stage=1), ("draw --method snake",), "次の回戦を、どの卓も同じ強さになるように組む。"),
    ChangeExample(
        ByHand(stage=1, tables=((1, 2, 3, 4), (5, 6, 7, 8)), byes=(9,)),
        ("draw --table",),
        "人が決めた次の回戦。卓を席順に書き、不戦の人を書く。",
    ),
    ChangeExample(
        Anew(stage=1, seed=_SEED),
        ("redraw",),
        "ステージのうち何も始まっていない回戦をすべて、いまいる人で組み直す。分けて組んだチームは、もう一度指定する。",
    ),
)
"""Bodies of `/draw`, and the last one of `/redraw`."""

PART_DESCRIPTIONS: Final = {
    "Settings": "採点のしかた。`deals` は1回戦で1卓が行う回数（nullなら任意）。"
    "`drop_worst` 回の最低点の回戦は数えない。"
    "`penalties` は反則のコードか重さから、認めたときの点（負の数）へ。コードが重さに優先する。"
    "不戦は `bye` 点、不戦敗の卓は `forfeit` 点になる。"
    "`confirm` なら、スマートフォンから入力された結果は、同じ卓の別の人が確認するまで待つ。",
    "Plan": "大会の進め方の予定。何も縛らない。`expected` は参加予定の人数、`draw` は組み方、"
    "`wanted` は卓の人数、`best` は決勝に出る人数、"
    "`final_rounds` は決勝の回戦数、`carry` は持ち越す割合。"
    "`groups` の同じ組の人は、組み合わせで別に指定しなければ、なるべく当てない。`fixed` の人は毎回その番号の卓になる。",
    "FixedTable": "参加者がいつも座る卓の番号。",
    "HouseShape": "棋譜や大会のハウスルール。これによってオプションを確かめられる。",
    "ByPoints": "結果にあるとおりの、ゲームの得点で数える。",
    "ByPlace": "順位点で数える。卓の人数ごとに、1位から順に点を並べる。",
    "ByTitle": "身分の点で数える。書いていない身分は0点。",
    "Everybody": "全参加者のステージ。あとから加わった人も入る。",
    "Best": "前のステージの、棄権していない上位の人数。",
    "Listed": "指定した参加者のステージ。",
    "Sheet": "結果用紙に書かれた結果。",
    "Record": "棋譜の結果。`players` は棋譜にあるIDを席順に並べたもの。中断された回があれば、`deal` は棋譜での回。",
    "FaultSeen": "再現で見つかった反則。`action` は報告と同じく0から、`seat` は1から数え、その回全体のものはnull。",
    "Sitters": "その卓に実際に座っていた人を、結果の席順に並べたもの。だれの得点にもならない代打ちは0。",
    "Guest": "参加者でない人が席に着く。その席に組まれた参加者の代わりとして、または人数をそろえるためだけに。",
    "Substitute": "別の参加者が席に着く。そこでの結果はその人のものになる。",
}
"""Parts of changes, by the names of their structs."""

CHANGE_COLUMNS: Final = (
    Text("change", "変更"),
    Text("what it says", "内容"),
    Text("needs", "必要な項目"),
    Text("may have", "任意の項目"),
    Text("command", "コマンド"),
    Text("example", "例"),
)
DRAW_REQUEST_COLUMNS: Final = (Text("is told by", "種類"), *CHANGE_COLUMNS[1:])
PART_COLUMNS: Final = (
    Text("stands in", "入る項目"),
    Text("is told by", "種類"),
    Text("what it says", "内容"),
    Text("needs", "必要な項目"),
    Text("may have", "任意の項目"),
)
REFUSAL_COLUMNS: Final = (
    Text("code", "コード"),
    Text("in English", "英語"),
    Text("in Japanese", "日本語"),
)
LIMIT_COLUMNS: Final = (Text("what", "対象"), Text("at most", "上限"))
LIMITS: Final = (
    (Text("entrants", "参加者"), settings.MAX_ENTRANTS),
    (Text("stages; rounds of a stage", "ステージ、1ステージの回戦"), settings.MAX_ROUNDS),
    (Text("tables of a round", "1回戦の卓"), settings.MAX_TABLES),
    (
        Text("seats of a table, where the game allows them", "卓の席（ゲームで認められる範囲で）"),
        settings.MAX_TABLE_SIZE,
    ),
    (Text("deals of a table in a round", "1回戦で1卓が行う回数"), settings.MAX_DEALS),
    (Text("faults of a deal", "1回の反則"), MAX_FAULTS),
    (Text("points, up or down; they may have 20 decimals", "点の絶対値（小数は20桁まで）"), limits.LARGEST_INTEGER),
    (Text("rounds that are drawn together", "まとめて組む回戦"), draw_requests.MAX_ROUNDS_AT_ONCE),
    (
        Text(
            "`balanced` rounds drawn together, times players, times players", "まとめて組む `balanced` の回戦×人数×人数"
        ),
        draw_requests.MAX_DRAW_SIZE,
    ),
    (Text("seconds of a draw of the service", "サービスで組み合わせにかける秒数"), draw_requests.MAX_DRAW_SECONDS),
    (
        Text("megabytes of memory for a draw of the service", "サービスで組み合わせに使うメモリー（MB）"),
        draw_requests.MAX_DRAW_MEMORY >> 20,
    ),
    (Text("`work` of a draw", "探索の長さ `work`"), draw_requests.MAX_WORK),
    (Text("a seed", "シード"), limits.LARGEST_INTEGER),
    (Text("characters of a name", "名前の文字数"), limits.NAME_LENGTH),
    (Text("characters of a reason", "理由の文字数"), REASON_LENGTH),
    (Text("entries of a page of the log", "記録簿の1ページの項"), LARGEST_PAGE),
)
"""The limits of tournaments."""

Schema = dict[str, Any]
Row = tuple[str, ...]


_SHOWN: Final = (*CHANGE_EXAMPLES, *DRAW_REQUEST_EXAMPLES)


@cache
def _schemas() -> Mapping[str, Schema]:
    return schemas_of([type(shown.example) for shown in _SHOWN], "")


def change_table(language: int) -> str:
    """The changes."""
    return table(CHANGE_COLUMNS, _rows(CHANGE_EXAMPLES, language), language)


def draw_table(language: int) -> str:
    """What a draw is asked."""
    return table(DRAW_REQUEST_COLUMNS, _rows(DRAW_REQUEST_EXAMPLES, language), language)


def part_table(language: int) -> str:
    """What stands in fields of changes."""
    return table(PART_COLUMNS, _part_rows(language), language)


def refusal_table(language: int) -> str:
    """Why a change is refused."""
    return _sentence_table(MESSAGES, language)


def import_problem_table(language: int) -> str:
    """Why a record cannot land."""
    return _sentence_table(IMPORT_SENTENCES, language)


def limit_table(language: int) -> str:
    """The limits of tournaments."""
    return table(LIMIT_COLUMNS, ((what[language], f"{most:,}") for what, most in LIMITS), language)


def _rows(examples: Iterable[ChangeExample], language: int) -> Iterator[Row]:
    for shown in examples:
        schema = _schemas()[type(shown.example).__name__]
        described = Text(schema["description"], shown.ja)[language]
        fields: Schema = json.loads(msgspec.json.encode(shown.example, enc_hook=encode_fraction))
        written = json.dumps({name: one for name, one in fields.items() if one is not None}, ensure_ascii=False)
        is_change = isinstance(shown.example, Change)
        yield (
            f"`{_tag(schema['properties']['change'])}`" if is_change else _tags(schema),
            described,
            *_fields(schema),
            _marked(shown.commands),
            f"`{written}`",
        )


def _part_rows(language: int) -> Iterator[Row]:
    schemas = _schemas()
    for name, ja in PART_DESCRIPTIONS.items():
        schema = schemas[name]
        described = Text(schema["description"], ja)[language]
        yield _marked(_fields_that_hold(name, schemas)), _tags(schema), described, *_fields(schema)


def _fields(schema: Schema) -> tuple[str, str]:
    """The required fields of a struct, and its optional ones."""
    names = [name for name, found in schema["properties"].items() if _tag(found) is None]
    needed = [name for name in names if name in schema["required"]]
    return _marked(needed), _marked(name for name in names if name not in needed)


def _tags(schema: Schema) -> str:
    tags = ((name, _tag(found)) for name, found in schema["properties"].items())
    return ", ".join(f'`"{name}": "{tag}"`' for name, tag in tags if tag is not None)


def _tag(field: Schema) -> str | None:
    """What a field always says, by which alternatives are told apart; None for other fields."""
    words = field.get("enum", ())
    return words[0] if len(words) == 1 else None


def _fields_that_hold(name: str, schemas: Mapping[str, Schema]) -> list[str]:
    """The fields of all structs that may hold this struct."""
    reference = f'"#/components/schemas/{name}"'
    fields = (field for schema in schemas.values() for field in schema["properties"].items())
    return list(dict.fromkeys(field for field, found in fields if reference in json.dumps(found)))


def _marked(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _sentence_table(sentences: Mapping[str, Text], language: int) -> str:
    rows = ((f"`{code}`", text.en, text.ja) for code, text in sentences.items())
    return table(REFUSAL_COLUMNS, rows, language)
