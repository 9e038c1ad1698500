"""The slow reader: every reason why a record is refused, each with its place."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from schemas import limits
from schemas.problems import Finding, Problem, in_order
from schemas.shape.basis import basis_of, profile_of
from schemas.shape.compiled import check_options
from schemas.shape.deal_findings import deal_findings
from schemas.shape.documents import RECORD
from schemas.shape.event import check_event
from schemas.shape.fields import Errors, flat, is_list, is_object
from schemas.shape.free import survey
from schemas.shape.json_text import NotJson, find_doubled, parse
from schemas.shape.players import check_ids, raw_id

_FREE: Final = ("options", "event", "source")


def explain_text(data: bytes) -> list[Problem]:
    """Every reason why the JSON text is no record, up to the limit of a refusal."""
    try:
        document = parse(data)
    except NotJson as reason:
        return [Problem("", reason.text)]
    doubled = find_doubled(document.value) if document.doubled else ()
    problems = [finding.problem for finding in islice(doubled, limits.PROBLEMS)]
    return [*problems, *explain(document.value)][: limits.PROBLEMS]


def explain(document: object) -> list[Problem]:
    """Every reason why the JSON value is no record, up to the limit of a refusal."""
    return [finding.problem for finding in islice(_findings(document), limits.PROBLEMS)]


def explain_head(document: dict[str, Any]) -> list[Problem]:
    """Every reason that lies outside the deals, whatever those are."""
    outside = (finding for finding in _outside_deals(document, RECORD.errors(document)) if finding.path[0] != "deals")
    return [finding.problem for finding in outside]


def _findings(document: object) -> Iterator[Finding]:
    """What is wrong with the head of the record, then with one deal after the other: nobody need wait for the last."""
    errors = RECORD.errors(document)
    if not is_object(document):
        yield from flat(errors)
        return
    head = _outside_deals(document, errors)
    yield from head
    if "deals" not in errors:
        sound = not any(finding.path[0] == "options" for finding in head)
        yield from deal_findings(basis_of(document, sound=sound), document["deals"])


def _outside_deals(document: dict[str, Any], errors: Errors) -> list[Finding]:
    """What is wrong with the head of the record, and with its list of deals as such, in the order of the places."""
    return in_order([*flat(errors), *_head_findings(document)])


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
