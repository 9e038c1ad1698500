"""Facts about the tables of some games: face-up cards, a stock, a declaration."""

from collections.abc import Iterator
from functools import singledispatch

from rich.text import Text as Plain

from api.cli.show import wording
from api.cli.show.action_text import cards_text
from api.languages import Language, say
from replay.games.biga.table import BigATable
from replay.games.floor13.table import Floor13Table
from replay.games.theater.table import TheaterTable
from replay.table import Table
from replay.text import Text

Fact = tuple[Text, Plain]


@singledispatch
def game_fields(_table: Table, _names: list[str], _language: Language) -> Iterator[Fact]:
    """The facts that only this game's table has, each with its heading; `names` are the players' names."""
    return iter(())


@game_fields.register
def _(table: TheaterTable, names: list[str], language: Language) -> Iterator[Fact]:
    """Cards that were shown by mistake (T-PUN-1)."""
    for player in table.seated:
        shown = table.rules.alphabet.list(table.open_cards(player))
        if shown:
            yield wording.FACE_UP, Plain.assemble(f"{names[player - 1]}: ", cards_text(shown, language))


@game_fields.register
def _(table: Floor13Table, _names: list[str], language: Language) -> Iterator[Fact]:
    """The number of cards left in the stock (F-PASS-1)."""
    yield wording.STOCK, Plain(say(wording.card_count(table.stock.left), language))


@game_fields.register
def _(table: BigATable, names: list[str], language: Language) -> Iterator[Fact]:
    """The declaration, and the teams as far as they are known (B-DECL-1, B-TEAM-1)."""
    if not table.declarer:
        return
    ace = cards_text(table.rules.alphabet.list(table.ace), language)
    yield wording.DECLARER, Plain.assemble(f"{names[table.declarer - 1]} (", ace, ")")
    if table.partner is not None:
        partner = names[table.partner - 1] if table.partner else say(wording.NOBODY, language)
        known = wording.KNOWN if table.known else wording.SECRET
        yield wording.PARTNER, Plain(f"{partner} ({say(known, language)})")
