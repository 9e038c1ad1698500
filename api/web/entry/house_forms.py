"""The form in which a club writes its rules down: what was ticked, and the house rules that it becomes.

The same fields are in the address of the page, so that it can be kept and opened again. Parameters that are as usual
are left out there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET
from werkzeug.datastructures import MultiDict

from daifu.api.web.entry.option_forms import Control, field_names, option_control, option_fields, read_option
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.daifugo.catalogue import rule_texts
from daifu.replay.options import Choice, Conflict, Option, Options, Value
from daifu.replay.text import Text
from daifu.schemas.house_document import HOUSE_FORMAT, House, Said

ON: Final = "on"
SLUG: Final = "slug"
PARENT: Final = "of"
RESOLVE: Final = "resolve"
START: Final = "start"
"""Fields: the rules that are ticked, the short name of the rules, those of which they are a new version, and a button
that resolves a conflict. An address may also name house rules to start from."""
_NAME, _NOTES, _CALLED = "name.", "notes.", "called."
_LEAST, _MOST = "least", "most"
_LANGUAGES: Final = ("ja", "en")
_USUAL_PLAYERS: Final = (3, 6)
_MANY_RULES: Final = 3
"""A conflict of more rules than these is shown above all of them."""
_LONGEST_SLUG: Final = 40

PROFILE: Final = PROFILES["daifugo"]
_OPTIONS: Final = {option.name: option for option in PROFILE.options}

HEADINGS: Final[Mapping[str, Text]] = {
    "pack": Text("Cards and deal", "カードと配り方"),
    "lead": Text("Lead, turns, passes, seats", "親・手番・パス・席"),
    "sets": Text("Runs", "階段"),
    "order": Text("Revolutions", "革命"),
    "flip": Text("Order of a trick", "場だけの逆転"),
    "beats": Text("Special strength", "特別な強さ"),
    "locks": Text("Locks", "縛り"),
    "clears": Text("Clearing the trick", "場を流すカード"),
    "counters": Text("Answers to a cut", "流しへの返し"),
    "turn": Text("Skips and reversals", "スキップとリバース"),
    "transfers": Text("Giving and laying aside", "渡す・捨てる"),
    "finish": Text("Going out", "上がり方"),
    "places": Text("Places", "順位"),
    "exchange": Text("Exchange", "カード交換"),
    "score": Text("Titles, points, series", "称号・点数・回数"),
}
"""The headings of the groups of rules."""


class RuleField(NamedTuple):
    """A rule as the form shows it: with its parameters if it is on, and what does not go together with it."""

    id: str
    name: Text
    text: Text
    is_on: bool
    controls: Sequence[Control]
    changes: Sequence[Text]
    problems: Mapping[str, Text]
    conflicts: Sequence[Conflict]


class Group(NamedTuple):
    """The rules of one kind."""

    key: str
    heading: Text
    rules: Sequence[RuleField]


class HouseForm:
    """What was filled in: a name, numbers of players, the rules that are on, and what the club calls them."""

    def __init__(self, fields: MultiDict[str, str]) -> None:
        self.name = _read_said(fields, _NAME)
        self.notes = _read_said(fields, _NOTES)
        self.called = {rule: said for rule in _OPTIONS if (said := _read_said(fields, f"{_CALLED}{rule}."))}
        self.slug = fields.get(SLUG, "").strip()
        self.parent = fields.get(PARENT, "")
        known = {str(count): count for count in PROFILE.players}
        least, most = (known.get(fields.get(name, "")) for name in (_LEAST, _MOST))
        numbers = sorted((least or _USUAL_PLAYERS[0], most or max(least or 0, _USUAL_PLAYERS[1])))
        self.players = numbers[0], numbers[1]
        ticked = set(fields.getlist(ON))
        self.rules = {rule: _read_rule(option, fields) for rule, option in _OPTIONS.items() if rule in ticked}

    def resolve(self, text: str) -> str:
        """Change what a button says that resolves a conflict, and return the rule; other texts change nothing."""
        try:
            rule, part, value = msgspec.json.decode(text, type=tuple[str, str, Any])
        except (msgspec.DecodeError, RecursionError):
            return ""
        option = _OPTIONS.get(rule)
        if option is None:
            return ""
        if part:
            before = self.rules.get(rule)
            self.rules[rule] = {**(before if isinstance(before, dict) else {}), part: value}
        elif value:
            self.rules[rule] = True
        else:
            self.rules.pop(rule, None)
        return rule

    @cached_property
    def problems(self) -> Mapping[str, Text]:
        """What cannot be read, by the names of its fields."""
        return {".".join(map(str, flaw.path[:2])): flaw.expected for flaw in PROFILE.flaws(PROFILE.options, self.rules)}

    @cached_property
    def readable_rules(self) -> dict[str, Value]:
        """The rules that are on, without what cannot be read."""
        unreadable = self.problems
        return {
            rule: {name: one for name, one in value.items() if f"{rule}.{name}" not in unreadable}
            if isinstance(value, dict)
            else value
            for rule, value in self.rules.items()
        }

    @cached_property
    def conflicts(self) -> Sequence[Conflict]:
        """What does not go together."""
        players = range(self.players[0], self.players[1] + 1)
        return list(PROFILE.conflicts(PROFILE.complete(self.readable_rules), players))

    def house(self, slug: str) -> House:
        """The first version of the house rules that this becomes, without what cannot be read."""
        return House(
            format=HOUSE_FORMAT,
            id=slug,
            version=1,
            base=PROFILE.base,
            players=self.players,
            name=self.name or Said(en="Our rules", ja="うちのルール"),
            rules=dict(self.readable_rules),
            names=dict(self.called),
            notes=self.notes or UNSET,
        )

    def groups(self) -> list[Group]:
        """The rules by kind, in the order of the catalogue."""
        complete = PROFILE.complete(self.readable_rules)
        fields = [(option, self._field(option, complete)) for option in PROFILE.options]
        return [
            Group(key, HEADINGS[key], [field for _option, field in some])
            for key, some in groupby(fields, key=lambda pair: pair[0].rule.split("-")[1].lower())
        ]

    @property
    def general_conflicts(self) -> list[Conflict]:
        """The conflicts that are about many rules."""
        return [one for one in self.conflicts if len(one.options) > _MANY_RULES]

    def _field(self, option: Option, complete: Options) -> RuleField:
        rule, is_on, problems = option.name, option.name in self.rules, self.problems
        values = self.rules.get(rule)
        chosen: Options = values if isinstance(values, dict) else {}
        parts = option.parts() if is_on else ()
        usual: Value = {part.name: part.default for part in option.parts()}
        said, texts = complete[rule] if is_on else usual, rule_texts()[rule]
        changes = [  # those that the sentence of the rule does not say already
            part.words(chosen[part.name])
            for part in parts
            if chosen.get(part.name, part.default) != part.default
            and f"{rule}.{part.name}" not in problems
            and f"{{{part.name}}}" not in texts.text.en
        ]
        conflicts = [
            one
            for one in self.conflicts
            if len(one.options) <= _MANY_RULES and rule in one.options and (is_on or rule == one.options[0])
        ]
        controls = [option_control(part, f"{rule}.{part.name}", chosen.get(part.name, part.default)) for part in parts]
        sentence = texts.sentence(said if isinstance(said, dict) else {})
        return RuleField(rule, option.label, sentence, is_on, controls, changes, problems, conflicts)

    def fields(self) -> list[tuple[str, str]]:
        """The fields of an address that opens the form as it is, without what is as usual."""
        found = [*_said_fields(_NAME, self.name), (_LEAST, str(self.players[0])), (_MOST, str(self.players[1]))]
        found += [(name, text) for name, text in ((SLUG, self.slug), (PARENT, self.parent)) if text]
        for rule, value in self.rules.items():
            found.append((ON, rule))
            chosen = value if isinstance(value, dict) else {}
            for part in _OPTIONS[rule].parts():
                if chosen.get(part.name, part.default) != part.default:
                    found += option_fields(part, f"{rule}.{part.name}", chosen[part.name])
        for rule, said in self.called.items():
            found += _said_fields(f"{_CALLED}{rule}.", said)
        return [*found, *_said_fields(_NOTES, self.notes)]


def house_fields() -> Iterator[str]:
    """The names of all fields that the form may have."""
    yield from (ON, SLUG, PARENT, START, _LEAST, _MOST)
    for prefix in (_NAME, _NOTES, *(f"{_CALLED}{rule}." for rule in _OPTIONS)):
        yield from (f"{prefix}{language}" for language in _LANGUAGES)
    for rule, option in _OPTIONS.items():
        for part in option.parts():
            yield from field_names(part, f"{rule}.{part.name}")


def form_of(house: House, parent: str = "") -> HouseForm:
    """The form filled in with flattened house rules; `parent` are those of which it makes a new version."""
    form = HouseForm(MultiDict())
    form.name, form.notes = house.name, house.notes or None
    if house.players:
        form.players = house.players[0], house.players[1]
    form.called = dict(house.names)
    differences = PROFILE.differences(house.rules)
    form.rules = {rule: differences[rule] or True for rule in _OPTIONS if rule in differences}
    form.parent = parent
    return form


def _read_rule(option: Option, fields: MultiDict[str, str]) -> Value:
    """A rule that is on: true, or the parameters that are not as usual."""
    chosen = [(part, read_option(part, f"{option.name}.{part.name}", fields)) for part in option.parts()]
    return {part.name: value for part, value in chosen if value != part.default} or True


def _read_said(fields: MultiDict[str, str], prefix: str) -> Said | None:
    ja, en = (fields.get(f"{prefix}{language}", "").strip() for language in _LANGUAGES)
    return Said(en=en or UNSET, ja=ja or UNSET) if ja or en else None


def _said_fields(prefix: str, said: Said | None) -> Iterator[tuple[str, str]]:
    if said:
        for language, text in (("ja", said.ja), ("en", said.en)):
            if text:
                yield f"{prefix}{language}", text


def resolving(choice: Choice) -> str:
    """What a button says that makes this change."""
    return msgspec.json.encode((choice.option, choice.part, choice.value)).decode()


def made_slug(name: Said | None, mark: str) -> str:
    """A short name for house rules: their English name, or the first digits of their hash."""
    words = re.findall("[a-z0-9]+", (name.en or "").lower()) if name else []
    return "_".join(words)[:_LONGEST_SLUG].strip("_") or f"house_{mark}"


def is_slug(text: str) -> bool:
    """Whether a text can be the short name of house rules."""
    return re.fullmatch("[a-z0-9]+(_[a-z0-9]+)*", text) is not None and len(text) <= _LONGEST_SLUG
