"""The rules of a record: its profile under its options, kept for the next record that chooses the same."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from replay.games.catalogue import PROFILES
from replay.options import Options
from replay.rules import Profile, Rules
from replay.text import Text
from schemas import limits
from schemas.problems import Finding
from schemas.shape.deviation import Deviation, accept_none
from schemas.shape.wording import one_of, wanted

_CANONICAL: Final = msgspec.json.Encoder(order="deterministic")


def compiled(name: str, options: Options) -> Rules:
    """The rules of a profile; equal choices, however they are written, give the same object.

    Raises `Deviation` for an unknown profile and for options that it does not take.
    """
    return _chosen(name, _CANONICAL.encode(options))


def check_options(profile: Profile, options: Options) -> Iterator[Finding]:
    """Options that the profile does not have, values that they do not take, or choices that exclude each other."""
    findings = list(_check_each(profile, options))
    yield from findings
    conflict = None if findings else profile.conflict(_completed(profile, options))
    if conflict is not None:
        yield Finding((), conflict)


def _check_each(profile: Profile, options: Options) -> Iterator[Finding]:
    known = {option.name: option for option in profile.options}
    for name, value in options.items():
        option = known.get(name)
        if option is None:
            yield Finding((name,), wanted(one_of(known), name))
        elif not option.accepts(value):
            yield Finding((name,), wanted(Text(option.kind, option.kind), value))


def _completed(profile: Profile, options: Options) -> Options:
    return {**{option.name: option.default for option in profile.options}, **options}


@lru_cache(limits.RULES_KEPT)
def _chosen(name: str, options: bytes) -> Rules:
    profile = PROFILES.get(name)
    if profile is None:
        raise Deviation(name)
    chosen = msgspec.json.decode(options)
    accept_none(check_options(profile, chosen))
    return _complete(name, _CANONICAL.encode(_completed(profile, chosen)))


@lru_cache(limits.RULES_KEPT)
def _complete(name: str, options: bytes) -> Rules:
    return PROFILES[name].rules(msgspec.json.decode(options))
