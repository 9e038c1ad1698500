"""Whatever ends a request, as a problem of the catalogue: refusals of the store and of records, errors of Flask."""

from collections.abc import Iterable, Mapping
from typing import Final

from werkzeug.exceptions import HTTPException, MethodNotAllowed

from api.http import kinds
from api.http.people_refusals import of_people
from api.http.problems import Flaw, HttpProblem
from data.store import refusals as store
from data.store.people.refusals import PeopleRefusal
from replay.text import Text
from schemas.intake.item import Unread
from schemas.intake.reading import Refused
from schemas.problems import RecordRefused

SOON: Final = {"Retry-After": "1"}
LATER: Final = {"Retry-After": "60"}

_BY_STATUS: Final = {kind.status: kind for kind in reversed(kinds.KINDS)}
"""Of several kinds with a status, the first."""

_NOTHING_HERE: Final = Text("nothing has this address", "このアドレスには何もありません")
_NO_RECORD: Final = Text("there is no such record", "その棋譜はありません")
_UNKNOWN: Final[Mapping[type[Exception], Text]] = {
    store.NoSuchToken: Text("there is no such token", "そのトークンはありません")
}
_INTERNAL: Final = Text("the log tells more under the request id", "詳しくはリクエストIDでログを確かめてください")


def problem_of(error: Exception) -> HttpProblem:
    """The problem that an error is to the client; whatever nobody foresaw is an internal error."""
    match error:
        case HttpProblem():
            return error
        case store.StoreRefusal():
            return of_store(error)
        case RecordRefused():
            return unreadable([Flaw({"pointer": place}, expected) for place, expected in error.problems])
        case Refused():
            return refused(error.reasons)
        case HTTPException():
            return of_http(error)
        case _:
            return HttpProblem(kinds.INTERNAL_ERROR, _INTERNAL)


def refused(reasons: Iterable[Unread]) -> HttpProblem:
    """Something that is no record, for these reasons."""
    return unreadable([_flaw(reason) for reason in reasons])


def unreadable(flaws: list[Flaw]) -> HttpProblem:
    """A body that cannot be read, with everything that was found."""
    count = len(flaws)
    return HttpProblem(
        kinds.UNREADABLE,
        Text(f"{count} {'place has' if count == 1 else 'places have'} to be corrected", f"直すべき箇所：{count}件"),
        flaws=flaws,
    )


def of_store(refusal: store.StoreRefusal) -> HttpProblem:
    """Why the store does not do what was asked of it."""
    match refusal:
        case store.StoreUnusable():
            return of_unusable_store(refusal)
        case store.Withdrawn(revision=revision):
            detail = Text(f"revision {revision} withdrew it", f"第{revision}版で取り下げられました")
            return HttpProblem(kinds.WITHDRAWN, detail, headers={"ETag": f'"{revision}"'}, revision=revision)
        case store.OtherRevision(given=given, current=current):
            detail = Text(
                f"the change is for version {given}, the present one is {current}",
                f"第{given}版に対する変更ですが、現在は第{current}版です",
            )
            headers = {"ETag": f'"{current}"'}
            return HttpProblem(kinds.PRECONDITION_FAILED, detail, headers=headers, given=given, current=current)
        case store.SameContent(id=other):
            detail = Text(f"record {other} has exactly this content", f"棋譜{other}がまったく同じ内容です")
            return HttpProblem(kinds.CONFLICT, detail, record=other, address=f"/v1/records/{other}")
        case PeopleRefusal():
            return of_people(refusal)
        case _:
            return HttpProblem(kinds.NOT_FOUND, _UNKNOWN.get(type(refusal), _NO_RECORD))


def of_unusable_store(refusal: store.StoreUnusable) -> HttpProblem:
    """Why the store cannot be used at this moment; where its file is concerns only the log."""
    match refusal:
        case store.StoreFull():
            return HttpProblem(kinds.STORE_FULL, refusal.says)
        case store.StoreReadOnly():
            return HttpProblem(kinds.READ_ONLY, refusal.says, headers=LATER)
        case store.StoreBusy():
            return HttpProblem(kinds.STORE_BUSY, refusal.says, headers=SOON)
        case _:
            return HttpProblem(kinds.UNAVAILABLE, refusal.says, headers=LATER)


def of_http(error: HTTPException) -> HttpProblem:
    """An error that Flask or Werkzeug raised by its status."""
    if isinstance(error, MethodNotAllowed):
        allowed = sorted(error.valid_methods or ())
        names = ", ".join(allowed)
        detail = Text(f"allowed are {names}", f"使えるのは{names}です")
        return HttpProblem(kinds.METHOD_NOT_ALLOWED, detail, headers={"Allow": names}, allowed=allowed)
    status = error.code or kinds.INTERNAL_ERROR.status
    if status == kinds.NOT_FOUND.status:
        return HttpProblem(kinds.NOT_FOUND, _NOTHING_HERE)
    if status >= kinds.INTERNAL_ERROR.status:
        return HttpProblem(kinds.INTERNAL_ERROR, _INTERNAL)
    kind = _BY_STATUS.get(status, kinds.BAD_REQUEST)
    return HttpProblem(kind, kind.title)


def _flaw(reason: Unread) -> Flaw:
    place: dict[str, str | int] = {"pointer": reason.pointer}
    if reason.line:
        place["line"] = reason.line
    return Flaw(place, reason.expected)
