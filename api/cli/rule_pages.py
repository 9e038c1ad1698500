"""The pages about the games: one that lists them, and those that tell all about one of them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as Plain

from api.cli import rules_wording as wording
from api.cli.language import Language, say
from api.cli.wording import SEVERITIES
from data.catalogue import ProfileTexts, RuleText, profile_texts
from data.headings import SECTION_HEADINGS
from data.known_faults import known_faults
from replay.games.catalogue import PROFILES
from replay.rules import Profile
from replay.text import Text


def game_list(language: Language) -> Iterator[RenderableType]:
    """Every game with its name, how many play it, and what it is."""
    table = _table((wording.NAME, wording.PLAYERS, wording.GAME), language)
    for name, profile in PROFILES.items():
        texts = profile_texts(name)
        about = Plain.assemble((say(texts.title, language), "bold"), "\n", say(texts.summary, language))
        table.add_row(name, _range(profile.players), about)
    yield table
    yield Plain(say(wording.MORE, language))


class RulePages:
    """All about one game in one language."""

    def __init__(self, profile: Profile, texts: ProfileTexts, language: Language) -> None:
        self._profile = profile
        self._texts = texts
        self._language = language

    def parts(self) -> Iterator[RenderableType]:
        """What the game is, its rules section by section, its options and its faults."""
        yield self._bold(self._texts.title)
        yield Plain(self._say(self._texts.summary))
        for section, rules in groupby(self._texts.rules, key=lambda rule: rule.section):
            yield self._heading(SECTION_HEADINGS[section])
            yield self._rules(rules)
        yield self._heading(wording.OPTIONS)
        yield self._options()
        yield self._heading(wording.FAULTS)
        yield self._faults()

    def _rules(self, rules: Iterable[RuleText]) -> Table:
        grid = _grid()
        for rule in rules:
            grid.add_row(f"  {rule.id}", Plain(self._say(rule.text)))
        return grid

    def _options(self) -> Table:
        """Each option with what it does, then the values that it takes, the default, and the rule behind it."""
        grid = _grid()
        for option in self._profile.options:
            values = wording.values(option.kind, json.dumps(option.default, ensure_ascii=False), option.rule)
            grid.add_row(f"  {option.name}", Plain.assemble(self._say(option.text), "\n", (self._say(values), "dim")))
        return grid

    def _faults(self) -> Table:
        headings = (wording.FAULT, wording.SEVERITY, wording.RULE, wording.SENTENCE)
        table = _table(headings, self._language)
        for kind, severity, rules in known_faults(self._profile):
            sentence = Plain(self._say(kind.sentence).format_map(_Gaps()))
            table.add_row(kind.code, self._say(SEVERITIES[severity]), Plain(", ".join(rules)), sentence)
        return table

    def _heading(self, text: Text) -> Plain:
        return Plain.assemble("\n", self._bold(text))

    def _bold(self, text: Text) -> Plain:
        return Plain(self._say(text), style="bold")

    def _say(self, text: Text) -> str:
        return say(text, self._language)


class _Gaps(dict[str, str]):
    """What stands in a sentence for the details that only a real fault has."""

    def __missing__(self, _detail: str) -> str:
        return "…"


def _table(headings: Sequence[Text], language: Language) -> Table:
    """A table whose first column holds names, which are never broken."""
    table = Table()
    for place, heading in enumerate(headings):
        table.add_column(say(heading, language), no_wrap=not place, overflow="fold")
    return table


def _grid() -> Table:
    """Two columns without lines: names, which are never broken, and what is said of them."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


def _range(players: range) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]}-{players[-1]}"
