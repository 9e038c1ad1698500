"""Converts cards and sets between the spelling of the server and that of records.

The server represents a set as a table of suits by ranks and writes its cards row by row. Besides the thirteen ranks a
row has a column below the 3 and one above the 2, only for a joker. A fifth row holds the joker of a hand, and the joker
that is the fifth card of a group (U-SET-1).
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from daifu.replay.cards import JOKER, RANKS, SUITS
from daifu.schemas.foreign_log import ReadingError, WritingError, quote_found
from daifu.schemas.uecda import messages

JOKER_SUITS: Final = "KLMN"
COLUMNS: Final = f"x{RANKS}x"
BELOW: Final = 0
ABOVE: Final = len(COLUMNS) - 1
FIFTH_ROW: Final = 4
HELD_JOKER: Final = "J3"
MOST_CACHED: Final = 20_000

_CARDS: Final = re.compile("(?:[SHDCKLMNJ][x3456789TJQKA2])+")
_EDGES: Final = {BELOW: "-", ABOVE: "+"}
_EDGE_COLUMNS: Final = {"-": BELOW, "+": ABOVE}


class Cell(NamedTuple):
    """A cell of the server's table, and whether the joker or the card itself is there."""

    row: int
    column: int
    joker: bool


LONE_JOKER: Final = Cell(0, ABOVE, joker=True)

_NATURAL: Final = {
    suit + rank: Cell(row, column, joker=False)
    for row, suit in enumerate(SUITS)
    for column, rank in enumerate(RANKS, start=BELOW + 1)
}


@lru_cache(MOST_CACHED)
def read_set(text: str) -> str:
    """A played set, `LxH3H4`, as a record writes it, `X=H- H3 H4` (U-JOK-1, U-SET-1). Raises `ReadingError`."""
    cells = _read_cells(text)
    record = " ".join(_record_word(cell, cells) for cell in cells)
    if _spell(cells) != text:
        raise ReadingError(quote_found(text), messages.IN_ORDER)
    return record


@lru_cache(MOST_CACHED)
def write_set(cards: tuple[str, ...]) -> str:
    """A played set of a record's cards as the server spells it. Raises `WritingError`."""
    natural = [_natural_cell(card) for card in cards if not card.startswith(JOKER)]
    jokers = [_joker_cell(card, natural) for card in cards if card.startswith(JOKER)]
    return _spell(natural + jokers)


def read_cards(text: str) -> str:
    """Cards held or given, `S9J3`, as a record writes them, `S9 X`. Raises `ReadingError`."""
    names = [_read_held(pair) for pair in _pairs(text)]
    if write_cards(tuple(names)) != text:
        raise ReadingError(quote_found(text), messages.IN_ORDER)
    return " ".join(names)


def write_cards(cards: tuple[str, ...]) -> str:
    """Cards held or given as the server spells them, in the order of its table. Raises `WritingError`."""
    jokers = sum(card == JOKER for card in cards)
    return _spell(_natural_cell(card) for card in cards if card != JOKER) + HELD_JOKER * jokers


def _pairs(text: str) -> list[str]:
    if not _CARDS.fullmatch(text):
        raise ReadingError(quote_found(text), messages.PAIRS)
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _read_held(pair: str) -> str:
    if pair == HELD_JOKER:
        return JOKER
    if pair[0] not in SUITS or pair[1] == "x":
        raise ReadingError(quote_found(pair), messages.OF_THE_PACK)
    return pair


def _read_cells(text: str) -> list[Cell]:
    pairs = _pairs(text)
    rows = [_row(pair[0]) for pair in pairs]
    cells = []
    for place, pair in enumerate(pairs):
        column = COLUMNS.index(pair[1])
        if column == BELOW and rows[place] not in rows[place + 1 :]:
            column = ABOVE
        cells.append(Cell(rows[place], column, joker=pair[0] not in SUITS))
    return cells


def _row(letter: str) -> int:
    for letters in (SUITS, JOKER_SUITS):
        if letter in letters:
            return letters.index(letter)
    return FIFTH_ROW


def _record_word(cell: Cell, cells: Sequence[Cell]) -> str:
    """The card on a cell as a record writes it, given all cells of the set."""
    natural = {other.column for other in cells if not other.joker}
    if not cell.joker:
        return _natural_word(cell)
    if cell.row == FIFTH_ROW:
        return _fifth_card(cell, cells)
    if len(cells) == 1 and cell == LONE_JOKER:
        return JOKER
    suit = SUITS[cell.row]
    if natural == {cell.column}:
        return f"{JOKER}={suit}"
    return f"{JOKER}={suit}{_EDGES.get(cell.column, COLUMNS[cell.column])}"


def _natural_word(cell: Cell) -> str:
    if cell.column in _EDGES:
        raise ReadingError(quote_found(SUITS[cell.row] + "x"), messages.ONLY_JOKER_AT_EDGE)
    return SUITS[cell.row] + COLUMNS[cell.column]


def _fifth_card(cell: Cell, cells: Sequence[Cell]) -> str:
    if [other.column for other in cells if not other.joker] != [cell.column] * 4 or len(cells) != FIFTH_ROW + 1:
        raise ReadingError(quote_found("J" + COLUMNS[cell.column]), messages.FIFTH_CARD)
    return JOKER


def _natural_cell(card: str) -> Cell:
    cell = _NATURAL.get(card)
    if cell is None:
        raise WritingError(messages.unknown_card(card))
    return cell


def _joker_cell(card: str, natural: Sequence[Cell]) -> Cell:
    columns = {cell.column for cell in natural}
    stand_in = card.removeprefix(JOKER).removeprefix("=")
    if not stand_in:
        if not natural:
            return LONE_JOKER
        if len(natural) == FIFTH_ROW and len(columns) == 1:
            return Cell(FIFTH_ROW, columns.pop(), joker=True)
        raise WritingError(messages.NO_STAND_IN)
    row = SUITS.index(stand_in[0])
    if stand_in[1:] in _EDGE_COLUMNS:
        return Cell(row, _EDGE_COLUMNS[stand_in[1:]], joker=True)
    if stand_in[1:]:
        return Cell(row, COLUMNS.index(stand_in[1:]), joker=True)
    if len(columns) != 1:
        raise WritingError(messages.joker_without_rank(card))
    return Cell(row, columns.pop(), joker=True)


def _spell(cells: Iterable[Cell]) -> str:
    return "".join(_letter(cell) + COLUMNS[cell.column] for cell in sorted(cells))


def _letter(cell: Cell) -> str:
    if cell.row == FIFTH_ROW:
        return "J"
    return (JOKER_SUITS if cell.joker else SUITS)[cell.row]
