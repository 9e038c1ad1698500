"""Converts cards, sets and what else stands on the lines of a game between the spelling of the server and of records.

The server represents a set as a table of suits by ranks and writes its cards row by row. Besides the thirteen ranks a
row has a column below the 3 and one above the 2, only for a joker. A fifth row holds the joker of a hand, and the joker
that is the fifth card of a group (U-SET-1). All readers raise `ReadingError`.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from daifu.replay.cards import JOKER, RANKS, SUITS
from daifu.schemas.foreign_log import ReadingError, WritingError, quote_found
from daifu.schemas.uecda import messages
from daifu.schemas.uecda.deals import PLAYERS

JOKER_SUITS: Final = "KLMN"
COLUMNS: Final = f"x{RANKS}x"
BELOW: Final = 0
ABOVE: Final = len(COLUMNS) - 1
FIFTH_ROW: Final = 4
_LETTERS: Final = {False: SUITS, True: f"{JOKER_SUITS}J"}
"""The letters of the rows, for cards and for the joker."""
_ROWS: Final = {letter: row for letters in _LETTERS.values() for row, letter in enumerate(letters)}
HELD_JOKER: Final = "J3"
MOST_CACHED: Final = 20_000

_CARDS: Final = re.compile("(?:[SHDCKLMNJ][x3456789TJQKA2])+")
_EDGES: Final = {BELOW: "-", ABOVE: "+"}
_EDGE_COLUMNS: Final = {"-": BELOW, "+": ABOVE}

NO_RANKS: Final = "22222"
NO_EXCHANGE: Final = "NULL"
_GIFT: Final = re.compile("([0-4])([0-4])((?:..)+)EE")
_SUBMISSION: Final = re.compile("([0-4])((?:..)*)EE")
_POINTS: Final = re.compile("(?:0|[1-9][0-9]{0,17})(?: (?:0|[1-9][0-9]{0,17})){4}")


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
    rows = [_ROWS[pair[0]] for pair in pairs]
    cells = []
    for place, pair in enumerate(pairs):
        column = COLUMNS.index(pair[1])
        if column == BELOW and rows[place] not in rows[place + 1 :]:
            column = ABOVE
        cells.append(Cell(rows[place], column, joker=pair[0] not in SUITS))
    return cells


def _record_word(cell: Cell, cells: Sequence[Cell]) -> str:
    """The card on a cell as a record writes it, given all cells of the set."""
    natural = [other.column for other in cells if not other.joker]
    if not cell.joker:
        if cell.column in _EDGES:
            raise ReadingError(quote_found(SUITS[cell.row] + "x"), messages.ONLY_JOKER_AT_EDGE)
        return SUITS[cell.row] + COLUMNS[cell.column]
    if cell.row == FIFTH_ROW:
        if natural != [cell.column] * 4 or len(cells) != FIFTH_ROW + 1:
            raise ReadingError(quote_found("J" + COLUMNS[cell.column]), messages.FIFTH_CARD)
        return JOKER
    if len(cells) == 1 and cell == LONE_JOKER:
        return JOKER
    suit = SUITS[cell.row]
    if set(natural) == {cell.column}:
        return f"{JOKER}={suit}"
    return f"{JOKER}={suit}{_EDGES.get(cell.column, COLUMNS[cell.column])}"


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
    return "".join(_LETTERS[cell.joker][cell.row] + COLUMNS[cell.column] for cell in sorted(cells))


def game_prefix(number: int, key: str) -> str:
    """The beginning of the line with this key of a game."""
    return f"%{number:05}%{key}% "


def read_digits(text: str) -> list[int]:
    """The digits of all players, each once."""
    if sorted(text) != [str(digit) for digit in range(PLAYERS)]:
        raise ReadingError(quote_found(text), messages.DIGITS)
    return [int(digit) for digit in text]


def read_places(text: str) -> list[int] | None:
    """Player numbers best first, from each player's rank; None after a reset (U-SEAT-1)."""
    if text == NO_RANKS:
        return None
    ranks = read_digits(text)
    return [ranks.index(rank) + 1 for rank in range(PLAYERS)]


def read_hands(text: str) -> list[str | None]:
    """The five hands as dealt, by player."""
    hands = text.split(" ")
    if len(hands) != PLAYERS + 1 or hands[-1]:
        raise ReadingError(quote_found(text), messages.FIVE_HANDS)
    return [read_cards(hand) for hand in hands[:-1]]


def read_gifts(text: str) -> list[str]:
    """The gifts of the exchange as actions."""
    if text == NO_EXCHANGE:
        return []
    if not text:
        raise ReadingError(quote_found(text), messages.GIFTS)
    return [_read_gift(token) for token in _tokens(text)]


def read_submissions(text: str) -> list[str]:
    """The plays as they were submitted, as actions."""
    return [_read_submission(token) for token in _tokens(text)]


def _tokens(text: str) -> list[str]:
    """The words of an exchange or a play line, each of which has a space before it."""
    if text and not text.startswith(" "):
        raise ReadingError(quote_found(text), messages.TWO_SPACES)
    return text.split(" ")[1:]


@lru_cache(MOST_CACHED)
def _read_gift(token: str) -> str:
    gift = _GIFT.fullmatch(token)
    if gift is None:
        raise ReadingError(quote_found(token), messages.GIFT)
    return f"{int(gift[1]) + 1} give {int(gift[2]) + 1} {read_cards(gift[3])}"


@lru_cache(MOST_CACHED)
def _read_submission(token: str) -> str:
    play = _SUBMISSION.fullmatch(token)
    if play is None:
        raise ReadingError(quote_found(token), messages.SUBMISSION)
    return f"{int(play[1]) + 1} {read_set(play[2]) if play[2] else '-'}"


def read_totals(text: str) -> tuple[int, ...]:
    """The points so far, by player."""
    if not _POINTS.fullmatch(text):
        raise ReadingError(quote_found(text), messages.TOTALS)
    return tuple(int(total) for total in text.split(" "))
