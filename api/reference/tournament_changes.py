"""The tables of the page about the changes of a tournament: what each does, and why one is refused."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from daifu.api.reference.tournament_change_examples import (
    CHANGE_EXAMPLES,
    DRAW_REQUEST_EXAMPLES,
    PART_DESCRIPTIONS,
    ChangeExample,
)
from daifu.data.markdown import table
from daifu.data.tournaments import draw_requests, settings
from daifu.data.tournaments.changes import MAX_FAULTS, Change
from daifu.data.tournaments.errors import MESSAGES
from daifu.data.tournaments.exact_numbers import encode_fraction
from daifu.data.tournaments.record_results import IMPORT_SENTENCES
from daifu.replay.text import Text
from daifu.schemas.http.json_schema import schemas_of
from daifu.schemas.http.query_fields import LARGEST_PAGE, REASON_LENGTH
from daifu.schemas.record import limits

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
    return f"`{_tag(schema['properties']['change'])}`" if isinstance(example, Change) else _tags(schema)


def _example_json(example: object) -> Schema:
    """An example as JSON, without its null fields."""
    fields: Schema = json.loads(msgspec.json.encode(example, enc_hook=encode_fraction))
    return {name: value for name, value in fields.items() if value is not None}


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
