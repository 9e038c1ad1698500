"""The slow reader: every reason why a record is refused, each with its place."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from replay.games.catalogue import PROFILES
from replay.rules import Rules
from schemas import limits
from schemas.problems import Finding, Path, Problem
from schemas.shape.cards import Reading, ReadingContext
from schemas.shape.compiled import check_options, compiled
from schemas.shape.deal_findings import deal_findings
from schemas.shape.documents import RECORD
from schemas.shape.event import check_event
from schemas.shape.fields import Errors, is_list, is_object
from schemas.shape.free import survey
from schemas.shape.json_text import NotJson, find_doubled, parse
from schemas.shape.players import check_ids, raw_id

_FREE: Final = ("options", "event", "source")


class Basis(NamedTuple):
    """What the deals of a record are read by, as far as its head tells.

    `rules` are None for an unknown profile, and those without options where the options are not `sound`; `count` is None
    where nobody knows how many players there are.
    """

    rules: Rules | None
    sound: bool
    count: int | None


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
    basis = _basis(document, sound=not any(finding.path[0] == "options" for finding in head))
    with ReadingContext(_reading(basis)):
        errors = RECORD.errors(document)
    yield from _flat(errors)
    deals = document.get("deals")
    if basis.count is not None and is_list(deals) and isinstance(errors, dict):
        yield from deal_findings(basis, deals, errors.get("deals", {}))


def _head_findings(document: dict[str, Any]) -> Iterator[Finding]:
    for name in _FREE:
        if is_object(document.get(name)):
            yield from (finding.under(name) for finding in survey(document[name]))
    if is_object(document.get("event")):
        yield from (finding.under("event") for finding in check_event(document["event"]))
    profile = PROFILES.get(str(document.get("rules")))
    if profile is not None and is_object(document.get("options")):
        yield from (finding.under("options") for finding in check_options(profile, document["options"]))
    if is_list(document.get("players")):
        yield from check_ids([raw_id(player) for player in document["players"]])


def _basis(document: dict[str, Any], *, sound: bool) -> Basis:
    name = str(document.get("rules"))
    options = document.get("options", {})
    sound = sound and is_object(options)
    players = document.get("players")
    return Basis(
        rules=compiled(name, options if sound else {}) if name in PROFILES else None,
        sound=sound,
        count=len(players) if is_list(players) and 1 <= len(players) <= limits.PLAYERS else None,
    )


def _reading(basis: Basis) -> Reading:
    if basis.rules is None:
        return Reading(None, None)
    notation = None if basis.count is None else basis.rules.notation(basis.count)
    return Reading(basis.rules.profile.lexicon, notation)


def _flat(errors: Errors, path: Path = ()) -> Iterator[Finding]:
    if isinstance(errors, list):
        yield from (Finding(path, text) for text in errors)
        return
    for part, inner in errors.items():
        yield from _flat(inner, (*path, part))


def _in_order(findings: Iterable[Finding]) -> list[Problem]:
    """The problems in the order of their places, numbers by size; no more than a reader can want."""
    ordered = sorted(findings, key=lambda finding: [(isinstance(part, str), part) for part in finding.path])
    return [finding.problem for finding in ordered[: limits.PROBLEMS]]
