"""Whatever ends a request, as a problem of the catalogue: refusals of the store and of records, errors of Flask."""

from collections.abc import Iterable, Mapping
from typing import Final

from werkzeug.exceptions import HTTPException, MethodNotAllowed

from api.http import kinds
from api.http.people_refusals import of_people
from api.http.problems import Flaw, HttpProblem
from data.store import refusals as store
from data.store.people.refusals import PeopleRefusal
from data.tournaments import refusals as tournaments
from replay.text import Text
from schemas.intake.item import Unread
from schemas.intake.reading import Refused
from schemas.problems import RecordRefused

SOON: Final = {"Retry-After": "1"}
LATER: Final = {"Retry-After": "60"}

_BY_STATUS: Final = {kind.status: kind for kind in reversed(kinds.KINDS)}
"""Of several kinds with a status, the first."""

_NOTHING_HERE: Final = Text("nothing has this address", "このアドレスには何もありません")
_INTERNAL: Final = Text("the log tells more under the request id", "詳しくはリクエストIDでログを確かめてください")
_NO_RECORD: Final = Text("there is no such record", "その棋譜はありません")
_MISSING: Final[Mapping[type[Exception], Text]] = {
    store.NoSuchToken: Text("there is no such token", "そのトークンはありません"),
    store.NoSuchTournament: Text("there is no such tournament", "その大会はありません"),
    store.NoSuchEntry: Text("the log has no such entry", "記録簿にその項はありません"),
}
_BY_A_RECORD: Final = Text(
    "the result of a record comes with the record", "棋譜による結果は、棋譜を送ることでのみ登録されます"
)


def problem_of(error: Exception) -> HttpProblem:
    """The problem that an error is to the client; whatever nobody foresaw is an internal error."""
    match error:
        case HttpProblem():
            return error
        case store.StoreRefusal():
            return of_store(error)
        case RecordRefused() | Refused():
            return _no_record(error)
        case tournaments.Refused():
            return impossible(error)
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


def impossible(refusal: tournaments.Refused) -> HttpProblem:
    """Why a tournament cannot be changed so: everything that is wrong, and with which of several changes."""
    details = {name: value if isinstance(value, int) else str(value) for name, value in refusal.details.items()}
    pointer = "" if refusal.place is None else f"/{refusal.place}"
    flaws = [Flaw({"pointer": pointer, "code": one.code}, one.sentence) for one in (refusal, *refusal.also)]
    return HttpProblem(kinds.IMPOSSIBLE_CHANGE, refusal.text, flaws=flaws, code=refusal.code, details=details)


def of_store(refusal: store.StoreRefusal) -> HttpProblem:
    """Why the store does not do what was asked of it."""
    match refusal:
        case store.StoreUnusable():
            return of_unusable_store(refusal)
        case store.Withdrawn(revision=revision):
            detail = Text(f"revision {revision} withdrew it", f"第{revision}版で取り下げられました")
            return HttpProblem(kinds.WITHDRAWN, detail, headers={"ETag": f'"{revision}"'}, revision=revision)
        case store.OtherRevision(given=given, current=current) | store.OtherVersion(given=given, current=current):
            detail = Text(
                f"the change is for version {given}, the present one is {current}",
                f"第{given}版に対する変更ですが、現在は第{current}版です",
            )
            headers = {"ETag": f'"{current}"'}
            return HttpProblem(kinds.PRECONDITION_FAILED, detail, headers=headers, given=given, current=current)
        case store.SameContent() | store.NameTaken() | store.OnlyByLanding():
            return of_conflict(refusal)
        case PeopleRefusal():
            return of_people(refusal)
        case _:
            return HttpProblem(kinds.NOT_FOUND, _MISSING.get(type(refusal), _NO_RECORD))


def of_conflict(refusal: store.SameContent | store.NameTaken | store.OnlyByLanding) -> HttpProblem:
    """What else is in the store that hinders it."""
    match refusal:
        case store.SameContent(id=other):
            detail = Text(f"record {other} has exactly this content", f"棋譜{other}がまったく同じ内容です")
            return HttpProblem(kinds.CONFLICT, detail, record=other, address=f"/v1/records/{other}")
        case store.NameTaken(id=other):
            detail = Text(f"tournament {other} has this name, or has had it", f"大会{other}の名前（旧名を含む）です")
            return HttpProblem(kinds.NAME_TAKEN, detail, tournament=other, address=f"/v1/tournaments/{other}")
        case store.OnlyByLanding():
            return HttpProblem(kinds.ONLY_BY_LANDING, _BY_A_RECORD)


def of_unusable_store(refusal: store.StoreUnusable) -> HttpProblem:
    """Why the store cannot be used at this moment; where its file is concerns only the log."""
    match refusal:
        case store.StoreFull():
            return HttpProblem(kinds.STORE_FULL, refusal.says)
        case store.StoreReadOnly():
            return HttpProblem(kinds.READ_ONLY, refusal.says, headers=LATER)
        case store.LogDamaged(id=tournament, text=text):
            return HttpProblem(kinds.UNAVAILABLE, text, headers=LATER, tournament=tournament)
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


def _no_record(error: RecordRefused | Refused) -> HttpProblem:
    if isinstance(error, Refused):
        return refused(error.reasons)
    return unreadable([Flaw({"pointer": place}, expected) for place, expected in error.problems])


def _flaw(reason: Unread) -> Flaw:
    place: dict[str, str | int] = {"pointer": reason.pointer}
    if reason.line:
        place["line"] = reason.line
    return Flaw(place, reason.expected)
