"""`daifu rules`: the games, and the rules, options and faults of one of them."""

from collections.abc import Iterator
from typing import Final

import click
from rich.console import Console, RenderableType

from api.cli.commands import Argument, Command
from api.cli.language import Language, language_of
from api.cli.rule_pages import RulePages, game_list
from api.cli.values import OneOf
from data.catalogue import profile_texts
from replay.games.catalogue import PROFILES
from replay.text import Text


@click.pass_context
def rules(context: click.Context, /, profile: str | None) -> None:
    """Print the list of games, or the pages of one of them."""
    console = Console(highlight=False)
    for part in _parts(profile, language_of(context)):
        console.print(part)


def _parts(profile: str | None, language: Language) -> Iterator[RenderableType]:
    if profile is None:
        return game_list(language)
    return RulePages(PROFILES[profile], profile_texts(profile), language).parts()


RULES: Final = Command(
    "rules",
    Text(
        "List the games; or tell everything about one: its rules with their ids, its options, and its faults.",
        "ゲームの一覧を表示する。名前を指定すると、そのゲームの規則とID、オプション、問題点を表示する。",
    ),
    [
        Argument(
            "profile",
            Text("The name of a game; without it, all are listed.", "ゲームの名前。省略すると一覧を表示する。"),
            type=OneOf(tuple(PROFILES)),
            required=False,
            metavar="[PROFILE]",
        ),
    ],
    callback=rules,
)
