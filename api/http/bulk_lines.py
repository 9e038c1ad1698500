"""What the answer to an upload in bulk tells: a line for each record, and one with the sums."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from api.http import requestlog
from api.http.languages import wanted_language
from api.http.metrics import count_upload
from api.http.problems import HttpProblem
from api.http.refusals import problem_of, refused
from api.http.told import landed
from data.ingest import Result
from data.store.asked import Status

Line = dict[str, Any]

REFUSED: Final = "refused"
STATUSES: Final = (*map(str, Status), REFUSED)

_encode: Final = msgspec.json.Encoder().encode


class Told:
    """The lines of one answer, made while the results come."""

    def __init__(self, batches: Iterable[Sequence[Result]]) -> None:
        self._batches = batches
        self._language = wanted_language()
        self._sums = Counter[str]()
        self._faults = Counter[str]()

    def lines(self) -> Iterator[bytes]:
        """A line for each result, those of a commit together; the last one tells also why no more come that should.

        Raises what ends the upload before anything was told, so that the answer is that problem itself.
        """
        ended: Line = {"done": True}
        try:
            for results in self._batches:
                yield b"".join([self._line(self._told(result)) for result in results])
        except Exception as error:
            if not self._sums:
                raise
            problem = problem_of(error)
            requestlog.log_error(error, problem.kind)
            ended = {"done": False, "problem": self._problem(problem)}
        yield self._line({**ended, **self._summary()})

    def _told(self, result: Result) -> Line:
        if result.judged is None or result.outcome is None:
            self._count(REFUSED)
            return {"line": result.line, "status": REFUSED, "problem": self._problem(refused(result.problems))}
        facts, outcome = result.judged.facts, result.outcome
        self._count(outcome.status)
        self._sums.update(deals=facts.deals, actions=facts.actions)
        self._faults.update(facts.faults)
        line = {
            "line": result.line,
            "status": outcome.status,
            "id": outcome.id,
            "revision": outcome.revision,
            "withdrawn": outcome.withdrawn,
            "deals": facts.deals,
            "actions": facts.actions,
            "legal": facts.legal,
            "faults": facts.faults,
            **landed(outcome.landings),
        }
        if result.judged.notices:
            line["notices"] = [notice._asdict() for notice in result.judged.notices]
        return line

    def _count(self, status: str) -> None:
        count_upload(status)
        self._sums.update({"records": 1, status: 1})

    def _summary(self) -> Line:
        sums = {name: self._sums[name] for name in ("records", *STATUSES, "deals", "actions")}
        return {**sums, "faults": self._faults}

    def _problem(self, problem: HttpProblem) -> Line:
        return problem.as_object(self._language)

    @staticmethod
    def _line(told: Line) -> bytes:
        return _encode(told) + b"\n"
