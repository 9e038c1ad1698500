"""Requests to a service at an address, or to the same service in this process on a store of this machine."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
import httpx

from api.cli.language import language_of
from api.cli.output import printable
from api.cli.usage_errors import UsageError
from api.settings import Settings
from data.store.open import open_store
from replay.text import Text

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

JSON: Final = "application/json"
CSV: Final = "text/csv"

_IN_PROCESS_URL: Final = "http://daifu.invalid"
_TIMEOUT: Final = httpx.Timeout(10.0, read=None)
"""A service that is there is found soon; how long it has to work depends on how much it keeps."""


class Backend(NamedTuple):
    """Where to ask: the file of a store, or, if there is one, the address of a service with a token."""

    db: str
    url: str | None
    token: str


class Request(NamedTuple):
    """What to ask for: what is under a path, in a media type; of a list that goes on, which page."""

    path: str
    query: dict[str, Any]
    form: str
    page: int = 1


class AnswerPage(NamedTuple):
    """What was answered; `more` says whether another page comes after it."""

    content: bytes
    more: bool


def fetch(context: click.Context, source: Backend, wish: Request) -> AnswerPage:
    """What the service answers. Raises `UsageError`, also where there are not so many pages, and `StoreUnusable`."""
    query = {name: str(value) for name, value in wish.query.items() if value is not None}
    with _open_client(context, source) as client:
        client.headers.update(_headers(context, source, wish))
        try:
            pages = _pages(context, client, str(httpx.URL(wish.path, params=query)))
            found = list(islice(pages, wish.page))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise UsageError(_printable_text(connection_error_text(str(source.url), error)), context) from error
    if len(found) < wish.page:
        raise UsageError(_no_such_page(wish.page, len(found)), context)
    return found[-1]


def _pages(context: click.Context, client: httpx.Client, first: str) -> Iterator[AnswerPage]:
    """The pages of a list, or what is no list, as each leads to the next one."""
    following: str | None = first
    while following is not None:
        answer = client.get(following)
        if answer.status_code != httpx.codes.OK:
            raise UsageError(_printable_text(error_text(answer)), context)
        following = answer.links.get("next", {}).get("url")
        yield AnswerPage(answer.content, following is not None)


def _headers(context: click.Context, source: Backend, wish: Request) -> dict[str, str]:
    headers = {"Accept": wish.form, "Accept-Language": language_of(context)}
    if source.token and source.url:
        headers["Authorization"] = f"Bearer {source.token}"
    return headers


def _no_such_page(wanted: int, last: int) -> Text:
    return Text(
        f"--page: expected a number up to {last}, the last page, found {wanted}",
        f"--page：最後のページは{last}ですが、{wanted}とあります",
    )


@contextmanager
def _open_client(context: click.Context, source: Backend) -> Iterator[httpx.Client]:
    if source.url:
        with httpx.Client(base_url=service_url(context, source.url), timeout=_TIMEOUT) as client:
            yield client
        return
    from api.http.app import create_app  # noqa: PLC0415 - it takes longer to load than most commands to run

    with closing(open_store(source.db, read_only=not Path(source.db).exists())) as store:  # asking makes no store
        store.ratings.patience = inf  # nobody else waits
        transport = httpx.WSGITransport(_with_encoded_paths(create_app(Settings(rate_address=0), store)))
        with httpx.Client(base_url=_IN_PROCESS_URL, transport=transport) as client:
            yield client


def _with_encoded_paths(app: "WSGIApplication") -> "WSGIApplication":
    """The app, for a caller who names paths by their letters, where WSGI has each byte as a letter."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")
        return app(environ, start_response)

    return answer


def _printable_text(text: Text) -> Text:
    return Text(printable(text.en), printable(text.ja))


TOKEN_VARIABLE: Final = "DAIFU_TOKEN"


def service_url(context: click.Context, url: str) -> str:
    """The address of a service. Raises `UsageError` where it is none that could be called."""
    if url.startswith(("http://", "https://")):
        return url
    text = Text(
        f"--url: expected http://… or https://…, found {url}",
        f"--url：http://…かhttps://…が必要ですが、{url}とあります",
    )
    raise UsageError(text, context)


def error_text(answer: httpx.Response) -> Text:
    """Why a request was refused, as far as the answer is one of a service of ours."""
    answer.read()
    try:
        return problem_text(answer.json())
    except (ValueError, TypeError, KeyError):
        status = answer.status_code
        return Text(f"the address answers {status}, not as daifu does", f"daifuのサービスではない応答です（{status}）")


def problem_text(problem: Mapping[str, Any]) -> Text:
    """What a problem says, in the language that was asked for."""
    title, detail = problem["title"], problem["detail"]
    return Text(f"{title}: {detail}", f"{title}：{detail}")


def connection_error_text(url: str, error: Exception) -> Text:
    """That there is no connection, and why."""
    return Text(f"no connection to {url}: {error}", f"{url}に接続できません（{error}）")


class ServiceError(Exception):
    """The service does not take more; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text
