"""Views of the games and their rules, as `/v1/rules` tells them."""

from collections.abc import Iterator
from typing import Any

from daifu.api.views.addresses import PREFIX
from daifu.api.views.values import sentence
from daifu.data.rulebooks.rules import known_faults, load_rulebook
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.rules import Profile
from daifu.schemas.http import rules as answers


def games_view() -> answers.Games:
    """The list of the games."""
    return answers.Games([answers.Game(**_game_fields(profile)) for profile in PROFILES.values()])


def game_view(profile: Profile) -> answers.Profile:
    """All about one game."""
    return answers.Profile(
        **_game_fields(profile),
        prefix=profile.prefix,
        rules=[answers.Rule(rule.id, rule.section, sentence(rule.text)) for rule in load_rulebook(profile.name).rules],
        options=list(_option_views(profile)),
        faults=list(_fault_views(profile)),
    )


def _game_fields(profile: Profile) -> dict[str, Any]:
    texts = load_rulebook(profile.name)
    return {
        "name": profile.name,
        "address": f"{PREFIX}/rules/{profile.name}",
        "title": sentence(texts.title),
        "summary": sentence(texts.summary),
        "players": answers.Players(profile.players[0], profile.players[-1]),
    }


def _option_views(profile: Profile) -> Iterator[answers.Option]:
    for option in profile.options:
        parameters = [
            answers.OptionParameter(part.name, part.kind, part.default, sentence(part.text)) for part in option.parts()
        ]
        yield answers.Option(option.name, option.kind, option.default, option.rule, sentence(option.text), parameters)


def _fault_views(profile: Profile) -> Iterator[answers.KnownFault]:
    for kind, severity, rules in known_faults(profile):
        yield answers.KnownFault(kind.code, severity, sentence(kind.sentence), rules)
