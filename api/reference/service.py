"""The pages about the settings and the problems of the service."""

from collections.abc import Iterable
from typing import Final

from api.http.problem_types import PROBLEM_TYPES
from api.settings import ALL_SETTINGS
from data.markdown import EN, FILE_ENDINGS, JA, LANGUAGE_NAMES, table
from replay.text import Text


def settings_page(language: int) -> str:
    """The table of the settings."""
    rows = (
        (
            f"`{one.variable}`",
            f"`{one.flag}`",
            one.values.described[language],
            f"`{one.values.write(one.default)}`",
            one.text[language],
        )
        for one in ALL_SETTINGS
    )
    return _table_page("settings", SETTINGS_TITLE, ABOUT_SETTINGS, SETTING_COLUMNS, rows, language)


def problems_page(language: int) -> str:
    """The catalogue of the problems."""
    rows = ((f"`{kind.slug}`", str(kind.status), kind.title[language], kind.remedy[language]) for kind in PROBLEM_TYPES)
    return _table_page("problems", PROBLEMS_TITLE, ABOUT_PROBLEMS, PROBLEM_COLUMNS, rows, language)


def _table_page(
    name: str, title: Text, about: Text, columns: Iterable[Text], rows: Iterable[tuple[str, ...]], language: int
) -> str:
    other = JA if language == EN else EN
    parts = [f"# {title[language]}", f"[{LANGUAGE_NAMES[other]}]({name}{FILE_ENDINGS[other]})", about[language]]
    return "\n\n".join([*parts, table(columns, rows, language)]) + "\n"


SETTINGS_TITLE: Final = Text("Settings of the service", "サービスの設定")
ABOUT_SETTINGS: Final = Text(
    "How [the service](service.md) runs. Each setting is an environment variable and an option of `daifu serve`; the "
    "option outranks the variable, and a variable that is empty counts as not set. A value that is wrong is refused at "
    "the start, with its place and what was expected there.",
    "[サービス](service.ja.md)の動かし方を決める項目。どの項目も環境変数と `daifu serve` のオプションの両方で指定でき、"
    "両方あるときはオプションが優先される。空の環境変数は指定なしとみなす。正しくない値があると、その場所と必要な値を示して"
    "起動を中止する。",
)
SETTING_COLUMNS: Final = (
    Text("variable", "環境変数"),
    Text("option", "オプション"),
    Text("values", "値"),
    Text("default", "既定値"),
    Text("what it does", "内容"),
)

PROBLEMS_TITLE: Final = Text("Problems", "エラーの種類")
ABOUT_PROBLEMS: Final = Text(
    "What [the service](service.md#errors) answers when it does not do what it is asked: `application/problem+json` "
    "([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). The `type` is `urn:daifu:problem:` and the name below; it "
    "and the status never change their meaning. `title` and `detail` are in the language that `Accept-Language` "
    "prefers, and may be worded better some day.",
    "[サービス](service.ja.md#エラー)が要求に応じられないときに返す `application/problem+json`"
    "（[RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)）の一覧。"
    "`type` は `urn:daifu:problem:` に下の名前を続けたもので、ステータスとともに意味が変わることはない。"
    "`title` と `detail` は `Accept-Language` に合わせた言語で書かれ、"
    "文言は改善されることがある。",
)
PROBLEM_COLUMNS: Final = (
    Text("name", "名前"),
    Text("status", "ステータス"),
    Text("title", "題"),
    Text("what to do", "対処"),
)
