"""Views of the games and their rules, as `/v1/rules` tells them."""

from collections.abc import Iterator
from typing import Any

from api.views.addresses import PREFIX
from data.rulebooks.rules import known_faults, load_rulebook
from replay.games.catalogue import PROFILES
from replay.rules import Profile
from schemas.http.rules import GAMES, PROFILE

Json = dict[str, Any]


def games_view() -> Json:
    """The list of the games."""
    listed: Json = GAMES.dump({"rules": [_game_summary(profile) for profile in PROFILES.values()]})
    return listed


def game_view(profile: Profile) -> Json:
    """All about one game."""
    texts = load_rulebook(profile.name)
    about: Json = PROFILE.dump(
        {
            **_game_summary(profile),
            "prefix": profile.prefix,
            "rules": texts.rules,
            "options": list(_option_views(profile)),
            "faults": list(_fault_views(profile)),
        }
    )
    return about


def first_of_each(values: Json) -> Json:
    """The values with only the first entry of each list: an example of them."""
    return {name: value[:1] if isinstance(value, list) else value for name, value in values.items()}


def _game_summary(profile: Profile) -> Json:
    texts = load_rulebook(profile.name)
    return {
        "name": profile.name,
        "address": f"{PREFIX}/rules/{profile.name}",
        "title": texts.title,
        "summary": texts.summary,
        "players": {"least": profile.players[0], "most": profile.players[-1]},
    }


def _option_views(profile: Profile) -> Iterator[Json]:
    for option in profile.options:
        yield {
            "name": option.name,
            "type": option.kind,
            "default": option.default,
            "rule": option.rule,
            "text": option.text,
        }


def _fault_views(profile: Profile) -> Iterator[Json]:
    for kind, severity, rules in known_faults(profile):
        yield {"code": kind.code, "severity": severity, "sentence": kind.sentence, "rules": rules}
