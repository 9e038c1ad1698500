"""The tables of the settings and of the problems of the service."""

from typing import Final

from daifu.api.http.problem_types import PROBLEM_TYPES
from daifu.api.settings import ALL_SETTINGS
from daifu.data.markdown import table
from daifu.replay.text import Text

_SETTING_COLUMNS: Final = (
    Text("variable", "環境変数"),
    Text("option", "オプション"),
    Text("values", "値"),
    Text("default", "既定値"),
    Text("what it does", "内容"),
)
_PROBLEM_COLUMNS: Final = (
    Text("name", "名前"),
    Text("status", "ステータス"),
    Text("title", "題"),
    Text("what to do", "対処"),
)


def settings_table(language: int) -> str:
    """The settings."""
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
    return table(_SETTING_COLUMNS, rows, language)


def problems_table(language: int) -> str:
    """The problems."""
    rows = ((f"`{kind.slug}`", str(kind.status), kind.title[language], kind.remedy[language]) for kind in PROBLEM_TYPES)
    return table(_PROBLEM_COLUMNS, rows, language)
