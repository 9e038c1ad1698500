"""Requests to a service, their answers, and the one error with which they fail."""

import re
from codecs import iterdecode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from http import HTTPStatus
from typing import Any, Final, NamedTuple, Protocol, TypedDict, Unpack
from urllib.parse import quote, urlencode, urljoin

import msgspec

from daifu.api.languages import Language, say, with_heading
from daifu.replay.text import Text

JSON: Final = "application/json"
CSV: Final = "text/csv"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

NO_CONNECTION: Final = "no-connection"
UNEXPECTED_ANSWER: Final = "unexpected-answer"

_PROBLEM_PREFIX: Final = "urn:daifu:problem:"
_PROBLEM_FIELDS: Final = frozenset({"type", "title", "status", "detail"})
_CODES_WITHOUT_TITLE: Final = frozenset(
    {"impossible-change", "name-taken", "not-found", NO_CONNECTION, UNEXPECTED_ANSWER}
)
"""Problems whose detail says everything that their title says."""
_TITLES: Final = {
    NO_CONNECTION: Text("No connection", "接続できない"),
    UNEXPECTED_ANSWER: Text("Not an answer of daifu", "daifuの応答ではない"),
}

_NEXT_PAGE: Final = re.compile(r'<([^<>]*)>; *rel="?next\b')
"""The next page in a header `Link`."""
_IN_URLS: Final = "/:?&=%+,;@!$'()*~[]"
"""What stands for itself in an address or is percent-encoded already."""

Json = dict[str, Any]
Query = Mapping[str, Any]


class Sent(TypedDict, total=False):
    """What a request may send besides its address: a body, whole or in pieces, and headers."""

    content: bytes | Iterable[bytes]
    headers: Mapping[str, str]


class Headers(Protocol):
    """The headers of an answer, by names in small or capital letters."""

    def get(self, name: str, default: str, /) -> str:
        """The header of this name, or else the default."""


class Response:
    """An answer whose content is read when it is asked for, once.

    `status` is the HTTP status, and `pieces` are the content as it comes.
    """

    def __init__(self, url: str, status: int, headers: Headers, pieces: Iterable[bytes]) -> None:
        self.status = status
        self.headers = headers
        self.pieces = pieces
        self.request = None
        self._url = url
        self._content: bytes | None = None

    @property
    def content(self) -> bytes:
        """The whole content."""
        if self._content is None:
            self._content = b"".join(self.pieces)
        return self._content

    def json(self) -> Any:  # noqa: ANN401 - any JSON
        """The content as JSON values. Raises `ValueError` if it is none."""
        return msgspec.json.decode(self.content)

    def lines(self) -> Iterator[bytes]:
        """The lines of the content as they come."""
        rest = b""
        for piece in self.pieces:
            *lines, rest = (rest + piece).split(b"\n")
            yield from lines
        if rest:
            yield rest

    def iter_text(self) -> Iterator[str]:
        """The content as text, as it comes. The reader of event streams asks for this and for `request`."""
        return iterdecode(self.pieces, "utf-8", errors="replace")

    @property
    def next_page(self) -> str | None:
        """The address of the page that follows, None behind the last one."""
        found = _NEXT_PAGE.search(self.headers.get("Link", ""))
        return urljoin(self._url, found[1]) if found else None


class ConnectionLost(Exception):
    """No connection to a service, or one that broke; as a string, why."""


class Transport(Protocol):
    """What takes requests to a service or to the app in this process, and brings the answers."""

    def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        content: bytes | Iterable[bytes],
        silence: float | None,
    ) -> AbstractContextManager[Response]:
        """The answer to a request; `url` is a path or the whole address of a page that an answer named.

        Inside, the content can be read. A service that sends nothing for `silence` seconds is given up. Raises
        `ConnectionLost`, also inside.
        """

    def work(self) -> None:
        """Let jobs that were ordered go on: a service does them meanwhile, in a store one is done here."""

    def close(self) -> None:
        """Close the connections, or the store."""


class ClientError(Exception):
    """A request that was refused or not answered; as a string, a sentence in the language of the client.

    `code` is the name of the problem as in the catalogue of problems, such as `not-found`, or `no-connection`, or
    `unexpected-answer` where the address is not that of a service. `status` is the HTTP status, None without an
    answer, and `retry_after` the seconds that the service asks to wait. `members` has what else the problem says.
    """

    def __init__(
        self,
        code: str,
        title: str,
        detail: str,
        *,
        language: Language,
        status: int | None = None,
        retry_after: float = 0.0,
        members: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail if code in _CODES_WITHOUT_TITLE else with_heading(title, detail, language))
        self.code = code
        self.status = status
        self.title = title
        self.detail = detail
        self.retry_after = retry_after
        self.members = members or {}


class Answer(NamedTuple):
    """The content of an answer; `more` says whether another page follows."""

    content: bytes
    more: bool


class Connection:
    """Requests to one service; `address` is what errors call the service."""

    def __init__(self, transport: Transport, address: str, language: Language, token: str = "") -> None:
        self._transport = transport
        self._address = address
        self._language = language
        self._headers: dict[str, str] = {"Accept-Language": language}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def close(self) -> None:
        """Close the connections, or the store."""
        self._transport.close()

    def work(self) -> None:
        """Let jobs that were ordered go on for a moment, or where the store is here, do one. Raises `StoreUnusable`."""
        self._transport.work()

    def pages(self, path: str, query: Query | None = None, media_type: str = JSON) -> Iterator[Answer]:
        """The pages of a list, each read when it is asked for. What is no list has one page."""
        headers = {"Accept": media_type}
        answer = self.request("GET", path, query, headers=headers)
        while following := answer.next_page:
            yield Answer(answer.content, more=True)
            answer = self.request("GET", following, headers=headers)
        yield Answer(answer.content, more=False)

    def each(self, path: str, key: str, query: Query | None = None) -> Iterator[Json]:
        """The members of a list, page by page; `key` is the field of a page that holds them."""
        for page in self.pages(path, query):
            with self.expecting_json():
                members: list[Json] = msgspec.json.decode(page.content)[key]
            yield from members

    def json(self, method: str, path: str, query: Query | None = None, **sent: Unpack[Sent]) -> Any:  # noqa: ANN401 - any JSON
        """The JSON that answers a request."""
        answer = self.request(method, path, query, **sent)
        with self.expecting_json():
            return answer.json()

    def request(self, method: str, path: str, query: Query | None = None, **sent: Unpack[Sent]) -> Response:
        """The successful answer to a request, read completely."""
        with self.stream(method, path, query, **sent) as answer:
            _ = answer.content
            return answer

    @contextmanager
    def stream(
        self,
        method: str,
        path: str,
        query: Query | None = None,
        *,
        content: bytes | Iterable[bytes] = b"",
        headers: Mapping[str, str] | None = None,
        silence: float | None = None,
    ) -> Iterator[Response]:
        """A successful answer that has yet to be read; a connection that fails inside raises `ClientError`.

        Values of the query that are None are left out. `silence` is how many seconds the service may send nothing.
        """
        given = {name: _query_text(value) for name, value in (query or {}).items() if value is not None}
        url = quote(path, safe=_IN_URLS) + (f"?{urlencode(given)}" if given else "")
        try:
            with self._transport.stream(method, url, {**self._headers, **(headers or {})}, content, silence) as answer:
                if not HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
                    raise self._refusal(answer)
                yield answer
        except ConnectionLost as error:
            detail = Text(f"no connection to {self._address}: {error}", f"{self._address}に接続できません（{error}）")
            raise self._error(NO_CONNECTION, detail) from error

    def problem(self, problem: Mapping[str, Any], status: int, retry_after: float = 0.0) -> ClientError:
        """The error for a problem as the service sends it. Raises `LookupError` or `TypeError` if it is none."""
        return ClientError(
            problem["type"].removeprefix(_PROBLEM_PREFIX),
            problem["title"],
            problem["detail"],
            language=self._language,
            status=status,
            retry_after=retry_after,
            members={name: value for name, value in problem.items() if name not in _PROBLEM_FIELDS},
        )

    @contextmanager
    def expecting_json(self, *errors: type[Exception]) -> Iterator[None]:
        """Inside, an answer is taken apart; where it is not of the expected shape, that raises `ClientError`."""
        wrong_shape: tuple[type[Exception], ...] = (ValueError, TypeError, LookupError, msgspec.MsgspecError, *errors)
        try:
            yield
        except wrong_shape as error:
            detail = Text("the address answers, but not as daifu does", "daifuのサービスではない応答です")
            raise self._error(UNEXPECTED_ANSWER, detail) from error

    def _refusal(self, answer: Response) -> ClientError:
        header, status = answer.headers.get("Retry-After", ""), answer.status
        retry_after = float(header) if header.isascii() and header.isdecimal() else 0.0
        try:
            return self.problem(answer.json(), status, retry_after)
        except (ValueError, TypeError, LookupError, AttributeError):
            detail = Text(
                f"the address answers {status}, not as daifu does", f"daifuのサービスではない応答です（{status}）"
            )
            return self._error(UNEXPECTED_ANSWER, detail, status=status, retry_after=retry_after)

    def _error(self, code: str, detail: Text, **about: Any) -> ClientError:  # noqa: ANN401 - as `ClientError` takes it
        language = self._language
        return ClientError(code, say(_TITLES[code], language), say(detail, language), language=language, **about)


def _query_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Part:
    """A part of what a service or a store has; every method raises `ClientError`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _json(self, method: str, path: str, query: Query | None = None, **sent: Unpack[Sent]) -> Json:
        found: Json = self._connection.json(method, path, query, **sent)
        return found

    def _send(self, method: str, path: str, body: object, **query: Any) -> Json:  # noqa: ANN401 - values of a query
        return self._json(method, path, query, content=msgspec.json.encode(body), headers={"Content-Type": JSON})
