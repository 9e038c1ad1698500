"""The client of a command, for the service or the store that its options name."""

from typing import Final

import click

from api.cli.errors import UsageError
from api.cli.language import language_of
from api.cli.output import printable
from api.client import Client, ClientError
from api.client.client import is_url
from data.store.values import LOCAL_AUTHOR
from replay.text import Text

TOKEN_VARIABLE: Final = "DAIFU_TOKEN"


def open_client(context: click.Context, *, db: str, url: str | None, token: str, author: str = LOCAL_AUTHOR) -> Client:
    """A client for the service at the address if there is one, or else for the store in the file.

    Raises `UsageError` for an address that is none, and `StoreUnusable`, also where there is no store.
    """
    if url:
        return Client(service_url(context, url), token=token, language=language_of(context))
    return Client(db, author=author, language=language_of(context))


def open_or_create(
    context: click.Context, *, db: str, url: str | None, token: str, author: str = LOCAL_AUTHOR
) -> Client:
    """The same, with a store that is made if there is none."""
    if url:
        return open_client(context, db=db, url=url, token=token)
    return Client.create(db, author=author, language=language_of(context))


def service_url(context: click.Context, url: str) -> str:
    """The address of a service. Raises `UsageError` if it does not begin as an address does."""
    if is_url(url):
        return url
    text = Text(
        f"--url: expected http://… or https://…, found {url}",
        f"--url：http://…かhttps://…が必要ですが、{url}とあります",
    )
    raise UsageError(text, context)


def error_text(error: ClientError) -> Text:
    """The sentence of an error, which is in the language of the client already."""
    sentence = printable(str(error))
    return Text(sentence, sentence)
