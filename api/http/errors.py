"""Errors as HTTP problems: the exception that ends a request, and the problem of every other exception."""

import errno
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import has_request_context, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from daifu.api.http import problem_types
from daifu.api.http.problem_types import ProblemType
from daifu.api.installation import missing_part
from daifu.api.languages import Language, say
from daifu.api.views.addresses import player_address, record_address
from daifu.data.store import errors as store
from daifu.data.store.errors import NoSuchPlayer, OnePerson, PeopleError, SatTogether
from daifu.data.tournaments import errors as tournaments
from daifu.replay.text import Text
from daifu.schemas.http.service import Flaw
from daifu.schemas.record.errors import HouseRefused, RecordRefused
from daifu.schemas.sources.items import SourceProblem, SourceRefused

NO_VERSION: Final = 0
"""The version that a change is for if it names none that there is."""


class FieldError(NamedTuple):
    """One error in a request: its place, such as a JSON pointer, and what was expected there."""

    place: Mapping[str, Any]
    expected: Text


class HttpProblem(Exception):
    """Ends a request with a problem: its type, the details of this case, headers to send, and further members."""

    def __init__(
        self,
        kind: ProblemType,
        detail: Text,
        *,
        flaws: Iterable[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        **members: Any,  # noqa: ANN401 - any JSON
    ) -> None:
        super().__init__(detail.en)
        self.kind = kind
        self.detail = detail
        self.flaws: Sequence[FieldError] = tuple(flaws)
        self.headers = headers or {}
        self.members = members

    def as_object(self, language: Language) -> dict[str, Any]:
        """The problem as a JSON object in the language, without the id of the request."""
        found: dict[str, Any] = {
            "type": self.kind.type,
            "title": say(self.kind.title, language),
            "status": self.kind.status,
            "detail": say(self.detail, language),
            **self.members,
        }
        if self.flaws:
            found["errors"] = [Flaw(**flaw.place, detail=say(flaw.expected, language)) for flaw in self.flaws]
        return found


_INVALID_TOKEN: Final = {"WWW-Authenticate": 'Bearer realm="daifu", error="invalid_token"'}

RETRY_SOON: Final = {"Retry-After": "1"}
RETRY_LATER: Final = {"Retry-After": "60"}

_BY_STATUS: Final = {kind.status: kind for kind in reversed(problem_types.PROBLEM_TYPES)}
"""The first problem type of each status."""

_INTERNAL_DETAIL: Final = Text(
    "the log tells more under the request id", "詳しくはリクエストIDでログを確かめてください"
)
_NO_SUCH_RECORD: Final = Text("there is no such record", "その棋譜はありません")
_NOT_FOUND_DETAILS: Final[Mapping[type[Exception], Text]] = {
    store.NoSuchHouse: Text("there are no such house rules", "そのハウスルールはありません"),
    store.NoSuchSeason: Text("there is no such season", "そのシーズンはありません"),
    store.NoSuchToken: Text("there is no such token", "そのトークンはありません"),
    store.NoSuchTournament: Text("there is no such tournament", "その大会はありません"),
    store.NoSuchEntry: Text("the log has no such entry", "記録簿にその項はありません"),
}
_RECORD_RESULT: Final = Text(
    "the result of a record comes with the record, and DELETE of its landing ignores a record",
    "棋譜による結果は、棋譜を送ることでのみ登録されます。棋譜を一覧から外すには、そのlandingをDELETEします",
)


def problem_of(error: Exception) -> HttpProblem:
    """The problem of an error; an unexpected one is an internal error."""
    match error:
        case HttpProblem():
            return error
        case store.StoreError():
            return _store_problem(error)
        case RecordRefused() | HouseRefused() | SourceRefused():
            return _record_problem(error)
        case tournaments.TournamentError():
            return impossible_change_problem(error)
        case HTTPException():
            return _http_problem(error)
        case _:
            return _failure_problem(error)


def _record_problem(error: RecordRefused | HouseRefused | SourceRefused) -> HttpProblem:
    if isinstance(error, SourceRefused):
        return unreadable_record_problem(error.reasons)
    return unreadable_body_problem([FieldError({"pointer": place}, expected) for place, expected in error.problems])


def _failure_problem(error: Exception) -> HttpProblem:
    """The problem of an error that is none of daifu's own."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):  # that of temporary files, too
        return HttpProblem(problem_types.STORE_FULL, store.StoreFull.says)
    missing = missing_part(error) if isinstance(error, ModuleNotFoundError) else None
    return HttpProblem(problem_types.INTERNAL_ERROR, missing or _INTERNAL_DETAIL)


def unreadable_record_problem(reasons: Iterable[SourceProblem]) -> HttpProblem:
    """The problem of a body that is no record, for these reasons."""
    return unreadable_body_problem(
        [
            FieldError({"pointer": one.pointer, **({"line": one.line} if one.line else {})}, one.expected)
            for one in reasons
        ]
    )


def unreadable_body_problem(flaws: list[FieldError]) -> HttpProblem:
    """The problem of a body that cannot be read, with all errors found in it."""
    count = len(flaws)
    return HttpProblem(
        problem_types.UNREADABLE,
        Text(f"{count} {'place has' if count == 1 else 'places have'} to be corrected", f"直すべき箇所：{count}件"),
        flaws=flaws,
    )


def other_rules_problem(refused: RecordRefused) -> HttpProblem:
    """The problem of a record that cannot be read under other rules: cards or players do not fit them."""
    flaws = [FieldError({"pointer": problem.pointer}, problem.expected) for problem in refused.problems]
    detail = Text("these rules cannot judge the record", "その規則ではこの棋譜を判定できません")
    return HttpProblem(problem_types.CANNOT_CONVERT, detail, flaws=flaws)


def impossible_change_problem(refusal: tournaments.TournamentError) -> HttpProblem:
    """The problem of changes that a tournament does not allow: every error, and the change that it is in."""
    details = {name: value if isinstance(value, int) else str(value) for name, value in refusal.details.items()}
    flaws = [
        FieldError({"pointer": "" if one.place is None else f"/{one.place}", "code": one.code}, one.sentence)
        for one in (refusal, *refusal.others)
    ]
    return HttpProblem(problem_types.IMPOSSIBLE_CHANGE, refusal.text, flaws=flaws, code=refusal.code, details=details)


def _store_problem(refusal: store.StoreError) -> HttpProblem:
    """The problem of an error that the store raised."""
    match refusal:
        case store.StoreUnusable():
            return _unusable_store_problem(refusal)
        case store.RecordWithdrawn() | store.RevisionConflict() | store.VersionConflict():
            return _changed_problem(refusal)
        case (
            store.DuplicateContent()
            | store.AnotherGame()
            | store.NameTaken()
            | store.OnlyByImport()
            | store.TokenNameTaken()
            | store.HouseVersionTaken()
            | store.HouseOfAnother()
        ):
            return _conflict_problem(refusal)
        case PeopleError():
            return people_problem(refusal)
        case store.TokenRevoked():
            return invalid_token_problem()
        case _:
            return HttpProblem(problem_types.NOT_FOUND, _NOT_FOUND_DETAILS.get(type(refusal), _NO_SUCH_RECORD))


def _changed_problem(
    refusal: store.RecordWithdrawn | store.RevisionConflict | store.VersionConflict,
) -> HttpProblem:
    """The problem of a record or tournament that is another by now than the caller supposed."""
    match refusal:
        case store.RecordWithdrawn(revision=revision):
            detail = Text(f"revision {revision} withdrew it", f"第{revision}版で取り下げられました")
            return HttpProblem(problem_types.WITHDRAWN, detail, headers={"ETag": f'"{revision}"'}, revision=revision)
        case store.RevisionConflict(given=given, current=current) | store.VersionConflict(given=given, current=current):
            other = Text(
                f"the change is for version {given}, the present one is {current}",
                f"第{given}版に対する変更ですが、現在は第{current}版です",
            )
            detail = _unknown_version_text(current) if given == NO_VERSION else other
            headers = {"ETag": f'"{current}"'}
            return HttpProblem(problem_types.PRECONDITION_FAILED, detail, headers=headers, given=given, current=current)


def _unknown_version_text(current: int) -> Text:
    """The sentence about a change that names no version that there is, with what it names."""
    sent = request.headers.get("If-Match") if has_request_context() else None
    if sent is None:
        return Text(
            f"the change names no version, the present one is {current}",
            f"どの版に対する変更か分かりません。現在は第{current}版です",
        )
    return Text(
        f"If-Match names no version of this: {sent}; the present one is {current}",
        f"If-Matchの{sent}はこの対象のどの版でもありません。現在は第{current}版です",
    )


def invalid_token_problem() -> HttpProblem:
    """The problem of a token that is unknown or was revoked, be it while the caller was writing."""
    detail = Text("the token is unknown, was revoked or has ended", "知らないトークンか、無効になったトークンです")
    return HttpProblem(problem_types.NOT_AUTHENTICATED, detail, headers=_INVALID_TOKEN)


def _conflict_problem(
    refusal: store.DuplicateContent
    | store.AnotherGame
    | store.NameTaken
    | store.OnlyByImport
    | store.TokenNameTaken
    | store.HouseVersionTaken
    | store.HouseOfAnother,
) -> HttpProblem:
    """The problem of a conflict with something else in the store."""
    match refusal:
        case store.DuplicateContent(id=other):
            detail = Text(f"record {other} has exactly this content", f"棋譜{other}がまったく同じ内容です")
            return HttpProblem(problem_types.CONFLICT, detail, record=other, address=f"/v1/records/{other}")
        case store.AnotherGame():
            return _another_game_problem(refusal)
        case store.NameTaken(id=other):
            detail = Text(f"tournament {other} has this name, or has had it", f"大会{other}の名前（旧名を含む）です")
            return HttpProblem(problem_types.NAME_TAKEN, detail, tournament=other, address=f"/v1/tournaments/{other}")
        case store.OnlyByImport():
            return HttpProblem(problem_types.ONLY_BY_LANDING, _RECORD_RESULT)
        case store.TokenNameTaken(text=text, id=token):
            return HttpProblem(problem_types.TOKEN_NAME_TAKEN, text, token=token)
        case store.HouseVersionTaken() | store.HouseOfAnother():
            return _house_problem(refusal)


def _house_problem(refusal: store.HouseVersionTaken | store.HouseOfAnother) -> HttpProblem:
    """The problem of house rules that cannot be stored under their id."""
    slug = refusal.slug
    if isinstance(refusal, store.HouseOfAnother):
        detail = Text(
            f"{slug} belongs to the token that stored it first; choose another id, or ask an admin",
            f"{slug}は最初に登録したトークンのものです。別のidにするか、管理者に頼んでください",
        )
        return HttpProblem(problem_types.NOT_ALLOWED, detail, house=slug)
    detail = Text(
        f"the latest version of {slug} is {refusal.latest}, and this is version {refusal.version}",
        f"{slug}の最新はバージョン{refusal.latest}ですが、送られたのはバージョン{refusal.version}です",
    )
    return HttpProblem(problem_types.HOUSE_VERSION_TAKEN, detail, house=slug, latest=refusal.latest)


def _another_game_problem(refusal: store.AnotherGame) -> HttpProblem:
    """The problem of a correction that is another game than the record."""
    record = refusal.id
    if refusal.rules:
        before, after = refusal.rules
        detail = Text(
            f"record {record} is of {before}, and the correction of {after}",
            f"棋譜{record}は{before}ですが、訂正は{after}です",
        )
    else:
        detail = Text(
            f"none of the players of record {record} is in the correction",
            f"棋譜{record}のプレイヤーが訂正に1人もいません",
        )
    return HttpProblem(problem_types.ANOTHER_GAME, detail, record=record, address=record_address(record))


def _unusable_store_problem(refusal: store.StoreUnusable) -> HttpProblem:
    """The problem of a store that cannot be used now. The path of its file is only for the log."""
    match refusal:
        case store.StoreFull():
            return HttpProblem(problem_types.STORE_FULL, refusal.says)
        case store.StoreReadOnly():
            return HttpProblem(problem_types.READ_ONLY, refusal.says, headers=RETRY_LATER)
        case store.StoreBusy():
            return HttpProblem(problem_types.STORE_BUSY, refusal.says, headers=RETRY_SOON)
        case store.StoreUnreachable():
            return HttpProblem(problem_types.UNAVAILABLE, refusal.says, headers=RETRY_SOON)
        case _:
            return _damage_problem(refusal)


def _damage_problem(refusal: store.StoreUnusable) -> HttpProblem:
    """The problem of a store that is damaged or not there; it names a record or a tournament that is damaged alone."""
    match refusal:
        case store.LogDamaged(id=tournament, text=text):
            return HttpProblem(problem_types.UNAVAILABLE, text, headers=RETRY_LATER, tournament=tournament)
        case store.RecordDamaged(id=record, text=text):
            address = record_address(record)
            return HttpProblem(problem_types.UNAVAILABLE, text, headers=RETRY_LATER, record=record, address=address)
        case _:
            return HttpProblem(problem_types.UNAVAILABLE, refusal.says, headers=RETRY_LATER)


def _http_problem(error: HTTPException) -> HttpProblem:
    """The problem of an error that Flask or Werkzeug raised, by its status."""
    if isinstance(error, MethodNotAllowed):
        allowed = sorted(error.valid_methods or ())
        names = ", ".join(allowed)
        detail = Text(f"allowed are {names}", f"使えるのは{'、'.join(allowed)}です")
        return HttpProblem(problem_types.METHOD_NOT_ALLOWED, detail, headers={"Allow": names}, allowed=allowed)
    status = error.code or problem_types.INTERNAL_ERROR.status
    if status == problem_types.NOT_FOUND.status:
        return HttpProblem(problem_types.NOT_FOUND, Text("nothing has this address", "このアドレスには何もありません"))
    if status >= problem_types.INTERNAL_ERROR.status:
        return HttpProblem(problem_types.INTERNAL_ERROR, _INTERNAL_DETAIL)
    kind = _BY_STATUS.get(status, problem_types.BAD_REQUEST)
    return HttpProblem(kind, kind.title)


def people_problem(refusal: PeopleError) -> HttpProblem:
    """The problem of an error about people."""
    match refusal:
        case NoSuchPlayer(player=player):
            detail = Text(f"no record has the player {player}", f"プレイヤー{player}の棋譜はありません")
            return HttpProblem(problem_types.NOT_FOUND, detail)
        case OnePerson(person=person):
            detail = Text(f"both are {person} already", f"2人ともすでに{person}です")
            return HttpProblem(problem_types.CANNOT_MERGE, detail, player=person, address=player_address(person))
        case SatTogether(record=record, deal=deal):
            detail = Text(
                f"both sat in deal {deal} of record {record}", f"棋譜{record}の{deal}回目に2人とも参加しています"
            )
            return HttpProblem(
                problem_types.CANNOT_MERGE, detail, record=record, deal=deal, address=record_address(record)
            )
        case _:
            detail = Text("there is no such merge, or it was undone", "その統合はないか、すでに取り消されています")
            return HttpProblem(problem_types.NOT_FOUND, detail)
