"""`daifu rules`: the games, and the rules, options and faults of one of them."""

import json
from collections.abc import Iterator, Sequence
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
from daifu.data.rulebooks.rules import SECTION_HEADINGS, Rulebook, known_faults, load_rulebook
from daifu.replay.faults import SEVERITIES
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option
from daifu.replay.rules import Profile
from daifu.replay.text import Text


def game_list(language: Language) -> Iterator[RenderableType]:
    """A table of all games: name, number of players, description."""
    table = _table((Text("name", "名前"), Text("players", "人数"), Text("game", "ゲーム")), language)
    for name, profile in PROFILES.items():
        texts = load_rulebook(name)
        about = Plain.assemble((say(texts.title, language), "bold"), "\n", say(texts.summary, language))
        players = profile.players
        table.add_row(name, str(players[0]) if len(players) == 1 else f"{players[0]}-{players[-1]}", about)
    yield table
    hint = Text("daifu rules NAME shows the rules of one game.", "daifu rules 名前 で、そのゲームの規則を表示します。")
    yield Plain(say(hint, language))


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
            grid = _grid()
            for rule in rules:
                grid.add_row(f"  {rule.id}", Plain(self._say(rule.text)))
            yield grid
        yield self._heading(Text("Options", "オプション"))
        grid = _grid()
        for option in self._profile.options:
            self._add_option(grid, option, "  ")
            for part in option.parts():
                self._add_option(grid, part, "    .")
        yield grid
        yield self._heading(Text("Faults", "問題点"))
        yield self._faults()

    def _add_option(self, grid: Table, option: Option, indent: str) -> None:
        """Add what an option does, its values, its default and its rule."""
        en, ja = (text.replace("`", "") for text in pages.option_values(option.kind))  # marks of Markdown
        default = json.dumps(option.default, ensure_ascii=False)
        values = Text(f"{en}; default {default}; {option.rule}", f"{ja}。既定値は{default}。{option.rule}")
        told = Plain.assemble(self._say(option.text), "\n", (self._say(values), "dim"))
        grid.add_row(f"{indent}{option.name}", told)

    def _faults(self) -> Table:
        heads = Text("fault", "問題点"), Text("severity", "重さ"), Text("rule", "規則"), Text("sentence", "文")
        table = _table(heads, self._language)
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


def show_rules(profile: str | None) -> None:
    """Print the list of games, or the description of one."""
    console = Console(highlight=False)
    language = language_of()
    for part in (
        game_list(language)
        if profile is None
        else RulePages(PROFILES[profile], load_rulebook(profile), language).parts()
    ):
        console.print(part)


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
