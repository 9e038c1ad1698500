"""Finds every reason why a record is refused, each with its place.

`decode` stops at the first; this module is asked for all of them.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from replay.deal import Deal
from replay.games.catalogue import PROFILES
from replay.rules import Profile, Rules
from schemas.record import limits
from schemas.record.deals import CardCounts, DealConsistency, DealReader, deal_without_cards
from schemas.record.errors import Finding, Problem, sort_findings
from schemas.record.header import check_any_json, check_event, check_player_ids, readable_player_id
from schemas.record.json_text import NotJson, find_duplicate_keys, is_list, is_object, parse_json
from schemas.record.marshmallow_schema import (
    DEAL_FIELD,
    RECORD_FIELD,
    CardNotation,
    CardNotationContext,
    Errors,
    flatten_errors,
)
from schemas.record.model import DealShape
from schemas.record.rules import check_options, rules_for


class DealContext(NamedTuple):
    """The rules, None for an unknown profile, and the number of players, None where nobody knows it.

    Where the options are not `sound` the rules are those without options.
    """

    rules: Rules | None
    sound: bool
    players: int | None

    @property
    def reading(self) -> CardNotation:
        """How cards and actions are written."""
        if self.rules is None:
            return CardNotation(None, None)
        notation = None if self.players is None else self.rules.notation(self.players)
        return CardNotation(self.rules.profile.lexicon, notation)


def named_profile(document: dict[str, Any]) -> Profile | None:
    """The profile that a record names, if there is one of this name."""
    name = document.get("rules")
    return PROFILES.get(name) if isinstance(name, str) else None


def deal_context(document: dict[str, Any], *, sound: bool) -> DealContext:
    """The basis for the deals of a record whose options were found `sound` or not."""
    profile = named_profile(document)
    rules = None if profile is None else rules_for(profile.name, document.get("options", {}) if sound else {})
    players = document.get("players")
    count = len(players) if is_list(players) else 0
    return DealContext(rules, sound, count if 1 <= count <= limits.PLAYERS else None)


_PLACEHOLDERS: Final[dict[str, str | None]] = {"hands": "", "actions": "1 -", "points": None}
"""What stands for a value that was refused already, so that the rest of its list can still be looked at."""

_ANY_NUMBER: Final = range(1, limits.PLAYERS + 1)


def find_in_deals(basis: DealContext, deals: list[Any]) -> Iterator[Finding]:
    """What is wrong with each of the deals, in their order."""
    findings = DealValidator(basis)
    for place, value in enumerate(deals):
        yield from findings.take(place, value)


class DealValidator:
    """Looks for what is wrong with deals, one after the other."""

    def __init__(self, basis: DealContext) -> None:
        self._reading = basis.reading
        self._between = None if basis.players is None else CrossFieldValidator(basis, basis.players)

    def take(self, place: int, value: object) -> list[Finding]:
        """What is wrong with the next deal, which stands at this place of its record."""
        with CardNotationContext(self._reading):
            errors = DEAL_FIELD.errors(value)
        findings = list(flatten_errors(errors))
        if self._between is not None:
            findings += self._between.findings(value, errors)
        return [finding.under("deals", place) for finding in sort_findings(findings)]


class CrossFieldValidator:
    """Looks between the fields of the deals of `count` players, one deal after the other."""

    def __init__(self, basis: DealContext, count: int) -> None:
        rules = basis.rules
        allowed = rules.sitting.players if rules is not None and basis.sound else _ANY_NUMBER
        self._agreement = DealConsistency(count, allowed, _seats_as_written if rules is None else rules.sitting.seats)
        self._crowding = None if rules is None else CardCounts(rules)
        self._read = deal_without_cards if rules is None else DealReader(rules, count).read
        self._seats_known = True

    def findings(self, value: object, errors: Errors) -> Iterator[Finding]:
        """Where what is sound in the next deal contradicts itself; `errors` are those inside its fields."""
        if not is_object(value) or not isinstance(errors, dict):
            self._seats_known = False
            return
        mended = _without_errors(value, errors)
        seats_lost = bool({"seats", "places"} & (value.keys() - mended.keys()))
        self._seats_known = "seats" in mended or (self._seats_known and not seats_lost)
        deal = self._read(msgspec.convert(mended, DealShape))
        if self._seats_known:
            yield from self._agreement.findings(deal)
        if self._crowding is not None:
            yield from self._crowding.findings(deal)


def _seats_as_written(_deal: Deal, ranking: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """Where nobody knows the rules, a ranking may be the seats, too."""
    return ranking or seats


def _without_errors(value: dict[str, Any], errors: dict[Any, Any]) -> dict[str, Any]:
    """An object without what was refused in it: bad fields are left out, bad values in lists replaced by fillers."""
    mended = {}
    for name, field in value.items():
        wrong = errors.get(name)
        if not wrong:
            mended[name] = field
        elif isinstance(wrong, dict) and isinstance(field, dict):
            mended[name] = _without_errors(field, wrong)
        elif isinstance(wrong, dict) and name in _PLACEHOLDERS:
            mended[name] = [_PLACEHOLDERS[name] if place in wrong else item for place, item in enumerate(field)]
    if "hands" in value and "hands" not in mended:
        mended.pop("actions", None)
    return mended


_FREE_FIELDS: Final = ("options", "event", "source")


def find_problems_in_text(data: bytes) -> list[Problem]:
    """Every reason why the JSON text is no record, up to the limit of a refusal."""
    try:
        document = parse_json(data)
    except NotJson as reason:
        return [Problem("", reason.text)]
    doubled = find_duplicate_keys(document.value) if document.doubled else ()
    problems = [finding.problem for finding in islice(doubled, limits.PROBLEMS)]
    return [*problems, *find_problems(document.value)][: limits.PROBLEMS]


def find_problems(document: object) -> list[Problem]:
    """Every reason why the JSON value is no record, up to the limit of a refusal."""
    return [finding.problem for finding in islice(_find_in_record(document), limits.PROBLEMS)]


def find_header_problems(document: dict[str, Any]) -> list[Problem]:
    """Every reason that lies outside the deals, whatever those are."""
    outside = (
        finding
        for finding in _find_outside_deals(document, RECORD_FIELD.errors(document))
        if finding.path[0] != "deals"
    )
    return [finding.problem for finding in outside]


def _find_in_record(document: object) -> Iterator[Finding]:
    """What is wrong with the head of the record, then with one deal after the other: nobody need wait for the last."""
    errors = RECORD_FIELD.errors(document)
    if not is_object(document):
        yield from flatten_errors(errors)
        return
    head = _find_outside_deals(document, errors)
    yield from head
    if "deals" not in errors:
        sound = not any(finding.path[0] == "options" for finding in head)
        yield from find_in_deals(deal_context(document, sound=sound), document["deals"])


def _find_outside_deals(document: dict[str, Any], errors: Errors) -> list[Finding]:
    """What is wrong with the head of the record, and with its list of deals as such, in the order of the places."""
    return sort_findings([*flatten_errors(errors), *_find_in_header(document)])


def _find_in_header(document: dict[str, Any]) -> Iterator[Finding]:
    for name in _FREE_FIELDS:
        if is_object(document.get(name)):
            yield from (finding.under(name) for finding in check_any_json(document[name]))
    if is_object(document.get("event")):
        yield from (finding.under("event") for finding in check_event(document["event"]))
    profile = named_profile(document)
    if profile is not None and is_object(document.get("options")):
        yield from (finding.under("options") for finding in check_options(profile, document["options"]))
    if is_list(document.get("players")):
        yield from check_player_ids([readable_player_id(player) for player in document["players"]])
