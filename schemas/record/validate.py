"""Finds every reason why a record is refused, each with its place.

`decode` stops at the first reason; it asks this module for all of them.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple, cast

import msgspec
from msgspec.inspect import AnyType, StructType, VarTupleType, type_info
from msgspec.structs import replace

from daifu.replay.consistency import CardCounts, DealConsistency, leavers
from daifu.replay.deal import Deal, read_cards, read_hand
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.rules import Profile, Rules
from daifu.replay.text import ReadError
from daifu.schemas.record import limits
from daifu.schemas.record.deals import DealReader, deal_without_cards, finding_of
from daifu.schemas.record.errors import Finding, Path, Problem, mismatch_text, sort_findings
from daifu.schemas.record.header import check_event, check_house, check_player_ids, readable_player_id
from daifu.schemas.record.json_text import NotJson, find_duplicate_keys, is_list, is_object, parse_json
from daifu.schemas.record.model import PROFILE_NAMES, DealShape, RecordShape, check_any_json
from daifu.schemas.record.rules import check_options, rules_for
from daifu.schemas.record.struct_reader import MismatchFinder


class DealContext(NamedTuple):
    """What the deals of a record are read by: its rules and the number of its players.

    `rules` are None for an unknown profile, and those of the profile without options where the options are not `sound`.
    `players` is None where the list of players is refused.
    """

    rules: Rules | None
    sound: bool
    players: int | None


def named_profile(document: dict[str, Any]) -> Profile | None:
    """The profile that a record names, None if there is no such profile."""
    name = document.get("rules")
    return PROFILES.get(name) if isinstance(name, str) else None


def deal_context(document: dict[str, Any], *, sound: bool) -> DealContext:
    """The context of the deals of a record; `sound` says whether its options are."""
    profile = named_profile(document)
    rules = None if profile is None else rules_for(profile.name, document.get("options", {}) if sound else {})
    players = document.get("players")
    count = len(players) if is_list(players) else 0
    return DealContext(rules, sound, count if 1 <= count <= limits.PLAYERS else None)


_PLACEHOLDERS: Final[dict[str, str | None]] = {"hands": "", "actions": "1 -", "points": None}
"""Values that replace refused values of these lists, so that the rest of the list is still checked."""

_ANY_NUMBER: Final = range(1, limits.PLAYERS + 1)


class DealValidator:
    """Finds what is wrong with deals, one after the other."""

    _mismatches = MismatchFinder(DealShape)

    def __init__(self, context: DealContext) -> None:
        self._context = context
        self._between = None if context.players is None else CrossFieldValidator(context, context.players)

    def find(self, place: int, value: object) -> list[Finding]:
        """What is wrong with the next deal, which stands at this place of its record."""
        findings = list(islice(self._mismatches.find(value), limits.PROBLEMS))
        if is_object(value) and len(findings) < limits.PROBLEMS:
            readable = _without(value, _paths(findings))
            unreadable = list(_find_unreadable(self._context, readable))
            findings += unreadable
            if self._between is not None:
                findings += self._between.find(value, _without(readable, _paths(unreadable)))
        elif self._between is not None:
            self._between.skip()
        return [finding.under("deals", place) for finding in sort_findings(findings)]


def _find_unreadable(context: DealContext, deal: dict[str, Any]) -> Iterator[Finding]:
    """The cards and actions of a deal that cannot be read, as far as the rules and the players are known."""
    if context.rules is None:
        return
    lexicon = context.rules.profile.lexicon
    hands = [(place, hand) for place, hand in enumerate(deal.get("hands", ())) if hand is not None]
    yield from _find_read_errors("hands", hands, lambda text: read_hand(lexicon, text))
    if "stock" in deal:
        try:
            read_cards(lexicon, deal["stock"])
        except ReadError as error:
            yield Finding(("stock",), error.text)
    if context.players is not None:
        notation = context.rules.notation(context.players)
        yield from _find_read_errors("actions", enumerate(deal.get("actions", ())), notation.__getitem__)


def _find_read_errors(name: str, texts: Iterable[tuple[int, str]], read: Callable[[str], object]) -> Iterator[Finding]:
    for place, text in texts:
        try:
            read(text)
        except ReadError as error:
            yield Finding((name, place), error.text)


def _paths(findings: Iterable[Finding]) -> list[Path]:
    return [finding.path for finding in findings]


def _written_seats(_deal: Deal, ranking: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats by default where the rules are unknown."""
    return ranking or seats


class CrossFieldValidator:
    """Checks the fields of deals of `count` players against each other, one deal after the other."""

    def __init__(self, context: DealContext, count: int) -> None:
        rules = context.rules
        allowed = rules.sitting.players if rules is not None and context.sound else _ANY_NUMBER
        self._consistency = DealConsistency(count, allowed, _written_seats if rules is None else rules.sitting.seats)
        self._card_counts = None if rules is None else CardCounts(rules)
        self._read = deal_without_cards if rules is None else DealReader(rules, count).read
        self._seats_known = True

    def skip(self) -> None:
        """Pass over a deal of which nothing can be read; the seats of the deals after it are unknown."""
        self._seats_known = False

    def find(self, value: dict[str, Any], readable: dict[str, Any]) -> Iterator[Finding]:
        """Where the next deal contradicts itself; `readable` is what was not refused of its JSON value."""
        seats_lost = bool({"seats", "places"} & (value.keys() - readable.keys()))
        self._seats_known = "seats" in readable or (self._seats_known and not seats_lost)
        if "hands" in value and "hands" not in readable:
            readable = {name: item for name, item in readable.items() if name != "actions"}  # they would miss the hands
        deal = self._read(msgspec.convert(readable, DealShape))
        if self._seats_known:
            yield from map(finding_of, self._consistency.contradictions(deal))
            self._consistency.gone = leavers(deal)
        if self._card_counts is not None:
            yield from map(finding_of, self._card_counts.contradictions(deal))


def _without(value: dict[str, Any], paths: Iterable[Path]) -> dict[str, Any]:
    """An object without what was refused in it: bad fields are left out, bad values in lists replaced."""
    refused: dict[str | int, list[Path]] = {}
    for name, *inner in paths:
        refused.setdefault(name, []).append(tuple(inner))
    left = {}
    for name, item in value.items():
        parts = refused.get(name, [])
        if not parts:
            left[name] = item
        elif () in parts:
            continue
        elif is_object(item):
            left[name] = _without(item, parts)
        elif name in _PLACEHOLDERS:
            places = {place for place, *_ in parts}
            left[name] = [_PLACEHOLDERS[name] if place in places else one for place, one in enumerate(item)]
    return left


_FREE_FIELDS: Final = ("options", "event", "source")

_record: Final = cast("StructType", type_info(RecordShape))
# Its deals may be anything here: they are compared one by one, by the rules of the record.
_header_mismatches: Final = MismatchFinder(
    replace(
        _record,
        fields=tuple(
            replace(field, type=replace(field.type, item_type=AnyType()))
            if isinstance(field.type, VarTupleType) and field.name == "deals"
            else field
            for field in _record.fields
        ),
    )
)


def find_problems_in_text(data: bytes) -> list[Problem]:
    """Every reason why the JSON text is no record, up to the limit of a refusal."""
    try:
        document = parse_json(data)
    except NotJson as reason:
        return [Problem("", reason.text)]
    duplicates = find_duplicate_keys(document.value) if document.has_duplicates else ()
    problems = [finding.problem for finding in islice(duplicates, limits.PROBLEMS)]
    return [*problems, *find_problems(document.value)][: limits.PROBLEMS]


def find_problems(document: object) -> list[Problem]:
    """Every reason why the JSON value is no record, up to the limit of a refusal."""
    return [finding.problem for finding in islice(_find_in_record(document), limits.PROBLEMS)]


def find_header_problems(document: dict[str, Any]) -> list[Problem]:
    """Every reason that lies outside the deals of a record."""
    return [finding.problem for finding in _find_outside_deals(document) if finding.path[0] != "deals"]


def _find_in_record(document: object) -> Iterator[Finding]:
    """What is wrong with the header of a record, then with each deal; no deal is checked before it is asked for."""
    if not is_object(document):
        yield from _header_mismatches.find(document)
        return
    outside = _find_outside_deals(document)
    yield from outside
    wrong = {finding.path[0] for finding in outside}
    if "deals" not in wrong:
        deals = DealValidator(deal_context(document, sound="options" not in wrong))
        for place, value in enumerate(document["deals"]):
            yield from deals.find(place, value)


def _find_outside_deals(document: dict[str, Any]) -> list[Finding]:
    """What is wrong with the header of a record and with its list of deals as such, in the order of the places."""
    mismatches = islice(_header_mismatches.find(document), limits.PROBLEMS)
    return sort_findings([*mismatches, *islice(_find_in_header(document), limits.PROBLEMS)])


def _find_in_header(document: dict[str, Any]) -> Iterator[Finding]:
    """What the type of a record cannot tell of its header."""
    for name in _FREE_FIELDS:
        if is_object(document.get(name)):
            yield from (finding.under(name) for finding in check_any_json(document[name]))
    if is_object(document.get("event")):
        yield from (finding.under("event") for finding in check_event(document["event"]))
    rules = document.get("rules")
    if isinstance(rules, str) and rules not in PROFILES:
        yield Finding(("rules",), mismatch_text(PROFILE_NAMES, rules))
    profile = named_profile(document)
    if profile is not None and is_object(document.get("options")):
        yield from (finding.under("options") for finding in check_options(profile, document["options"]))
    if profile is not None and is_object(document.get("house")):
        yield from (finding.under("house") for finding in check_house(document["house"], profile))
    if is_list(document.get("players")):
        yield from check_player_ids([readable_player_id(player) for player in document["players"]])
