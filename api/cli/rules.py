"""`daifu rules`: the games, and the rules, options and faults of one of them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text as Plain

from daifu.api.cli.program.commands import Argument, Command, OneOf
from daifu.api.cli.program.output import language_of
from daifu.api.cli.program.sentences import fault_kind_sentence
from daifu.api.languages import Language, comma_separated, say
from daifu.data.rulebooks import pages
from daifu.data.rulebooks.rules import SECTION_HEADINGS, Rulebook, RuleText, known_faults, load_rulebook
from daifu.replay.faults import SEVERITIES
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option
from daifu.replay.rules import Profile
from daifu.replay.text import Text

NAME: Final = Text("name", "名前")
GAME: Final = Text("game", "ゲーム")
PLAYERS: Final = Text("players", "人数")
RULE: Final = Text("rule", "規則")
FAULT: Final = Text("fault", "問題点")
SENTENCE: Final = Text("sentence", "文")

OPTIONS: Final = Text("Options", "オプション")
FAULTS: Final = Text("Faults", "問題点")
HINT: Final = Text(
    "daifu rules NAME shows the rules of one game.", "daifu rules 名前 で、そのゲームの規則を表示します。"
)


def option_values(kind: str, default: str, rule: str) -> Text:
    """The values that an option takes, its default and its rule."""
    described = pages.option_values(kind)
    en, ja = (text.replace("`", "") for text in described)  # marks of Markdown
    return Text(f"{en}; default {default}; {rule}", f"{ja}。既定値は{default}。{rule}")


def game_list(language: Language) -> Iterator[RenderableType]:
    """A table of all games: name, number of players, description."""
    table = _table((NAME, PLAYERS, GAME), language)
    for name, profile in PROFILES.items():
        texts = load_rulebook(name)
        about = Plain.assemble((say(texts.title, language), "bold"), "\n", say(texts.summary, language))
        table.add_row(name, _range_text(profile.players), about)
    yield table
    yield Plain(say(HINT, language))


class RulePages:
    """The description of one game in one language."""

    def __init__(self, profile: Profile, texts: Rulebook, language: Language) -> None:
        self._profile = profile
        self._texts = texts
        self._language = language

    def parts(self) -> Iterator[RenderableType]:
        """The summary of the game, its rules by section, its options and its faults."""
        yield self._bold(self._texts.title)
        yield Plain(self._say(self._texts.summary))
        for section, rules in groupby(self._texts.rules, key=lambda rule: rule.section):
            yield self._heading(SECTION_HEADINGS[section])
            yield self._rules(rules)
        yield self._heading(OPTIONS)
        yield self._options()
        yield self._heading(FAULTS)
        yield self._faults()

    def _rules(self, rules: Iterable[RuleText]) -> Table:
        grid = _grid()
        for rule in rules:
            grid.add_row(f"  {rule.id}", Plain(self._say(rule.text)))
        return grid

    def _options(self) -> Table:
        """Each option: what it does, its values, its default and its rule."""
        grid = _grid()
        for option in self._profile.options:
            self._add_option(grid, option, "  ")
            for part in option.parts():
                self._add_option(grid, part, "    .")
        return grid

    def _add_option(self, grid: Table, option: Option, indent: str) -> None:
        values = option_values(option.kind, json.dumps(option.default, ensure_ascii=False), option.rule)
        told = Plain.assemble(self._say(option.text), "\n", (self._say(values), "dim"))
        grid.add_row(f"{indent}{option.name}", told)

    def _faults(self) -> Table:
        table = _table((FAULT, Text("severity", "重さ"), RULE, SENTENCE), self._language)
        for kind, severity, rules in known_faults(self._profile):
            sentence = Plain(fault_kind_sentence(kind, self._language))
            table.add_row(
                kind.code, self._say(SEVERITIES[severity]), Plain(comma_separated(rules, self._language)), sentence
            )
        return table

    def _heading(self, text: Text) -> Plain:
        return Plain.assemble("\n", self._bold(text))

    def _bold(self, text: Text) -> Plain:
        return Plain(self._say(text), style="bold")

    def _say(self, text: Text) -> str:
        return say(text, self._language)


def _table(headings: Sequence[Text], language: Language) -> Table:
    """A table whose first column is never wrapped."""
    table = Table()
    for place, heading in enumerate(headings):
        table.add_column(say(heading, language), no_wrap=not place, overflow="fold")
    return table


def _grid() -> Table:
    """Two columns without lines, of which the first is never wrapped."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


def _range_text(players: range) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]}-{players[-1]}"


def show_rules(profile: str | None) -> None:
    """Print the list of games, or the description of one."""
    console = Console(highlight=False)
    for part in _rule_parts(profile, language_of()):
        console.print(part)


def _rule_parts(profile: str | None, language: Language) -> Iterator[RenderableType]:
    if profile is None:
        return game_list(language)
    return RulePages(PROFILES[profile], load_rulebook(profile), language).parts()


RULES: Final = Command(
    "rules",
    Text(
        "List the games, or describe one: its rules with their ids, its options and its faults.",
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
    callback=show_rules,
)
