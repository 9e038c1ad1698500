"""The page about the changes of a tournament: what each does, and why one is refused."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from api.reference.tournament_change_examples import (
    CHANGE_EXAMPLES,
    DRAW_REQUEST_EXAMPLES,
    PART_DESCRIPTIONS,
    ChangeExample,
)
from data.markdown import EN, FILE_ENDINGS, JA, LANGUAGE_NAMES, table
from data.tournaments import draw_requests, settings
from data.tournaments.changes import MAX_FAULTS, Change
from data.tournaments.errors import MESSAGES
from data.tournaments.exact_numbers import encode_fraction
from data.tournaments.record_results import IMPORT_SENTENCES
from replay.text import Text
from schemas.http.json_schema import schemas_of
from schemas.http.query_fields import LARGEST_PAGE, REASON_LENGTH
from schemas.record import limits

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

CHANGES_HEADING: Final = Text("Changes", "変更の種類")
CHANGE_COLUMNS: Final = (
    Text("change", "変更"),
    Text("what it says", "内容"),
    Text("needs", "必要な項目"),
    Text("may have", "任意の項目"),
    Text("command", "コマンド"),
    Text("example", "例"),
)

DRAW_REQUESTS_HEADING: Final = Text("What a draw is asked", "組み合わせの指定")
ABOUT_DRAW_REQUESTS: Final = Text(
    "This is sent to `POST /v1/tournaments/{id}/draw`, and what has no `method` to `/redraw`. What comes of it are "
    "changes `drawn` or `redrawn`.",
    "`POST /v1/tournaments/{id}/draw` に送るもの。`method` のないものは `/redraw` に送る。"
    "その結果は `drawn` か `redrawn` の変更になる。",
)
DRAW_REQUEST_COLUMNS: Final = (Text("is told by", "種類"), *CHANGE_COLUMNS[1:])

PARTS_HEADING: Final = Text("What changes are made of", "変更の部品")
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

REFUSALS_HEADING: Final = Text("Why a change is refused", "変更が拒まれる理由")
ABOUT_REFUSALS: Final = Text(
    "A refused change never gets into the log, and where several were sent together none does. The problem "
    "[`impossible-change`](problems.md) has the code in `code`, and each one in `errors` where several things are "
    "wrong; what stands in braces is filled in. A command prints the sentences.",
    "拒まれた変更は記録簿に入らず、まとめて送ったときは1つも入らない。コードは"
    "エラー[`impossible-change`](problems.ja.md)の `code` に、理由がいくつもあるときは `errors` にそれぞれある。"
    "波括弧には実際の値が入る。コマンドでは文が表示される。",
)
IMPORT_PROBLEMS_HEADING: Final = Text("Why a record cannot land", "棋譜が反映されない理由")
ABOUT_IMPORT_PROBLEMS: Final = Text(
    "These, or any of those above, stand in `problem` of a landing: the record is kept all the same, and the "
    "tournament is as it was.",
    "上の理由のほか、次の理由が `landings` の `problem` に入ることがある。棋譜は保存され、大会は元のままである。",
)
REFUSAL_COLUMNS: Final = (
    Text("code", "コード"),
    Text("in English", "英語"),
    Text("in Japanese", "日本語"),
)

LIMITS_HEADING: Final = Text("Limits", "上限")
LIMIT_COLUMNS: Final = (Text("what", "対象"), Text("at most", "上限"))
LIMITS: Final = (
    (Text("entrants", "参加者"), settings.MAX_ENTRANTS),
    (
        Text("stages; rounds of a stage", "ステージ、1ステージの回戦"),
        settings.MAX_ROUNDS,
    ),
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

NAME: Final = "tournament-changes"
"""The name of the page."""

Schema = dict[str, Any]
Row = tuple[str, ...]


def tournament_changes_page(language: int) -> str:
    """The page in a language."""
    schemas = schemas_of([type(shown.example) for shown in (*CHANGE_EXAMPLES, *DRAW_REQUEST_EXAMPLES)], "")
    other = JA if language == EN else EN
    parts = [f"# {TITLE[language]}", f"[{LANGUAGE_NAMES[other]}]({NAME}{FILE_ENDINGS[other]})"]
    parts += [ABOUT[language], f"## {CHANGES_HEADING[language]}"]
    parts += [table(CHANGE_COLUMNS, _rows(CHANGE_EXAMPLES, schemas, language), language)]
    parts += [f"## {PARTS_HEADING[language]}", ABOUT_PARTS[language]]
    parts += [table(PART_COLUMNS, _part_rows(schemas, language), language)]
    parts += [f"## {DRAW_REQUESTS_HEADING[language]}", ABOUT_DRAW_REQUESTS[language]]
    parts += [table(DRAW_REQUEST_COLUMNS, _rows(DRAW_REQUEST_EXAMPLES, schemas, language), language)]
    parts += [f"## {REFUSALS_HEADING[language]}", ABOUT_REFUSALS[language], _refusal_table(MESSAGES, language)]
    parts += [
        f"## {IMPORT_PROBLEMS_HEADING[language]}",
        ABOUT_IMPORT_PROBLEMS[language],
        _refusal_table(IMPORT_SENTENCES, language),
    ]
    parts += [f"## {LIMITS_HEADING[language]}", table(LIMIT_COLUMNS, _limits(language), language)]
    return "\n\n".join(parts) + "\n"


def _rows(examples: Iterable[ChangeExample], schemas: Mapping[str, Schema], language: int) -> Iterator[Row]:
    for shown in examples:
        schema = schemas[type(shown.example).__name__]
        described = Text(schema["description"], shown.ja)[language]
        written = json.dumps(_example_json(shown.example), ensure_ascii=False)
        yield (
            _identified_by(shown.example, schema),
            described,
            *_fields(schema),
            _marked(shown.commands),
            f"`{written}`",
        )


def _identified_by(example: object, schema: Schema) -> str:
    """What identifies a struct: the name of a change, or the tag field of a part."""
    return f"`{schema['properties']['change']['const']}`" if isinstance(example, Change) else _tags(schema)


def _example_json(example: object) -> Schema:
    """An example as JSON, without its null fields."""
    fields: Schema = json.loads(msgspec.json.encode(example, enc_hook=encode_fraction))
    return {name: value for name, value in fields.items() if value is not None}


def _part_rows(schemas: Mapping[str, Schema], language: int) -> Iterator[Row]:
    for name, ja in PART_DESCRIPTIONS.items():
        schema = schemas[name]
        described = Text(schema["description"], ja)[language]
        yield _marked(_fields_that_hold(name, schemas)), _tags(schema), described, *_fields(schema)


def _fields(schema: Schema) -> tuple[str, str]:
    """The required fields of a struct, and its optional ones."""
    names = [name for name, found in schema["properties"].items() if "const" not in found]
    needed = [name for name in names if name in schema["required"]]
    return _marked(needed), _marked(name for name in names if name not in needed)


def _tags(schema: Schema) -> str:
    tags = ((name, found["const"]) for name, found in schema["properties"].items() if "const" in found)
    return ", ".join(f'`"{name}": "{tag}"`' for name, tag in tags)


def _fields_that_hold(name: str, schemas: Mapping[str, Schema]) -> list[str]:
    """The fields of all structs that may hold this struct."""
    reference = f'"#/components/schemas/{name}"'
    fields = (field for schema in schemas.values() for field in schema["properties"].items())
    return list(dict.fromkeys(field for field, found in fields if reference in json.dumps(found)))


def _marked(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _refusal_table(sentences: Mapping[str, Text], language: int) -> str:
    rows = ((f"`{code}`", text.en, text.ja) for code, text in sentences.items())
    return table(REFUSAL_COLUMNS, rows, language)


def _limits(language: int) -> Iterator[Row]:
    return ((what[language], f"{most:,}") for what, most in LIMITS)
