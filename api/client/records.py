"""The records of a service or of a store."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from daifu.api.client.connection import JSON, Json, Part, Response

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
