"""Records on their way to a service, over HTTP: each file is one upload in bulk."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO, Final

import httpx

from api.cli.imports import REFUSED, Advance, Imported, not_landed
from api.cli.remote import lost, of_problem, refusal
from api.languages import Language
from replay.text import Text
from schemas.intake import wording
from schemas.intake.streams import STDIN
from schemas.sources import Unread

BULK: Final = "/v1/records/bulk"
_TYPE: Final = "application/octet-stream"
_BLOCK: Final = 1 << 16
_PATIENCE: Final = httpx.Timeout(10.0, read=None, write=None)
"""A service that is there is found soon; how long it has to work depends on what it is sent."""


class SendingEnded(Exception):  # noqa: N818 - that it ended is what there is to say
    """The service does not take more; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Service:
    """A service at an address, as the holder of a token calls it; it explains itself in the language."""

    def __init__(self, url: str, token: str, language: Language) -> None:
        self._url = url.rstrip("/") + BULK
        self._headers = {"Authorization": f"Bearer {token}", "Accept-Language": language, "Content-Type": _TYPE}

    def take(self, files: Iterable[str | Unread], wanted: str, advance: Advance) -> Iterator[Imported]:
        """Send these files as they are. Raises `SendingEnded`."""
        with httpx.Client(timeout=_PATIENCE, headers=self._headers) as client:
            for file in files:
                if isinstance(file, Unread):
                    yield Imported(file.file, file.line, REFUSED, unread=(file,))
                else:
                    yield from self._file(client, file, wanted, advance)

    def _file(self, client: httpx.Client, file: str, wanted: str, advance: Advance) -> Iterator[Imported]:
        try:
            with _opened(file) as opened:
                yield from self._sent(client, file, wanted, _pieces(opened, advance))
        except OSError as error:
            unread = Unread(file, 0, wording.system_error(error))
            yield Imported(file, 0, REFUSED, unread=(unread,))

    def _sent(self, client: httpx.Client, file: str, wanted: str, content: Iterable[bytes]) -> Iterator[Imported]:
        try:
            with client.stream("POST", self._url, params={"format": wanted}, content=content) as answer:
                if answer.status_code != httpx.codes.OK:
                    raise SendingEnded(refusal(answer))
                for line in answer.iter_lines():
                    told = json.loads(line)
                    if "done" not in told:
                        yield _of_line(file, told)
                    elif not told["done"]:
                        raise SendingEnded(of_problem(told["problem"]))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise SendingEnded(lost(self._url, error)) from error


def _opened(file: str) -> BinaryIO:
    return sys.stdin.buffer if file == STDIN else open(file, "rb")  # noqa: PTH123 - a name is bytes to the system


def _pieces(file: BinaryIO, advance: Advance) -> Iterator[bytes]:
    while piece := file.read(_BLOCK):
        advance(len(piece))
        yield piece


def _of_line(file: str, line: Mapping[str, Any]) -> Imported:
    """What a line of the answer tells of one record."""
    if line["status"] == REFUSED:
        return Imported(file, line["line"], REFUSED, unread=tuple(_unread(file, line)))
    notices = [Text(**notice) for notice in line.get("notices", ())]
    problems = [_not_landed(landing) for landing in line.get("landings", ()) if landing["problem"]]
    found = (line["deals"], line["actions"], line["faults"])
    return Imported(file, line["line"], line["status"], *found, notices=(*notices, *problems))


def _not_landed(landing: Mapping[str, Any]) -> Text:
    return not_landed(landing["record"], landing["tournament"], Text(**landing["problem"]["message"]))


def _unread(file: str, line: Mapping[str, Any]) -> Iterator[Unread]:
    """Why a record was refused; the service has chosen the language already."""
    for error in line["problem"]["errors"]:
        yield Unread(file, error.get("line", line["line"]), _as_told(error["detail"]), error.get("pointer", ""))


def _as_told(text: str) -> Text:
    return Text(text, text)
