"""The slow reader: every reason why a record is refused, each with its place."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from schemas import limits
from schemas.problems import Finding, Path, Problem
from schemas.shape.basis import basis_of, profile_of
from schemas.shape.cards import ReadingContext
from schemas.shape.compiled import check_options
from schemas.shape.deal_findings import deal_findings
from schemas.shape.documents import RECORD
from schemas.shape.event import check_event
from schemas.shape.fields import Errors, is_list, is_object
from schemas.shape.free import survey
from schemas.shape.json_text import NotJson, find_doubled, parse
from schemas.shape.players import check_ids, raw_id

_FREE: Final = ("options", "event", "source")


def explain_text(data: bytes) -> list[Problem]:
    """Every reason why the JSON text is no record."""
    try:
        document = parse(data)
    except NotJson as reason:
        return [Problem("", reason.text)]
    doubled = find_doubled(document.value) if document.doubled else ()
    return _in_order([*doubled, *_findings(document.value)])


def explain(document: object) -> list[Problem]:
    """Every reason why the JSON value is no record."""
    return _in_order(_findings(document))


def _findings(document: object) -> Iterator[Finding]:
    if not isinstance(document, dict):
        yield from _flat(RECORD.errors(document))
        return
    head = list(_head_findings(document))
    yield from head
    sound = is_object(document.get("options", {})) and not any(finding.path[0] == "options" for finding in head)
    basis = basis_of(document, sound=sound)
    with ReadingContext(basis.reading):
        errors = RECORD.errors(document)
    yield from _flat(errors)
    in_deals = errors.get("deals", {}) if isinstance(errors, dict) else {}
    if basis.players is not None and isinstance(in_deals, dict):
        yield from deal_findings(basis, basis.players, document["deals"], in_deals)


def _head_findings(document: dict[str, Any]) -> Iterator[Finding]:
    for name in _FREE:
        if is_object(document.get(name)):
            yield from (finding.under(name) for finding in survey(document[name]))
    if is_object(document.get("event")):
        yield from (finding.under("event") for finding in check_event(document["event"]))
    profile = profile_of(document)
    if profile is not None and is_object(document.get("options")):
        yield from (finding.under("options") for finding in check_options(profile, document["options"]))
    if is_list(document.get("players")):
        yield from check_ids([raw_id(player) for player in document["players"]])


def _flat(errors: Errors, path: Path = ()) -> Iterator[Finding]:
    if isinstance(errors, list):
        yield from (Finding(path, text) for text in errors)
        return
    for part, inner in errors.items():
        yield from _flat(inner, (*path, part))


def _in_order(findings: Iterable[Finding]) -> list[Problem]:
    """The problems in the order of their places, numbers by size; no more than a reader can want."""
    ordered = sorted(findings, key=lambda finding: [_rank(part) for part in finding.path])
    return [finding.problem for finding in ordered[: limits.PROBLEMS]]


def _rank(part: str | int) -> tuple[int, str]:
    return (part, "") if isinstance(part, int) else (-1, str(part))
