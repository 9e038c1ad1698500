"""Asking for what is known of games: a service at an address, or the same service on a store of this machine."""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
import httpx

from api.cli.complaints import Complaint
from api.cli.language import language_of
from api.cli.printable import printable
from api.cli.remote import address, lost, refusal
from api.settings import Settings
from data.store import Store
from replay.text import Text

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

JSON: Final = "application/json"
CSV: Final = "text/csv"

_HERE: Final = "http://daifu.invalid"
_PATIENCE: Final = httpx.Timeout(10.0, read=None)
"""A service that is there is found soon; how long it has to work depends on how much it keeps."""


class Source(NamedTuple):
    """Where to ask: the file of a store, or, if there is one, the address of a service with a token."""

    db: str
    url: str | None
    token: str


class Wish(NamedTuple):
    """What to ask for: what is under a path, in a media type; of a list that goes on, which page."""

    path: str
    query: dict[str, Any]
    form: str
    page: int = 1


class Answer(NamedTuple):
    """What was answered; `more` says whether another page comes after it."""

    content: bytes
    more: bool


def ask(context: click.Context, source: Source, wish: Wish) -> Answer:
    """What the service answers. Raises `Complaint`, also where there are not so many pages, and `StoreUnusable`."""
    query = {name: str(value) for name, value in wish.query.items() if value is not None}
    with _client(context, source) as client:
        client.headers.update(_headers(context, source, wish))
        try:
            pages = _pages(context, client, str(httpx.URL(wish.path, params=query)))
            found = list(islice(pages, wish.page))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Complaint(_shown(lost(str(source.url), error)), context) from error
    if len(found) < wish.page:
        raise Complaint(_no_page(wish.page, len(found)), context)
    return found[-1]


def _pages(context: click.Context, client: httpx.Client, first: str) -> Iterator[Answer]:
    """The pages of a list, or what is no list, as each leads to the next one."""
    following: str | None = first
    while following is not None:
        answer = client.get(following)
        if answer.status_code != httpx.codes.OK:
            raise Complaint(_shown(refusal(answer)), context)
        following = answer.links.get("next", {}).get("url")
        yield Answer(answer.content, following is not None)


def _headers(context: click.Context, source: Source, wish: Wish) -> dict[str, str]:
    headers = {"Accept": wish.form, "Accept-Language": language_of(context)}
    if source.token and source.url:
        headers["Authorization"] = f"Bearer {source.token}"
    return headers


def _no_page(wanted: int, last: int) -> Text:
    return Text(
        f"--page: expected a number up to {last}, the last page, found {wanted}",
        f"--page：最後のページは{last}ですが、{wanted}とあります",
    )


@contextmanager
def _client(context: click.Context, source: Source) -> Iterator[httpx.Client]:
    if source.url:
        with httpx.Client(base_url=address(context, source.url), timeout=_PATIENCE) as client:
            yield client
        return
    from api.http.app import create_app  # noqa: PLC0415 - it takes longer to load than most commands to run

    with closing(Store.open(source.db, read_only=not Path(source.db).exists())) as store:  # asking makes no store
        store.careers.patience = inf  # nobody else waits
        transport = httpx.WSGITransport(_in_bytes(create_app(Settings(rate_address=0), store)))
        with httpx.Client(base_url=_HERE, transport=transport) as client:
            yield client


def _in_bytes(app: "WSGIApplication") -> "WSGIApplication":
    """The app, for a caller who names paths by their letters, where WSGI has each byte as a letter."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")
        return app(environ, start_response)

    return answer


def _shown(text: Text) -> Text:
    return Text(printable(text.en), printable(text.ja))
