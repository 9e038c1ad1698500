"""The house rules that a record names: the hash by which its options are checked, without looking the house up."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from daifu.replay.match import RecordHouse
from daifu.replay.options import Options
from daifu.replay.text import Text, number_range
from daifu.schemas.record.errors import Finding, mismatch_text
from daifu.schemas.record.model import HouseShape

if TYPE_CHECKING:
    from daifu.replay.rules import Profile

_CANONICAL: Final = msgspec.json.Encoder(order="deterministic")
_SHOWN_DIGITS: Final = 16
"""Digits of a hash that are shown to people."""


def house_hash(profile: "Profile", base: str, players: Sequence[int], options: Options) -> str:
    """The hash of house rules, of what they mean alone: how they are written and called does not change it."""
    meaning = {"base": base, "players": list(players), "rules": profile.differences(options)}
    return hashlib.sha256(_CANONICAL.encode(meaning)).hexdigest()


def record_house(house: HouseShape, profile: "Profile", options: Options) -> RecordHouse:
    """The house of a record, and how the rules of the record differ from it."""
    players, written = range(house.players[0], house.players[1] + 1), msgspec.to_builtins(house)
    if house.base != profile.base:
        return RecordHouse(
            players, written, *(Text(f"the base {base}", f"基本{base}") for base in (profile.base, house.base))
        )
    digits = house_hash(profile, house.base, house.players, options)
    if digits == house.hash:
        return RecordHouse(players, written)
    shown = (one[:_SHOWN_DIGITS] for one in (digits, house.hash))
    return RecordHouse(players, written, *(Text(f"the hash {one}", f"ハッシュ{one}") for one in shown))


def check_house(house: Mapping[str, Any], profile: "Profile") -> Iterator[Finding]:
    """What is wrong with the house of a record beside its form: the game has none, or numbers of players it refuses."""
    if not profile.base:
        yield Finding(
            (),
            Text(
                f"expected no house, as {profile.name} has no local rules",
                f"{profile.name}にはローカルルールがないため、houseは書けません",
            ),
        )
        return
    yield from (finding.under("players") for finding in check_players(house.get("players"), profile))


def check_players(players: object, profile: "Profile") -> Iterator[Finding]:
    """Numbers of players for which the game is not, or of which the first is larger than the second."""
    allowed = profile.players
    if not isinstance(players, list | tuple) or not all(isinstance(one, int) for one in players):
        return
    some = number_range(allowed[0], allowed[-1])
    for place, number in enumerate(players):
        if number not in allowed:
            yield Finding((place,), mismatch_text(Text(f"{some.en} players", f"{some.ja}人"), number))
    if list(players) != sorted(players):
        want = Text("the smaller number of players first", "先に小さいほうの人数")
        yield Finding((), mismatch_text(want, players))
