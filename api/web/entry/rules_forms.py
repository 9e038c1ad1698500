"""By which rules something is played or judged, as forms ask for it: the options of a game, or the rules of a club."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from werkzeug.datastructures import MultiDict

from daifu.api.http.services import services
from daifu.api.web.entry.option_forms import Choice, Control, field_names, option_control, option_fields, read_option
from daifu.data.store.errors import NoSuchHouse
from daifu.data.store.values import StoredHouse
from daifu.data.stored_houses import flat_of, house_presets
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Options, Value
from daifu.replay.text import Text
from daifu.schemas.house_document import House, flattened, game_of_base, record_fields
from daifu.schemas.house_sheet import house_name
from daifu.schemas.http.query_fields import PAGE
from daifu.schemas.record.model import RawHouse

OPTION: Final = "option-"
HOUSE: Final = "house"
"""The names of fields: an option has its own name behind the prefix."""

_LONGEST_VERSION: Final = 9


class RulesForm(NamedTuple):
    """What a form asks about a game: its options, or which house rules or kept options it is played by."""

    rules: str
    controls: Sequence[Control]
    houses: Sequence[Choice]


class ChosenRules(NamedTuple):
    """What was chosen: the options that are not as by default, and the house rules that a record names."""

    options: dict[str, Value]
    house: RawHouse | None = None


def rules_form(rules: str, fields: MultiDict[str, str]) -> RulesForm:
    """The form for a game as it was filled in; what is missing in it is as usual."""
    profile = PROFILES[rules]
    houses = list(_house_choices(rules, fields.get(HOUSE, "")))
    if profile.base:
        return RulesForm(rules, (), houses)
    names = [(option, f"{OPTION}{option.name}") for option in profile.options]
    controls = [option_control(option, name, read_option(option, name, fields)) for option, name in names]
    return RulesForm(rules, controls, houses if len(houses) > 1 else ())


def read_rules(rules: str, fields: MultiDict[str, str]) -> ChosenRules:
    """What a form says of the rules of a game. Raises `NoSuchHouse`. The game checks the options."""
    profile, name = PROFILES[rules], fields.get(HOUSE, "")
    if name:
        flat = any_house(name)
        if game_of_base(flat.base) != rules:
            raise NoSuchHouse
        options, named = record_fields(flat)
        return ChosenRules(options, None if name in house_presets() else named)
    if profile.base:
        return ChosenRules({})
    read = {option.name: read_option(option, f"{OPTION}{option.name}", fields) for option in profile.options}
    return ChosenRules({one.name: read[one.name] for one in profile.options if read[one.name] != one.default})


def fields_of_rules(rules: str, options: Options, house: str = "") -> Iterator[tuple[str, str]]:
    """The fields of a form for a game in which these options, or the house rules of this name, are chosen."""
    profile = PROFILES[rules]
    if profile.base:
        yield HOUSE, house
        return
    chosen = profile.complete(options)
    for option in profile.options:
        yield from option_fields(option, f"{OPTION}{option.name}", chosen[option.name])


def rules_fields() -> Iterator[str]:
    """The names of all fields that such a form may have, of any game."""
    yield HOUSE
    for profile in PROFILES.values():
        for option in () if profile.base else profile.options:
            yield from field_names(option, f"{OPTION}{option.name}")


def any_house(name: str) -> House:
    """The house rules of an id and a version, or those to begin with of a name. Raises `NoSuchHouse`."""
    presets = house_presets()
    return alone(presets[name]) if name in presets else flat_of(stored_house(name))


def alone(house: House) -> House:
    """House rules that extend no others, flattened."""
    return flattened(house, lambda _slug, _version: None)


def stored_house(name: str) -> StoredHouse:
    """The house rules of an id, or of an id and a version behind an @. Raises `NoSuchHouse`."""
    slug, _, version = name.partition("@")
    number = int(version) if version.isdecimal() and len(version) <= _LONGEST_VERSION else None
    return services().store.houses.find(slug, number)


class Kept(NamedTuple):
    """House rules, or options of a game without local rules, that were stored: the game, and what they are called."""

    rules: str
    name: Text


def kept_houses() -> dict[str, Kept]:
    """What was stored last, by id and version."""
    found = {}
    for one in services().store.houses.page(None, PAGE).houses:
        flat = flat_of(one)
        found[f"{one.document.slug}@{one.document.version}"] = Kept(game_of_base(flat.base), house_name(flat))
    return found


def _house_choices(rules: str, chosen: str) -> Iterator[Choice]:
    has_rules = bool(PROFILES[rules].base)
    as_below = Text("the options below", "下のオプションのとおり")
    yield Choice("", Text("no local rules", "ローカルルールなし") if has_rules else as_below, not chosen)
    names = {place: one.name for place, one in kept_houses().items() if one.rules == rules}
    if chosen and chosen not in names and chosen not in house_presets():
        with suppress(NoSuchHouse):
            names[chosen] = house_name(any_house(chosen))
    yield from (Choice(place, name, place == chosen) for place, name in names.items())
    for preset, house in house_presets().items() if has_rules else ():
        name = house_name(house)
        yield Choice(preset, Text(f"{name.en} (to begin with)", f"{name.ja}（下敷き）"), preset == chosen)
