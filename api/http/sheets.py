"""Answers that can be had as JSON or, for spreadsheets, as CSV."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import msgspec
from flask import Response, request
from werkzeug.http import parse_accept_header

from api.http.bodies import JSON
from api.http.etags import is_known, not_modified, tagged
from api.http.languages import DEFAULT, wanted_language
from api.http.pages import linked
from api.http.services import services
from api.http.shelf import WORTH_PACKING, Leaf
from api.languages import LANGUAGES, Language
from schemas.figures.spreadsheets import Cell, as_csv

CSV: Final = "text/csv"

_MOST_KNOWN: Final = 1_000
_VARY: Final = "Accept, Accept-Language"

_encode: Final = msgspec.json.Encoder().encode


class Sheet(NamedTuple):
    """What is to be told: as a value for JSON, and as rows under columns, with names in a language of `Text`.

    A page of a list has the cursor of the one `after` it, as long as there is one.
    """

    value: Any
    columns: Sequence[str]
    rows: Callable[[int], Iterable[Sequence[Cell]]]
    after: str | None = None

    def as_json(self) -> bytes:
        """It for programs."""
        return _encode(self.value)

    def as_csv(self, language: Language) -> str:
        """It for spreadsheets."""
        return as_csv(self.columns, self.rows(LANGUAGES.index(language)))


class _Form(NamedTuple):
    """The form of an answer: its media type, and the language of the names in it."""

    media_type: str
    language: Language

    def written(self, told: Sheet, version: str) -> Leaf:
        """What is told, in this form."""
        body = told.as_csv(self.language).encode() if self.media_type == CSV else told.as_json()
        return Leaf(version, body, told.after)

    def version(self, version: str) -> str:
        """The version of this form of something that is of this version; JSON is the same in every language."""
        return f"{version}.{self.language}" if self.media_type == CSV else version

    @property
    def content_type(self) -> str:
        """How an answer says what it is."""
        return f"{CSV}; charset=utf-8" if self.media_type == CSV else JSON


_AS_JSON: Final = _Form(JSON, DEFAULT)


def kept_sheet(what: tuple[Hashable, ...], version: str, make: Callable[[], Sheet]) -> Response:
    """The answer that is made, unless this process has made it before for the same version."""
    form = _form()
    return _answer(_kept(form, what, version, make), form)


def kept_page(what: tuple[Hashable, ...], version: str, make: Callable[[], Sheet]) -> Response:
    """The same for a page of a list, with links to the first page and to the next."""
    form = _form()
    leaf = _kept(form, what, version, make)
    return linked(_answer(leaf, form), leaf.after)


def passing_sheet(version: str, told: Sheet) -> Response:
    """The answer that tells this, and is not kept."""
    form = _form()
    return _answer(form.written(told, version), form)


def hashed_sheet(told: Sheet) -> Response:
    """The answer of which nothing but its content tells the version."""
    form = _form()
    leaf = form.written(told, "")
    return _answer(Leaf(blake2b(leaf.body, digest_size=8).hexdigest(), leaf.body), form)


def _kept(form: "_Form", what: tuple[Hashable, ...], version: str, make: Callable[[], Sheet]) -> Leaf:
    return services().shelf.leaf((form, *what), version, lambda: form.written(make(), version))


def _form() -> _Form:
    """What the client likes better; JSON, if he does not say."""
    if "csv" in request.headers.get("Accept", "").lower() and request.accept_mimetypes.best_match((JSON, CSV)) == CSV:
        return _Form(CSV, wanted_language())
    return _AS_JSON


@lru_cache(_MOST_KNOWN)
def _takes_gzip(accepted: str) -> bool:
    """Whether a client who says so in `Accept-Encoding` takes gzip."""
    return parse_accept_header(accepted).quality("gzip") > 0


def _answer(leaf: Leaf, form: _Form) -> Response:
    version = form.version(leaf.version)
    answer = not_modified(version) if is_known(version) else _whole(leaf, form, version)
    answer.headers["Vary"] = _VARY
    return answer


def _whole(leaf: Leaf, form: _Form, version: str) -> Response:
    """The body, packed where the client takes that: then its ETag says so, as those of all packed answers do."""
    if len(leaf.body) < WORTH_PACKING or not _takes_gzip(request.headers.get("Accept-Encoding", "")):
        return tagged(Response(leaf.body, content_type=form.content_type), version)
    answer = tagged(Response(leaf.packed, content_type=form.content_type), f"{version}:gzip")
    answer.headers["Content-Encoding"] = "gzip"
    return answer
