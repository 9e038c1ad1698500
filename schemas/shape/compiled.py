"""The rules of a record: its profile under its options, kept for the next record that chooses the same."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

import msgspec

from replay.games.catalogue import PROFILES
from replay.kept import KEPT
from replay.options import Options
from replay.rules import Profile, Rules
from replay.text import Text
from schemas import limits
from schemas.problems import Finding
from schemas.shape.deviation import Deviation, accept_none
from schemas.shape.free import survey
from schemas.shape.wording import one_of, wanted

_CANONICAL: Final = msgspec.json.Encoder(order="deterministic")


def compiled(name: str, options: Options) -> Rules:
    """The rules of a profile; equal choices, however they are written, give the same object as long as it is kept.

    Raises `Deviation` for an unknown profile, and for options that it does not take or that go beyond the limits.
    """
    if KEPT.bytes > limits.CACHE_BYTES:
        forget()
    written = _CANONICAL.encode(options)
    if len(written) > limits.OPTIONS_KEPT:
        return _rules.__wrapped__(name, _chosen.__wrapped__(name, written))
    return _rules(name, _chosen(name, written))


def forget() -> None:
    """Keep nothing that was read: rules with their actions go with the last record that was read under them."""
    _chosen.cache_clear()
    _rules.cache_clear()
    for profile in PROFILES.values():
        profile.lexicon.forget()
    KEPT.bytes = 0


def check_options(profile: Profile, options: Options) -> Iterator[Finding]:
    """Options that the profile does not have, values that they do not take, or choices that exclude each other."""
    findings = list(islice(_check_each(profile, options), limits.PROBLEMS))
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


@lru_cache(limits.CHOICES_KEPT)
def _chosen(name: str, options: bytes) -> bytes:
    """All options of a profile where these were chosen, written so that equal choices are equal."""
    profile = PROFILES.get(name)
    if profile is None:
        raise Deviation(name)
    chosen = msgspec.json.decode(options)
    accept_none(survey(chosen))
    accept_none(check_options(profile, chosen))
    return _CANONICAL.encode(_completed(profile, chosen))


@lru_cache(limits.RULES_KEPT)
def _rules(name: str, options: bytes) -> Rules:
    return PROFILES[name].rules(msgspec.json.decode(options))
