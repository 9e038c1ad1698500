"""The client for the tournaments of a service. It reads their logs over HTTP and computes their states here."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

import click
import httpx
import msgspec
from httpx_sse import ServerSentEvent, connect_sse

from api.cli.client import ServiceError, connection_error_text, error_text
from api.cli.output import printable
from api.cli.tournament.client import ImportProblem, TournamentSummary, TournamentVersion
from api.languages import Language, say
from data.tournaments.changes import AnyChange, Created
from data.tournaments.log import Entry, LogGapError, decode_change, encode_change, fold
from replay.text import Text

FIRST_PAUSE: Final = 2.0
LONGEST_PAUSE: Final = 60.0
"""Seconds until the next try: twice as many each time, as long as nothing comes."""

_STREAM_TIMEOUT: Final = httpx.Timeout(10.0, read=60.0)
"""Signs of life come more often than that."""
_TEMPORARY_STATUSES: Final = frozenset({httpx.codes.REQUEST_TIMEOUT, httpx.codes.TOO_MANY_REQUESTS})


class _Interrupted(Exception):
    """No events for the moment; `text` says why, and the service wants to be left alone for `rest` seconds."""

    def __init__(self, text: Text, rest: float = 0.0) -> None:
        super().__init__(text.en)
        self.text = text
        self.rest = rest


def follow_events(client: httpx.Client, url: str, after: int, tell: Callable[[Text], None]) -> Iterator[str]:
    """The entries behind one as the events at this address tell them, and those to come; it never ends.

    A connection that breaks off is told, and opened anew where it had come to. Raises `ServiceError` where the service
    refuses for good.
    """
    pause = FIRST_PAUSE
    while True:
        rest = FIRST_PAUSE
        try:
            for event in _events(client, url, after):
                if event.data:
                    after, pause = int(event.id), FIRST_PAUSE
                    yield event.data
        except _Interrupted as interrupted:
            rest = max(pause, interrupted.rest)
            pause = min(2 * pause, LONGEST_PAUSE)
            tell(_retry_text(interrupted.text, rest))
        time.sleep(rest)


def _events(client: httpx.Client, url: str, after: int) -> Iterator[ServerSentEvent]:
    """The events of one connection, behind that of an entry. Raises `_Interrupted` and `ServiceError`."""
    headers: dict[str, Any] = {"Last-Event-ID": str(after)}
    try:
        with connect_sse(client, "GET", url, headers=headers, timeout=_STREAM_TIMEOUT) as source:
            if not source.response.is_success:
                raise _error_of(source.response)
            yield from source.iter_sse()
    except httpx.HTTPError as error:
        raise _Interrupted(connection_error_text(url, error)) from error


def _error_of(answer: httpx.Response) -> ServiceError | _Interrupted:
    """What an answer means that is no stream of events: that this is the end, or that it is to be tried again."""
    text = error_text(answer)
    if answer.is_server_error or answer.status_code in _TEMPORARY_STATUSES:
        return _Interrupted(text, _retry_after(answer.headers.get("Retry-After", "")))
    return ServiceError(text)


def _retry_after(told: str) -> float:
    return float(told) if told.isascii() and told.isdecimal() else 0.0


def _retry_text(text: Text, rest: float) -> Text:
    return Text(f"{text.en}; trying again in {rest:g} s", f"{text.ja}。{rest:g}秒後に接続し直します")


TOURNAMENTS_PATH: Final = "/v1/tournaments"
_TIMEOUT: Final = httpx.Timeout(10.0, read=120.0)
_JSON_HEADERS: Final = {"Content-Type": "application/json"}
_LARGEST_PAGE: Final = {"limit": 500}


class ServiceClient:
    """The tournaments of a service at an address, as the holder of a token keeps them."""

    def __init__(self, url: str, token: str, language: Language) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._url = url.rstrip("/")
        self._client = httpx.Client(timeout=_TIMEOUT, headers={**headers, "Accept-Language": language})
        self._language = language

    def create(self, change: Created, reason: str | None) -> int:
        """Begin a tournament. Raises `ServiceError`."""
        answer = self._call(
            "POST", "", content=encode_change(change), headers=_JSON_HEADERS, params=_reason_params(reason)
        )
        with _daifu_answer():
            return int(answer.json()["id"])

    def append(self, tournament: int, changes: Sequence[AnyChange], expected: int, reason: str | None) -> int:
        """Make changes. Raises `ServiceError`."""
        content = b"[%b]" % b",".join(map(encode_change, changes))
        headers = {**_JSON_HEADERS, "If-Match": f'"{expected}"'}
        answer = self._call(
            "POST", f"/{tournament}/changes", content=content, headers=headers, params=_reason_params(reason)
        )
        with _daifu_answer():
            return int(answer.json()["version"])

    def listed(self) -> Iterator[TournamentSummary]:
        """All tournaments, page by page. Raises `ServiceError`."""
        with _daifu_answer():
            for page in self._pages("", {}):
                yield from map(_summary_of, page["tournaments"])

    def present(self, tournament: int) -> TournamentVersion:
        """A tournament as it is. Raises `ServiceError`."""
        with _daifu_answer():
            entries = list(self.log(tournament))
            return TournamentVersion(entries[-1].number, fold(entries))

    def log(self, tournament: int) -> Iterator[Entry]:
        """Its log, page by page. Raises `ServiceError`."""
        with _daifu_answer():
            for page in self._pages(f"/{tournament}/log", _LARGEST_PAGE):
                yield from map(_entry_of, page["entries"])

    def follow(self, tournament: int, after: int) -> Iterator[Entry]:
        """The entries behind one, as the service sends them. Raises `ServiceError`."""
        with _daifu_answer():
            for told in follow_events(
                self._client, f"{self._url}{TOURNAMENTS_PATH}/{tournament}/events", after, self._tell
            ):
                yield _entry_of(json.loads(told))

    def stranded(self, tournament: int) -> tuple[list[ImportProblem], list[int]]:
        """The records that have not landed. Raises `ServiceError`."""
        with _daifu_answer():
            told = self._call("GET", f"/{tournament}/landing").json()
            return list(map(_import_problem, told["problems"])), told["unlanded"]

    def attempt(self, tournament: int, record: int, reason: str | None) -> ImportProblem | None:
        """Let a record land. Raises `ServiceError`."""
        content = json.dumps({"records": [record]})
        path = f"/{tournament}/landing"
        with _daifu_answer():
            answer = self._call("POST", path, content=content, headers=_JSON_HEADERS, params=_reason_params(reason))
            [landing] = answer.json()["landings"]
            return None if landing["problem"] is None else _import_problem(landing["problem"])

    def land(self, tournament: int, record: int, reason: str | None) -> int:
        """Let a record land. Raises `ServiceError`."""
        with _daifu_answer():
            return int(
                self._call("PUT", f"/{tournament}/landing/{record}", params=_reason_params(reason)).json()["version"]
            )

    def dismiss(self, tournament: int, record: int) -> None:
        """Tell no more of it. Raises `ServiceError`."""
        self._call("DELETE", f"/{tournament}/landing/{record}")

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()

    def _tell(self, text: Text) -> None:
        """Let people know that they have to wait."""
        click.echo(f"daifu: {printable(say(text, self._language))}", err=True)

    def _pages(self, path: str, params: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The pages of something long, as each leads to the next."""
        answer = self._call("GET", path, params=params)
        yield answer.json()
        while following := answer.links.get("next"):
            answer = self._answer("GET", str(answer.url.join(following["url"])))
            yield answer.json()

    def _call(self, method: str, path: str, **sent: Any) -> httpx.Response:  # noqa: ANN401 - httpx's own
        return self._answer(method, f"{self._url}{TOURNAMENTS_PATH}{path}", **sent)

    def _answer(self, method: str, url: str, **sent: Any) -> httpx.Response:  # noqa: ANN401 - httpx's own
        try:
            answer = self._client.request(method, url, **sent)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ServiceError(connection_error_text(self._url, error)) from error
        if not answer.is_success:
            raise ServiceError(error_text(answer))
        return answer


@contextmanager
def _daifu_answer() -> Iterator[None]:
    """Inside, an answer is read as a service of ours would have written it. Raises `ServiceError` where it is not."""
    try:
        yield
    except (ValueError, TypeError, LookupError, msgspec.MsgspecError, LogGapError) as error:
        text = Text("the address answers, but not as daifu does", "daifuのサービスではない応答です")
        raise ServiceError(text) from error


def _summary_of(told: dict[str, Any]) -> TournamentSummary:
    """A tournament as lists of answers show it."""
    changed = datetime.fromisoformat(told["changed_at"])
    return TournamentSummary(told["id"], told["version"], told["name"], told["rules"], told["finished"], changed)


def _reason_params(reason: str | None) -> dict[str, str]:
    return {} if reason is None else {"reason": reason}


def _entry_of(told: dict[str, Any]) -> Entry:
    """An entry as answers tell it."""
    at = int(datetime.fromisoformat(told["at"]).timestamp())
    change = decode_change(json.dumps(told["change"]))
    return Entry(number=told["number"], at=at, author=told["author"], reason=told["reason"], change=change)


def _import_problem(told: dict[str, Any]) -> ImportProblem:
    return ImportProblem(told["record"], told["revision"], Text(**told["message"]))
