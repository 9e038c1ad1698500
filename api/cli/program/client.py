"""The options that name a store or a service, and the client of a command for it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import click

from daifu.api.cli.program.commands import DB, TOKEN_VARIABLE, URL_VARIABLE, Name, Option
from daifu.api.cli.program.output import CommandError, UsageError, language_of, printable
from daifu.api.client import Client, ClientError
from daifu.api.client.client import is_url
from daifu.api.settings import DB_SETTING
from daifu.data.store.values import LOCAL_AUTHOR
from daifu.replay.text import Text

XLSX_FILE: Final = Option(
    "--xlsx",
    Text(
        "Write an Excel file (XLSX), or - for standard output.",
        "Excelのファイル（XLSX）に書き出す。-は標準出力。",
    ),
    metavar="FILE",
)
TARGET: Final[tuple[click.Parameter, ...]] = (
    DB,
    Option(
        "--url",
        Text(
            f"Use the service at this address instead of a store on this machine; by default {URL_VARIABLE}.",
            f"このマシンの保存先の代わりに、このアドレスのサービスを使う。既定値は{URL_VARIABLE}。",
        ),
        metavar="URL",
        envvar=URL_VARIABLE,
    ),
    Option(
        "--token",
        Text(
            f"The token for the service; by default {TOKEN_VARIABLE}.",
            f"サービスのトークン。既定値は{TOKEN_VARIABLE}。",
        ),
        metavar="TOKEN",
        envvar=TOKEN_VARIABLE,
        default="",
    ),
)
"""The options that name a store or a service."""

AUTHOR: Final = Option(
    "--as",
    Text(
        f"The author whom the history names; {LOCAL_AUTHOR} by default. A service uses the name of the token.",
        f"操作する人の名前。履歴に残る。既定値は{LOCAL_AUTHOR}。サービスではトークンの名前になる。",
    ),
    into="author",
    type=Name(),
    default=LOCAL_AUTHOR,
)

REASON: Final = Option(
    "--reason",
    Text("The reason, which the history keeps.", "理由。履歴に残る。"),
    metavar="TEXT",
    default=None,
)


def target_options(call: dict[str, Any], *also: str) -> dict[str, Any]:
    """Take the options of `TARGET`, and others that `open_client` takes, out of those of a command."""
    return {name: call.pop(name) for name in ("db", "url", "token", *also)}


def settings_target() -> dict[str, Any]:
    """The store or the service of the settings, for commands without the options of `TARGET`."""
    return {
        "db": os.environ.get(DB_SETTING.variable) or DB_SETTING.default,
        "url": os.environ.get(URL_VARIABLE),
        "token": os.environ.get(TOKEN_VARIABLE, ""),
    }


@contextmanager
def open_client(
    *, db: str, url: str | None, token: str, author: str = LOCAL_AUTHOR, create: bool = False
) -> Iterator[Client]:
    """A client for the service at the address if there is one, or else for the store in the file, made if so asked.

    What is refused inside ends the command with a sentence. Raises `UsageError` for an address that is none, and
    `StoreUnusable`, also where there is no store.
    """
    if url:
        opened = open_service(url, token)
    else:
        opened = (Client.create if create else Client)(db, author=author, language=language_of())
    try:
        with opened as client:
            yield client
    except ClientError as error:
        errors = error.members.get("errors", ())
        places = [f"  {one.get('pointer') or '-'}: {one['detail']}" for one in errors if one["detail"] != error.detail]
        text = "\n".join([printable(str(error)), *places])
        raise CommandError(Text(text, text)) from error


def open_service(url: str, token: str) -> Client:
    """A client for the service at the address. Raises `UsageError` for an address that is none."""
    return Client(service_url(url), token=token, language=language_of())


def service_url(url: str) -> str:
    """The address of a service. Raises `UsageError` if it does not begin as an address does."""
    if is_url(url):
        return url
    text = Text(
        f"--url: expected http://… or https://…, found {url}",
        f"--url：http://…かhttps://…が必要ですが、{url}とあります",
    )
    raise UsageError(text)


def error_text(error: ClientError) -> Text:
    """The sentence of an error, which is in the language of the client already."""
    sentence = printable(str(error))
    return Text(sentence, sentence)
