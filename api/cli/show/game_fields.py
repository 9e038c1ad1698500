"""Facts about the tables of some games, as text for people."""

from collections.abc import Iterator

from rich.text import Text as Plain

from api.cli.show.action_text import cards_text
from api.languages import Language, say
from replay.rules import FactPart
from replay.table import Table
from replay.text import Text

Fact = tuple[Text, Plain]


def game_fields(table: Table, names: list[str], language: Language) -> Iterator[Fact]:
    """The facts that only this game's table has, each with its heading; `names` are the players' names."""
    for heading, parts in table.rules.position.facts(table):
        yield heading, Plain.assemble(*(_part_text(part, names, language) for part in parts))


def _part_text(part: FactPart, names: list[str], language: Language) -> str | Plain:
    if isinstance(part, int):
        return names[part - 1]
    if isinstance(part, Text):
        return say(part, language)
    return part if isinstance(part, str) else cards_text(part, language)
