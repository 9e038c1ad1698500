"""The configuration file: settings that a person would otherwise give with each command or as variables."""

import os
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Final

import click

from daifu.api.cli.program.errors import CommandError
from daifu.api.languages import LANGUAGE_VARIABLE
from daifu.api.settings import ALL_SETTINGS
from daifu.replay.text import Text

FILE_VARIABLE: Final = "DAIFU_CONFIG"
"""Names another file."""

URL_VARIABLE: Final = "DAIFU_URL"
TOKEN_VARIABLE: Final = "DAIFU_TOKEN"
VARIABLES: Final = {
    "lang": LANGUAGE_VARIABLE,
    "url": URL_VARIABLE,
    "token": TOKEN_VARIABLE,
    **{setting.name: setting.variable for setting in ALL_SETTINGS},
}
"""The variable of each key."""


def apply_configuration(environment: MutableMapping[str, str] = os.environ) -> None:
    """Set the variable of each key of the file, unless it is set. Raises `CommandError` with all that is wrong.

    Without a file nothing happens, unless `DAIFU_CONFIG` names it.
    """
    file = Path(environment.get(FILE_VARIABLE) or Path(click.get_app_dir("daifu"), "config.toml"))
    if not file.exists() and FILE_VARIABLE not in environment:
        return
    import tomllib  # noqa: PLC0415 - most people have no such file

    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CommandError(Text(f"{file}: {error}", f"{file}：{error}")) from error
    if problems := list(_problems(values)):
        en, ja = ("\n".join(lines) for lines in zip(*problems, strict=True))
        raise CommandError(Text(f"{file}: {en}", f"{file}：{ja}"))
    for key, value in values.items():
        environment.setdefault(VARIABLES[key], _text(value))


def _problems(values: dict[str, object]) -> Iterator[Text]:
    from difflib import get_close_matches  # noqa: PLC0415 - see above

    for key, value in values.items():
        if key not in VARIABLES:
            near = get_close_matches(key, VARIABLES, 1)
            yield Text(
                f"there is no setting {key}" + (f"; did you mean {near[0]}?" if near else ""),
                f"設定{key}はありません" + (f"（もしかして：{near[0]}）" if near else ""),
            )
        elif not isinstance(value, str | int | float):
            yield Text(f"{key}: expected a text or a number", f"{key}：文字列か数値が必要です")


def _text(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
