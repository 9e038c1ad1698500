"""The games and their rules as plain values, as `/v1/rules` tells them."""

from collections.abc import Iterator
from typing import Any

from api.http.addresses import PREFIX
from data.catalogue import profile_texts
from data.known_faults import known_faults
from replay.games.catalogue import PROFILES
from replay.rules import Profile
from schemas.http.rules import GAMES, PROFILE

Values = dict[str, Any]


def games() -> Values:
    """The list of the games."""
    listed: Values = GAMES.dump({"rules": [_game(profile) for profile in PROFILES.values()]})
    return listed


def rule_book(profile: Profile) -> Values:
    """All about one game."""
    texts = profile_texts(profile.name)
    about: Values = PROFILE.dump(
        {
            **_game(profile),
            "prefix": profile.prefix,
            "rules": texts.rules,
            "options": list(_options(profile)),
            "faults": list(_faults(profile)),
        }
    )
    return about


def first_of_each(values: Values) -> Values:
    """The values with only the first entry of each list: an example of them."""
    return {name: value[:1] if isinstance(value, list) else value for name, value in values.items()}


def _game(profile: Profile) -> Values:
    texts = profile_texts(profile.name)
    return {
        "name": profile.name,
        "address": f"{PREFIX}/rules/{profile.name}",
        "title": texts.title,
        "summary": texts.summary,
        "players": {"least": profile.players[0], "most": profile.players[-1]},
    }


def _options(profile: Profile) -> Iterator[Values]:
    for option in profile.options:
        yield {
            "name": option.name,
            "type": option.kind,
            "default": option.default,
            "rule": option.rule,
            "text": option.text,
        }


def _faults(profile: Profile) -> Iterator[Values]:
    for kind, severity, rules in known_faults(profile):
        yield {"code": kind.code, "severity": severity, "sentence": kind.sentence, "rules": rules}
