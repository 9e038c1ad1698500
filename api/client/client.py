"""The client: one class for a service at an address and for the file of a store."""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import msgspec

from daifu.api.client.connection import JSON, Answer, Connection, Json, Part, Response, Transport
from daifu.api.languages import DEFAULT_LANGUAGE, Language
from daifu.api.views.addresses import player_address
from daifu.data.store.open import open_store
from daifu.data.store.values import LOCAL_AUTHOR

if TYPE_CHECKING:
    from daifu.api.client.tournaments import Tournaments


_IMPORTS: Final = "/v1/imports"
_HOUSES: Final = "/v1/house-rules"
_MERGES: Final = "/v1/players/merges"
_SEASONS: Final = "/v1/seasons"
_BYTES: Final = "application/octet-stream"
_TOML: Final = "application/toml"


class Sheets(Part):
    """Sheets of results."""

    def preview(self, data: bytes, columns: Mapping[str, Any], *, sheet: str | None = None) -> Json:
        """What would come of a sheet that is read by this map."""
        query = {"columns": msgspec.json.encode(columns).decode(), "sheet": sheet}
        return self._json("POST", f"{_IMPORTS}/preview", query, content=data, headers={"Content-Type": _BYTES})

    def store(self, data: bytes, columns: Mapping[str, Any], digest: str, **also: Any) -> Json:  # noqa: ANN401 - as the service takes
        """Store a sheet as its preview showed it, whose digest this is; what became of its evenings.

        `partly`, `file` and `sheet` are as the service takes them.
        """
        body = {"content": b64encode(data).decode(), "columns": columns, "digest": digest, **also}
        return self._send("POST", _IMPORTS, body)


class Houses(Part):
    """The house rules."""

    def each(self) -> Iterator[Json]:
        """All house rules in their latest versions, the latest stored first."""
        return self._connection.each(_HOUSES, "house_rules")

    def read(self, slug: str, version: int | None = None) -> Json:
        """A version of house rules, by default the latest."""
        return self._json("GET", f"{_HOUSES}/{slug}" + ("" if version is None else f"/{version}"))

    def add(self, document: bytes, *, is_toml: bool) -> Json:
        """Store a document; what is kept of it."""
        return self._json("POST", _HOUSES, content=document, headers={"Content-Type": _TOML if is_toml else JSON})

    def withdraw(self, slug: str, version: int) -> None:
        """Withdraw a version from all lists."""
        self._connection.request("DELETE", f"{_HOUSES}/{slug}/{version}")


class People(Part):
    """The people."""

    def one(self, player: str) -> Json:
        """Who a player is, with the history of their identity."""
        return self._json("GET", player_address(player))

    def similar(self) -> list[Json]:
        """Pairs of players who may be one person."""
        found: list[Json] = self._json("GET", _MERGES)["pairs"]
        return found

    def merge(self, player: str, into: str, reason: str, *, dry_run: bool = False) -> Json:
        """Merge two players, or say what that would change."""
        return self._send("POST", _MERGES, {"player": player, "into": into, "reason": reason}, dry_run=dry_run)

    def keep_apart(self, player: str, other: str, reason: str) -> None:
        """Say that two players are not the same."""
        body = msgspec.json.encode({"player": player, "other": other, "reason": reason})
        self._connection.request("POST", f"{_MERGES}/never", content=body, headers={"Content-Type": JSON})

    def undo(self, merge: int, reason: str) -> None:
        """Undo a merge."""
        self._connection.request("DELETE", f"{_MERGES}/{merge}", {"reason": reason})

    def rename(self, player: str, name: str, reason: str) -> Json:
        """Give a player another name."""
        return self._send("PATCH", player_address(player), {"name": name, "reason": reason})

    def look(self, player: str) -> Json:
        """How a player looks."""
        return self._json("GET", f"{player_address(player)}/look")

    def set_look(self, player: str, look: Json) -> Json:
        """Give a player a nickname and a colour, and a picture in Base64."""
        return self._send("PUT", f"{player_address(player)}/look", look)

    def move_games(self, player: str, to: str, records: Sequence[int], reason: str) -> Json:
        """Let somebody else be the player of records."""
        return self._send("POST", f"{player_address(player)}/moves", {"records": records, "to": to, "reason": reason})

    def make_anonymous(self, player: str, name: str, *, dry_run: bool = False) -> Json:
        """Make a player anonymous who goes by this name, or say what that would concern."""
        return self._send("POST", f"{player_address(player)}/anonymous", {"name": name}, dry_run=dry_run)

    def everything(self, player: str) -> bytes:
        """All that is stored of a player, as JSON."""
        return self._connection.request("GET", f"{player_address(player)}/everything").content


class Seasons(Part):
    """The seasons."""

    def all(self) -> list[Json]:
        """All seasons, the latest first."""
        found: list[Json] = self._json("GET", _SEASONS)["seasons"]
        return found

    def add(self, terms: Json) -> Json:
        """Make a season; what is stored of it."""
        return self._send("POST", _SEASONS, terms)

    def change(self, season: int, terms: Json) -> Json:
        """Replace what a season asks for."""
        return self._send("PUT", f"{_SEASONS}/{season}", terms)

    def remove(self, season: int) -> None:
        """Remove a season. The games stay."""
        self._connection.request("DELETE", f"{_SEASONS}/{season}")

    def table(self, season: int | None, query: Mapping[str, Any], media_type: str = JSON) -> Answer:
        """The table of a season, or without one of the days and the event of the query."""
        path = f"{_SEASONS}/table" if season is None else f"{_SEASONS}/{season}/table"
        return next(self._connection.pages(path, query, media_type))


RECORDS: Final = "/v1/records"
_BINARY: Final = {"Content-Type": "application/octet-stream"}
_AUTO: Final = "auto"
_UNDER_WAY: Final = frozenset({"waiting", "running"})
"""The states of a job that will change."""


class StoredRecord(NamedTuple):
    """A record as it was sent, as JSON text, and the number of its latest revision."""

    revision: int
    content: bytes


class Records(Part):
    """The records."""

    def upload(self, content: bytes, *, format: str = _AUTO, dry_run: bool = False) -> Json:  # noqa: A002 - as in queries
        """Send one record, as JSON or as a log of another program; what became of it, with its whole report."""
        return self._json("POST", RECORDS, {"format": format, "dry_run": dry_run}, content=content, headers=_BINARY)

    def upload_many(self, content: bytes | Iterable[bytes], *, format: str = _AUTO) -> Iterator[Json]:  # noqa: A002
        """Send any number of records in one file, in pieces of any size; a line for each record once it is stored.

        A record that is refused has the status `refused` and a `problem`. Raises `ClientError` where the service does
        not go on; what was answered until then is stored.
        """
        query = {"format": format}
        with self._connection.stream("POST", f"{RECORDS}/bulk", query, content=content, headers=_BINARY) as answer:
            for text in answer.lines():
                with self._connection.expecting_json():
                    line = json.loads(text)
                    failure = None if line.get("done", True) else self._problem_of(line)
                if failure:
                    raise failure
                if "done" not in line:
                    yield line

    def each(self, **filters: Any) -> Iterator[Json]:  # noqa: ANN401 - values of a query
        """The records that a list shows, newest first; `filters` are those of `GET /v1/records`, such as `rules`."""
        return self._connection.each(RECORDS, "records", _query(filters))

    def read(self, record: int) -> StoredRecord:
        """A record as it was sent."""
        answer = self._connection.request("GET", f"{RECORDS}/{record}")
        return StoredRecord(self._revision(answer), answer.content)

    def latest_revision(self, record: int) -> int:
        """The number of the latest revision of a record, also of one that was withdrawn."""
        with self._connection.stream("GET", f"{RECORDS}/{record}/revisions") as answer:
            return self._revision(answer)

    def report(self, record: int, *, rules: str | None = None) -> Json:
        """The report on a record, by its own rules or by those of another game."""
        return self._json("GET", f"{RECORDS}/{record}/report", {"rules": rules})

    def order_analysis(self, record: int, *, revision: int | None = None) -> Json:
        """Order the analysis of a record; the job, which is `done` if the analysis is there already."""
        return self._json("POST", f"{RECORDS}/{record}/analysis", {"revision": revision})

    def analysis_job(self, record: int, revision: int) -> Json:
        """The job that analyses a revision: its state, and how many of its deals are done."""
        return self._json("GET", f"{RECORDS}/{record}/analysis/jobs/{revision}")

    def cancel_analysis(self, record: int, revision: int) -> Json:
        """Cancel the job that analyses a revision; the job. An analysis that is done stays."""
        return self._json("DELETE", f"{RECORDS}/{record}/analysis/jobs/{revision}")

    def analysis(self, record: int, *, revision: int | None = None) -> Json:
        """The analysis of a record, of the latest revision by default, that was ordered and is done."""
        return self._json("GET", f"{RECORDS}/{record}/analysis", {"revision": revision})

    def analyse(
        self, record: int, *, revision: int | None = None, watch: Callable[[Json], None] = lambda _job: None
    ) -> Json | None:
        """Order the analysis of a record and wait until it is done; None if the job failed or was cancelled.

        `watch` is called with the job again and again. The analysis of a store on this machine is made in this process.
        """
        job = self.order_analysis(record, revision=revision)
        while job["state"] in _UNDER_WAY:
            watch(job)
            self._connection.work()
            job = self.analysis_job(record, job["revision"])
        watch(job)
        return self.analysis(record, revision=job["revision"]) if job["state"] == "done" else None

    def correct(self, record: int, content: bytes, *, expected: int, reason: str, replace: bool = False) -> Json:
        """Replace a record, as JSON, whose latest revision is the expected one; what that changed.

        `replace` allows that the rules change, or all of the players.
        """
        headers = {"Content-Type": JSON, "If-Match": f'"{expected}"'}
        path = f"{RECORDS}/{record}"
        return self._json("PUT", path, {"reason": reason, "replace": replace}, content=content, headers=headers)

    def withdraw(self, record: int, *, expected: int, reason: str) -> list[Json]:
        """Withdraw a record whose latest revision is the expected one; what became of it in tournaments.

        It can be restored by `correct`.
        """
        headers = {"If-Match": f'"{expected}"'}
        answer = self._connection.request("DELETE", f"{RECORDS}/{record}", {"reason": reason}, headers=headers)
        if not answer.content:
            return []
        with self._connection.expecting_json():
            landings: list[Json] = answer.json()["landings"]
            return landings

    def add_deal(self, record: int, deal: bytes, *, expected: int) -> Json:
        """Add a deal, as JSON, to a record whose latest revision is the expected one; the report on the deal."""
        headers = {"Content-Type": JSON, "If-Match": f'"{expected}"'}
        return self._json("POST", f"{RECORDS}/{record}/deals", content=deal, headers=headers)

    def _revision(self, answer: Response) -> int:
        """The revision with whose number the ETag of an answer begins."""
        with self._connection.expecting_json():
            return int(re.split("[.:]", answer.headers.get("ETag", "").removeprefix("W/").strip('"'))[0])

    def _problem_of(self, line: Mapping[str, Any]) -> Exception:
        problem = line["problem"]
        return self._connection.problem(problem, problem["status"])


def _query(filters: Mapping[str, Any]) -> dict[str, Any]:
    """Filters by their names in a query; `from_` is written so because `from` is a word of Python."""
    return {name.removesuffix("_"): value for name, value in filters.items()}


_URL_SCHEMES: Final = ("http://", "https://")


class Client:
    """Requests to a service (`http://…` or `https://…`), or to the store in a file; a context manager.

    `token` is what a service knows the caller by. A store needs none; `author` is who its revisions and logs will
    name. `language` is that of titles and details. Raises `StoreMissing` where there is no such file, and
    `StoreUnusable`.
    """

    def __init__(
        self,
        target: str | Path,
        *,
        token: str = "",
        author: str = LOCAL_AUTHOR,
        language: Language = DEFAULT_LANGUAGE,
    ) -> None:
        address = str(target).rstrip("/")
        transport = _remote_transport(address) if is_url(target) else _local_transport(target, author)
        self._connection = Connection(transport, address, language, token)

    @classmethod
    def create(cls, path: str | Path, **options: Any) -> Self:  # noqa: ANN401 - those of the constructor
        """A client for the store in this file, which is made if there is none. Raises `StoreUnusable`."""
        open_store(path).close()
        return cls(path, **options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections, or the store."""
        self._connection.close()

    @cached_property
    def records(self) -> Records:
        """The records: send, find, read, correct and withdraw them."""
        return Records(self._connection)

    @cached_property
    def sheets(self) -> Sheets:
        """Sheets of results: look at them, and store them as they were seen."""
        return Sheets(self._connection)

    @cached_property
    def houses(self) -> Houses:
        """The house rules: list, read, store and withdraw them."""
        return Houses(self._connection)

    @cached_property
    def people(self) -> People:
        """The people: who may be one person, merge and rename them."""
        return People(self._connection)

    @cached_property
    def seasons(self) -> Seasons:
        """The seasons: list, make, change and remove them, and read their tables."""
        return Seasons(self._connection)

    @cached_property
    def tournaments(self) -> "Tournaments":
        """The tournaments: create, change, read and follow them."""
        from daifu.api.client.tournaments import Tournaments  # noqa: PLC0415 - the rules of tournaments take time to load

        return Tournaments(self._connection)

    def get(self, path: str, **query: Any) -> Any:  # noqa: ANN401 - any JSON
        """The JSON at a path, such as `client.get("/v1/leaderboards/first", rules="theater")`."""
        return self._connection.json("GET", path, query)

    def change(self, path: str, changes: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        """Change what is at a path; the JSON of it as it is now."""
        content = msgspec.json.encode(changes)
        return self._connection.json("PATCH", path, content=content, headers={"Content-Type": JSON})

    def pages(self, path: str, query: Mapping[str, Any] | None = None, media_type: str = JSON) -> Iterator[Answer]:
        """The pages of a list as they are sent, each read when it is asked for. What is no list has one page."""
        return self._connection.pages(path, query, media_type)


def is_url(target: str | Path) -> bool:
    """Whether this is the address of a service; anything else is the path of a store."""
    return str(target).startswith(_URL_SCHEMES)


def _remote_transport(address: str) -> Transport:
    import httpx2  # noqa: PLC0415 - a client of a store needs no network

    from daifu.api.client.remote import RemoteTransport  # noqa: PLC0415

    return RemoteTransport(httpx2.Client(base_url=address))


def _local_transport(path: str | Path, author: str) -> Transport:
    from daifu.api.client.local import LocalTransport  # noqa: PLC0415 - a client of a service needs no app

    return LocalTransport(path, author)
