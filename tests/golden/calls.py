"""Calls of the service over the client of Flask, and their transcript."""

import gzip
import json
import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final
from urllib.parse import unquote

from flask.testing import FlaskClient
from pyarrow import parquet
from werkzeug.test import TestResponse

from tests.golden.transcripts import masked, sha, shortened, text_of

LONGEST: Final = 6_000
LEFT_OUT: Final = {"Content-Length", "Date", "RateLimit", "RateLimit-Policy", "Server"}
FAILED: Final = 400
TOO_MANY: Final = 429
ROWS: Final = 3
_OPAQUE: Final = re.compile(r'"(?!\d{1,9}")(\d+\.)?[^"]+"')
"""An ETag that is not the number of a revision alone; the number may be its beginning."""


class Calls:
    """Calls the service with one token, or with none, and keeps a transcript.

    What fails is asked again in Japanese. What has an ETag is asked again with it.
    """

    def __init__(self, client: FlaskClient, tokens: Mapping[str, str], who: str = "") -> None:
        self.client = client
        self.tokens = tokens
        self.who = who
        self._parts: list[str] = []

    @property
    def text(self) -> str:
        """The transcript so far."""
        return "".join(self._parts)

    def title(self, text: str) -> None:
        """Begin a part of the transcript."""
        self._parts.append(f"=== {text}\n\n")

    def note(self, heading: str, text: str) -> None:
        """Tell of a call that was made otherwise."""
        self._parts.append(f"> {heading}\n{shortened(masked(text))}\n")

    def get(self, path: str, *, longest: int = LONGEST, who: str | None = None, **headers: str) -> TestResponse:
        """Read something, and once more under its ETag."""
        answer = self.call("GET", path, longest=longest, who=who, **headers)
        tag = answer.headers.get("ETag")
        if tag and answer.status_code < FAILED and "If_None_Match" not in headers:
            again = self._open("GET", path, None, who, {**headers, "If_None_Match": tag})
            told = [f"{name}: {value}\n" for name, value in _headers(again)]
            self._parts.append(
                f"> If-None-Match: {_opaque('If_None_Match', tag)}\n< {again.status_code}\n{''.join(told)}\n"
            )
        return answer

    def next_page(self, answer: TestResponse) -> None:
        """Read the page to which an answer links."""
        link = answer.headers.get("Link", "<>")
        self.get(link[1 : link.index(">")]) if len(link) > 2 else self.note("no further page", "")

    def all(self, *paths: str, longest: int = LONGEST, **headers: str) -> None:
        """Read several things."""
        for path in paths:
            self.get(path, longest=longest, who=None, **headers)

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,  # noqa: ANN401 - any JSON, or bytes
        *,
        longest: int = LONGEST,
        who: str | None = None,
        **headers: str,
    ) -> TestResponse:
        """Call, and again in Japanese where it fails."""
        answer = self._open(method, path, body, who, headers)
        head = [f"> {method} {unquote(path)}\n"]
        head += [f"> as {who or self.who}\n"] if who or self.who else []
        head += [f"> {name.replace('_', '-')}: {_opaque(name, value)}\n" for name, value in headers.items()]
        head += [f"> {masked(shortened(_sent(body), 1_500))}"] if body is not None else []
        told = [f"{name}: {value}\n" for name, value in _headers(answer)]
        self._parts += [*head, f"< {answer.status_code}\n", *told, _body(answer, longest)]
        if answer.status_code >= FAILED and "Accept_Language" not in headers:
            japanese = self._open(method, path, body, who, {**headers, "Accept_Language": "ja"})
            self._parts += [f"< {japanese.status_code} in Japanese\n", _body(japanese, longest)]
        self._parts.append("\n")
        return answer

    def _open(self, method: str, path: str, body: object, who: str | None, headers: Mapping[str, str]) -> TestResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        role = self.who if who is None else who
        if role:
            sent["Authorization"] = f"Bearer {self.tokens.get(role, role)}"
        if body is None:
            return self.client.open(path, method=method, headers=sent)
        if isinstance(body, bytes):
            return self.client.open(path, method=method, headers=sent, data=body)
        return self.client.open(path, method=method, headers=sent, json=body)


def _sent(body: object) -> str:
    if not body and isinstance(body, bytes):
        return "(nothing)\n"
    if isinstance(body, bytes):
        return text_of(body)
    return json.dumps(body, ensure_ascii=False) + "\n"


def _headers(answer: TestResponse) -> list[tuple[str, str]]:
    """Every header but those that say how long the answer is, when it came, and how many more may be asked for."""
    found = [(name, _header(answer, name, value)) for name, value in answer.headers if name not in LEFT_OUT]
    return sorted(found)


def _header(answer: TestResponse, name: str, value: str) -> str:
    if name == "X-Request-Id" or (name == "Retry-After" and answer.status_code == TOO_MANY):
        return "…"
    if name == "Allow":
        return ", ".join(sorted(value.split(", ")))  # Flask keeps it as a set
    return _opaque(name, masked(value))


def _opaque(name: str, value: str) -> str:
    """An ETag with the number of its revision, or of its entry, and without its mark and its hash."""
    if name.replace("_", "-") not in {"ETag", "If-Match", "If-None-Match"}:
        return value
    return _OPAQUE.sub(r'"\1…"', value)


def _body(answer: TestResponse, longest: int) -> str:
    data = answer.get_data()
    if answer.headers.get("Content-Encoding") == "gzip":
        data = gzip.decompress(data)
    if answer.mimetype == "application/vnd.apache.parquet":
        return rows_of(data)
    text = masked(text_of(data))
    if (answer.mimetype or "").endswith("json"):
        text = _pretty(text)
    return shortened(text, longest)


def _pretty(text: str) -> str:
    """JSON over several lines; what is not written compactly stays as it is."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    ends = "\n" if text.endswith("\n") else ""
    if json.dumps(value, ensure_ascii=False, separators=(",", ":")) + ends != text:
        return text
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def rows_of(data: bytes) -> str:
    """A Parquet file: its columns, the first of its rows, and the hash of all of them."""
    table = parquet.read_table(BytesIO(data))
    rows = [masked(json.dumps(row, ensure_ascii=False, default=str)) for row in table.to_pylist()]
    columns = [f"{field.name}: {field.type}{'' if field.nullable else ' not null'}\n" for field in table.schema]
    names = sorted(name.decode() for name in table.schema.metadata or {})
    told = [f"metadata {names}\n", *(f"{row[:400]}\n" for row in rows[:ROWS])]
    return "".join([*columns, *told, f"[{len(rows)} rows, sha256 {sha(chr(10).join(rows).encode())}]\n"])
