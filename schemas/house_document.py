"""House rules as a document, `daifu-house/1`: in TOML as people write it by hand, or in JSON.

A document may extend another one, of which it changes some rules. Its hash covers what its rules mean, and not how they
are written or called: documents that mean the same have the same hash.

The options of a game without local rules are kept in the same way, under a name. A record of such a game has them as
its own options, and names no house.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Conflict, Value
from daifu.replay.rules import Profile
from daifu.replay.text import Text, filled
from daifu.schemas.record import limits
from daifu.schemas.record.errors import Finding, HouseRefused, Problem, mismatch_text, one_of, sort_findings
from daifu.schemas.record.header import check_players, house_hash
from daifu.schemas.record.model import (
    HouseBase,
    HouseVersion,
    Name,
    Notes,
    NumbersOfPlayers,
    RawHouse,
    Slug,
    check_any_json,
)
from daifu.schemas.record.rules import check_options, replace_rules
from daifu.schemas.record.struct_reader import StructReader, StructRefused, expects

HOUSE_FORMAT: Final = "daifu-house/1"

HOUSE_BYTES: Final = 64 * 1024
"""The longest document that a store or a service takes. All 55 rules with all their parameters are a tenth of it."""

MOST_EXTENDED: Final = 8
"""How many documents may stand above one another."""

Extended = Annotated[
    str,
    Meta(pattern=r"\A[a-z0-9]+(_[a-z0-9]+)*@[1-9][0-9]{0,8}\Z", max_length=limits.SLUG_LENGTH + 10),
    expects(Text("an id and a version such as press_club@1", "press_club@1のようなidとバージョン")),
]

_NOT_TOML: Final = Text("expected TOML: {reason}", "TOMLとして読めません：{reason}")
_TEXT_IN_A_LANGUAGE: Final = Text(
    "a text in English (en), Japanese (ja) or both", "英語（en）か日本語（ja）、または両方の文"
)
_PLAYERS_OR_PARENT: Final = Text(
    "expected this field, as the house extends no other one",
    "ほかのハウスルールを継承していないので、この項目が必要です",
)

MOST_DOTS: Final = 300
"""Points in a line of TOML: a name of many parts takes its reader as long as the square of their number."""

_DOTTED: Final = Text(f"expected at most {MOST_DOTS} points in a line", f"1行のピリオドは{MOST_DOTS}個までです")

_HEAD: Final = ("format", "id", "version", "extends", "base", "players", "name", "notes", "author", "date")

MOST_BESIDE: Final = 1_000
"""How many files of a folder are looked into for house rules that others extend."""

_MARK: Final = b"\xef\xbb\xbf"
_SHORT_ENOUGH: Final = Text(f"a document of at most {HOUSE_BYTES} bytes", f"{HOUSE_BYTES}バイト以下の文書")
_LONGER: Final = "more"


class Said(Struct, forbid_unknown_fields=True):
    """A text in one language or both."""

    en: Notes | UnsetType = UNSET
    ja: Notes | UnsetType = UNSET


class House(Struct, forbid_unknown_fields=True, kw_only=True):
    """House rules: which local rules are on, or which options a game has, for how many players, and their names."""

    format: Literal["daifu-house/1"]
    id: Slug
    version: HouseVersion
    base: HouseBase
    extends: Extended | UnsetType = UNSET
    players: NumbersOfPlayers | UnsetType = UNSET
    name: Said
    rules: dict[str, Any] = msgspec.field(default_factory=dict)
    names: dict[str, Said] = msgspec.field(default_factory=dict)
    notes: Said | UnsetType = UNSET
    author: Name | UnsetType = UNSET
    date: Name | UnsetType = UNSET


_reader: Final = StructReader[House](House)


def read_house(data: bytes, *, is_toml: bool) -> House:
    """The house rules in a document. Raises `HouseRefused` with every reason."""
    try:
        house = _reader.read(_toml_as_json(data) if is_toml else data)
    except StructRefused as refused:
        raise HouseRefused(list(refused.problems)) from refused
    findings = sort_findings(_find_problems(house))
    if findings:
        raise HouseRefused([finding.problem for finding in findings[: limits.PROBLEMS]])
    return house


def _toml_as_json(data: bytes) -> bytes:
    if any(line.count(b".") > MOST_DOTS for line in data.splitlines()):
        raise HouseRefused([Problem("", _DOTTED)])
    try:
        return msgspec.json.encode(tomllib.loads(data.decode()))
    except (ValueError, OverflowError, RecursionError) as error:  # numbers of any length among them
        raise HouseRefused([Problem("", filled(_NOT_TOML, reason=str(error)))]) from error


def _find_problems(house: House) -> Iterator[Finding]:
    """What is wrong with a document beside its form. Rules that do not go together are found when it stands alone."""
    for path, said in (("name",), house.name), *((("names", rule), text) for rule, text in house.names.items()):
        if not said.en and not said.ja:
            yield Finding(path, mismatch_text(_TEXT_IN_A_LANGUAGE, {}))
    profile = profile_of_base(house.base)
    if profile is None:
        bases = one_of(map(base_of, PROFILES.values()))
        yield Finding(("base",), mismatch_text(bases, house.base))
        return
    if house.players:
        yield from (finding.under("players") for finding in check_players(house.players, profile))
    elif not house.extends:
        yield Finding(("players",), _PLAYERS_OR_PARENT)
    too_large = list(check_any_json(house.rules))
    yield from (finding.under("rules") for finding in too_large or check_options(profile, house.rules, alone=False))
    usual = usual_options(profile)
    unnamed = {name: usual.get(name, False) for name in house.names if name not in house.rules}
    yield from (finding.under("names") for finding in check_options(profile, unnamed, alone=False))


def base_of(profile: Profile) -> str:
    """What house rules call a game, or the options of a game without local rules."""
    return profile.base or f"{profile.name}/1"


def profile_of_base(base: str) -> Profile | None:
    """The game that a house of this base is played by, None if there is none."""
    profile = PROFILES.get(game_of_base(base))
    return profile if profile is not None and base_of(profile) == base else None


def game_of_base(base: str) -> str:
    """The name of the game of a base."""
    return base.partition("/")[0]


def usual_options(profile: Profile) -> dict[str, Value]:
    """The defaults of a game: its options as they are where a document does not say them."""
    return {option.name: option.default for option in profile.options}


Parent = Callable[[str, int], House | None]
"""Finds the house rules of an id and a version."""


def flattened(house: House, find: Parent) -> House:
    """The house rules with all that they take over from those which they extend.

    Raises `HouseRefused` as `inherited` does, and where the rules together exclude each other.
    """
    flat = inherited(house, find)
    profile = profile_of_base(flat.base)
    if profile is not None:
        problems = [finding.under("rules").problem for finding in check_options(profile, flat.rules)]
        if problems:
            raise HouseRefused(problems)
    return flat


def inherited(house: House, find: Parent) -> House:
    """The same where it does not matter whether the rules together exclude each other: `conflicts` tells that.

    Raises `HouseRefused` where those which they extend are not found, are of another base, or extend each other in a
    circle or too long a row.
    """
    row = [house]
    while row[-1].extends:
        row.append(_parent(row, find))
    flat = row[-1]
    for child in reversed(row[:-1]):
        flat = _with_parent(child, flat)
    profile = profile_of_base(flat.base)
    usual = {} if profile is None else usual_options(profile)
    return replace(flat, rules={name: value for name, value in flat.rules.items() if value != usual.get(name)})


def _parent(row: list[House], find: Parent) -> House:
    house = row[-1]
    slug, _, version = str(house.extends).partition("@")
    parent = find(slug, int(version))
    if parent is None:
        want = Text("house rules that are known", "登録されているハウスルール")
    elif any((one.id, one.version) == (parent.id, parent.version) for one in row):
        want = Text("house rules that do not extend these", "このハウスルールを継承していないハウスルール")
    elif len(row) > MOST_EXTENDED:
        want = Text(f"at most {MOST_EXTENDED} houses above one another", f"{MOST_EXTENDED}段以下の継承")
    elif parent.base != house.base:
        want = base_text(house)
    else:
        return parent
    raise HouseRefused([Finding(("extends",), mismatch_text(want, house.extends)).problem])


def base_text(house: House) -> Text:
    """What else has to be of the same game."""
    return Text(f"house rules of the base {house.base}", f"基本が{house.base}のハウスルール")


def _with_parent(child: House, parent: House) -> House:
    """A house with what it takes over: a rule that it names replaces that of its parent whole."""
    return replace(
        child,
        extends=UNSET,
        players=child.players or parent.players,
        rules={**parent.rules, **child.rules},
        names={**parent.names, **child.names},
        notes=child.notes or parent.notes,
    )


def record_fields(house: House) -> tuple[dict[str, Value], RawHouse | None]:
    """The options and the house that a record under flattened house rules has; None for a game without local rules.

    The options say what differs from the defaults, so that they stay short.
    """
    profile, players = game_and_players(house)
    differences = profile.differences(house.rules)
    if not profile.base:
        return differences, None
    options: dict[str, Value] = {name: value or True for name, value in differences.items()}
    named: RawHouse = {
        "id": house.id,
        "version": house.version,
        "base": house.base,
        "players": list(players),
        "hash": hash_of(house),
    }
    return options, named


def game_and_players(house: House) -> tuple[Profile, tuple[int, int]]:
    """The game of flattened house rules, and for how many players they are at least and at most.

    Raises `ValueError` for those that are not flattened.
    """
    profile = profile_of_base(house.base)
    if profile is None or not house.players:
        raise ValueError(house.id)
    least, most = house.players
    return profile, (least, most)


def hash_of(house: House) -> str:
    """The hash of flattened house rules."""
    profile, players = game_and_players(house)
    return house_hash(profile, house.base, players, house.rules)


def with_house(raw: Mapping[str, Any], house: House) -> dict[str, Any]:
    """A record, given as JSON values, with the rules of flattened house rules in place of its own, and named by it."""
    options, named = record_fields(house)
    found = replace_rules(raw, game_of_base(house.base), options)
    return found if named is None else {**found, "house": named}


def conflicts(house: House) -> list[Conflict]:
    """All conflicts of flattened house rules, those that refuse a record and those that are only worth knowing."""
    profile, (least, most) = game_and_players(house)
    return list(profile.conflicts(profile.complete(house.rules), range(least, most + 1)))


def house_toml(house: House) -> str:
    """The document of house rules; a parameter that is null is left out, as that is its default."""
    values: dict[str, Any] = msgspec.to_builtins(house)
    lines = list(_entries({name: values[name] for name in _HEAD if name in values}))
    for table in ("rules", "names"):
        if values.get(table):
            lines += ["", f"[{table}]", *_entries(values[table])]
    return "\n".join(lines) + "\n"


def _entries(values: dict[str, Any]) -> Iterator[str]:
    """A line for each value, the names padded to one width."""
    width = max(map(len, values))
    return (f"{name:{width}} = {_value(value)}" for name, value in values.items())


def _value(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """A value: texts, numbers and switches are written as JSON writes them."""
    if isinstance(value, dict):
        # Names that are numbers of players are quoted for those who read.
        parts = ", ".join(
            f"{name if name.isidentifier() and name.isascii() else _value(name)} = {_value(part)}"
            for name, part in value.items()
            if part is not None
        )
        return f"{{ {parts} }}" if parts else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def read_house_file(path: Path) -> House:
    """The house rules in a file. Raises `HouseRefused` and `OSError`."""
    data, is_toml = read_house_text(path)
    return read_house(data, is_toml=is_toml)


def read_house_text(path: Path) -> tuple[bytes, bool]:
    """The text of a file, and whether it is TOML: it is JSON where it begins with a brace."""
    with path.open("rb") as file:
        data = file.read(HOUSE_BYTES + len(_MARK) + 1).removeprefix(_MARK)
    if len(data) > HOUSE_BYTES:
        raise HouseRefused([Problem("", mismatch_text(_SHORT_ENOUGH, _LONGER))])
    return data, not data.lstrip().startswith(b"{")


def find_beside(path: Path, otherwise: Parent | None = None) -> Parent:
    """What finds house rules that others extend in the folder of a file, and then in another place."""

    def find(slug: str, version: int) -> House | None:
        files = (file for file in sorted(path.parent.iterdir()) if file.suffix in {".toml", ".json"})
        for file in islice(files, MOST_BESIDE):
            with suppress(HouseRefused, OSError):  # other files are passed over
                house = read_house_file(file)
                if (house.id, house.version) == (slug, version):
                    return house
        return None if otherwise is None else otherwise(slug, version)

    return find
