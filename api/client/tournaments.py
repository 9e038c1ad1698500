"""The tournaments of a service or of a store. Logs are read from there, and states computed from them here."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from daifu.api.client.connection import JSON, NO_CONNECTION, ClientError, Connection, Json
from daifu.data.store.values import TournamentSummary
from daifu.data.tournaments.changes import AnyChange, Created
from daifu.data.tournaments.log import Entry, LogGapError, decode_change, encode_change, fold
from daifu.data.tournaments.state import State
from daifu.replay.text import Text

if TYPE_CHECKING:
    import httpx2

TOURNAMENTS: Final = "/v1/tournaments"
FIRST_PAUSE: Final = 2.0
LONGEST_PAUSE: Final = 60.0
"""Seconds until the next attempt. Each pause is twice as long as the last one, while nothing comes."""

_LONGEST_SILENCE: Final = 60.0
"""Seconds without anything after which a stream counts as broken. A live one sends something more often."""
_TEMPORARY_STATUSES: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})
_LARGEST_PAGE: Final = {"limit": 500}


class TournamentVersion(NamedTuple):
    """The state of a tournament at a version, which is the number of the last entry of its log."""

    version: int
    state: State


class ImportProblem(NamedTuple):
    """Why a revision of a record could not become a result of the tournament."""

    record: int
    revision: int
    text: Text


class Tournaments:
    """The tournaments and their logs; every method raises `ClientError`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, change: Created, *, reason: str | None = None) -> int:
        """Create a tournament; its number."""
        answer = self._post("", encode_change(change), reason)
        with self._connection.expecting_json():
            return int(answer["id"])

    def change(self, tournament: int, changes: Sequence[AnyChange], *, expected: int, reason: str | None = None) -> int:
        """Make all of the changes or none, to a tournament that has the expected version; the new version."""
        content = b"[%b]" % b",".join(map(encode_change, changes))
        answer = self._post(f"/{tournament}/changes", content, reason, If_Match=f'"{expected}"')
        with self._connection.expecting_json():
            return int(answer["version"])

    def each(self) -> Iterator[TournamentSummary]:
        """All tournaments, newest first."""
        for found in self._connection.each(TOURNAMENTS, "tournaments"):
            with self._connection.expecting_json():
                summary = _summary(found)
            yield summary

    def present(self, tournament: int) -> TournamentVersion:
        """A tournament as it is now."""
        entries = list(self.log(tournament))
        with self._connection.expecting_json(LogGapError):
            return TournamentVersion(entries[-1].number, fold(entries))

    def log(self, tournament: int) -> Iterator[Entry]:
        """The entries of its log, first to last."""
        for found in self._connection.each(f"{TOURNAMENTS}/{tournament}/log", "entries", _LARGEST_PAGE):
            yield self._entry(found)

    def follow(self, tournament: int, *, after: int, on_pause: Callable[[ClientError, float], None]) -> Iterator[Entry]:
        """The entries of its log behind one, and those to come as they come; it never ends.

        A connection that breaks is opened again behind the last entry; `on_pause` is told why, and after how many
        seconds. Raises `ClientError` where the service refuses for good.
        """
        pause = FIRST_PAUSE
        while True:
            wait = FIRST_PAUSE
            try:
                for event in self._events(tournament, after):
                    after, pause = event.number, FIRST_PAUSE
                    yield event
            except ClientError as error:
                if not _is_temporary(error):
                    raise
                wait = max(pause, error.retry_after)
                pause = min(2 * pause, LONGEST_PAUSE)
                on_pause(error, wait)
            time.sleep(wait)

    def pending_imports(self, tournament: int) -> tuple[list[ImportProblem], list[int]]:
        """The records that name the tournament and could not become results, and those that nothing prevents."""
        answer = self._connection.json("GET", f"{TOURNAMENTS}/{tournament}/landing")
        with self._connection.expecting_json():
            return list(map(_import_problem, answer["problems"])), answer["unlanded"]

    def import_record(self, tournament: int, record: int, *, reason: str | None = None) -> ImportProblem | None:
        """Take a record as the result of its table unless that replaces another result; what prevents it, if so."""
        answer = self._post(f"/{tournament}/landing", json.dumps({"records": [record]}).encode(), reason)
        with self._connection.expecting_json():
            [result] = answer["landings"]
            return None if result["problem"] is None else _import_problem(result["problem"])

    def replace_result(self, tournament: int, record: int, *, reason: str | None = None) -> None:
        """Take a record as the result of its table in place of any other."""
        self._connection.request("PUT", f"{TOURNAMENTS}/{tournament}/landing/{record}", {"reason": reason})

    def ignore_record(self, tournament: int, record: int, *, reason: str | None = None) -> None:
        """Take a record out of the list of those that could not become results."""
        self._connection.request("DELETE", f"{TOURNAMENTS}/{tournament}/landing/{record}", {"reason": reason})

    def _events(self, tournament: int, after: int) -> Iterator[Entry]:
        """The entries that one connection to the stream of events brings."""
        from httpx2 import EventSource  # noqa: PLC0415 - only this needs it

        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store", "Last-Event-ID": str(after)}
        path = f"{TOURNAMENTS}/{tournament}/events"
        with self._connection.stream("GET", path, headers=headers, silence=_LONGEST_SILENCE) as answer:
            for event in EventSource(cast("httpx2.Response", answer)):  # it asks for what that has
                if event.data:
                    with self._connection.expecting_json():
                        found = json.loads(event.data)
                    yield self._entry(found)

    def _entry(self, found: Json) -> Entry:
        with self._connection.expecting_json():
            at = int(datetime.fromisoformat(found["at"]).timestamp())
            change = decode_change(json.dumps(found["change"]))
            return Entry(number=found["number"], at=at, author=found["author"], reason=found["reason"], change=change)

    def _post(self, path: str, content: bytes, reason: str | None, **headers: str) -> Any:  # noqa: ANN401 - any JSON
        sent = {"Content-Type": JSON, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self._connection.json("POST", TOURNAMENTS + path, {"reason": reason}, content=content, headers=sent)


def _is_temporary(error: ClientError) -> bool:
    """Whether the same request may succeed later."""
    if error.status is None:
        return error.code == NO_CONNECTION
    return error.status in _TEMPORARY_STATUSES or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _summary(found: Json) -> TournamentSummary:
    times = (datetime.fromisoformat(found[field]) for field in ("created_at", "changed_at"))
    return TournamentSummary(found["id"], found["version"], found["name"], found["rules"], found["finished"], *times)


def _import_problem(found: Json) -> ImportProblem:
    return ImportProblem(found["record"], found["revision"], Text(**found["message"]))
