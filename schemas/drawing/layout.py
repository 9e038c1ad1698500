"""Where seats, signs and the trick are drawn around a table: by the number of players and the shape of the picture.

The places depend on nothing else, so that nothing moves from one position of a deal to the next.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, NamedTuple

Shape = Literal["tall", "wide"]
TALL: Final = "tall"
WIDE: Final = "wide"
SHAPES: Final[tuple[Shape, ...]] = (TALL, WIDE)
"""A picture for phones and sheets of paper held upright, and one for screens and previews."""

_EDGE: Final = 4
_GAP: Final = 6


class Box(NamedTuple):
    """A rectangle by its upper left corner and its size, in units of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Where it ends below."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def without(self, top: float = 0, side: float = 0, bottom: float = 0) -> "Box":
        """The same without margins."""
        return Box(self.x + side, self.y + top, self.width - 2 * side, self.height - top - bottom)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a picture.

    `seats` begin with the nearest one, which is the largest, and go on clockwise. `felt` is the table itself, `signs`
    is the place of what holds for all, `trick` that of the sets.
    """

    width: float
    height: float
    seats: tuple[Box, ...]
    felt: Box
    signs: Box
    trick: Box


class _Measures(NamedTuple):
    """The sizes of a shape: of the picture, and of the seats beside, opposite and nearest."""

    width: float
    least_height: float
    side: tuple[float, float]
    top: float
    nearest: tuple[float, float]
    trick: float


_FULL_ROW: Final = 3
"""So many sit in a row opposite."""
_TALL: Final = _Measures(360, 560, (112, 86), 78, (352, 122), 100)
_WIDE: Final = _Measures(960, 504, (252, 100), 94, (600, 118), 190)


@cache
def layout(shape: Shape, players: int) -> Layout:
    """The places of a picture with this many players."""
    return _tall(players - 1) if shape == TALL else _wide(players - 1)


def _tall(others: int) -> Layout:
    """Seats along both long sides. The signs stand between them, the trick below, where the whole width is free."""
    sizes = _TALL
    inner = sizes.width - 2 * _EDGE
    side_width, side_height = sizes.side
    opposite, rows = (others, 0) if others < _FULL_ROW else (others % 2, others // 2)
    top_height = sizes.top if rows else sizes.top + 24
    sides_from = _EDGE + (top_height + _GAP if opposite else 0)
    sides_to = sides_from + rows * (side_height + _GAP)
    height = max(sizes.least_height, sides_to + sizes.trick + sizes.nearest[1] + 2 * _EDGE + _GAP)
    nearest = Box(_EDGE, height - _EDGE - sizes.nearest[1], *sizes.nearest)
    top = _beside_each_other(Box(_EDGE, _EDGE, inner, top_height), opposite, 240 if rows else inner)
    left = tuple(Box(_EDGE, sides_from + row * (side_height + _GAP), *sizes.side) for row in range(rows))
    right = tuple(box._replace(x=sizes.width - _EDGE - side_width) for box in left)
    signs = Box(_EDGE, sides_from, inner, 84)
    if rows:
        between = sizes.width - 2 * (_EDGE + side_width + _GAP)
        signs = Box(_EDGE + side_width + _GAP, sides_from, between, max(sides_to, 200) - _GAP - sides_from)
    trick_from = max(sides_to, signs.bottom + _GAP)
    trick = Box(_EDGE + _GAP, trick_from, inner - 2 * _GAP, nearest.y - _GAP - trick_from)
    felt = Box(30, 26, sizes.width - 60, height - 80)
    return Layout(sizes.width, height, (nearest, *reversed(left), *top, *right), felt, signs, trick)


def _wide(others: int) -> Layout:
    """Seats opposite and on both sides; the middle is free."""
    sizes = _WIDE
    side_width, side_height = sizes.side
    opposite = {1: 1, 2: 0, 3: 1, 4: 2, 5: 3, 6: 2}.get(others, _FULL_ROW - (others + 1) % 2)
    rows = (others - opposite) // 2
    from_y = _EDGE + (sizes.top + _GAP if opposite == _FULL_ROW or rows != 1 else 40)
    height = max(sizes.least_height, from_y + rows * (side_height + _GAP) + sizes.nearest[1])
    nearest = Box((sizes.width - sizes.nearest[0]) / 2, height - _EDGE - sizes.nearest[1], *sizes.nearest)
    room = nearest.y - _GAP - from_y
    step = room / max(rows, 1)
    left = tuple(
        Box(_EDGE, from_y + row * step + (step - side_height) / 2, side_width, side_height) for row in range(rows)
    )
    right = tuple(box._replace(x=sizes.width - _EDGE - side_width) for box in left)
    aside = 0 if opposite == _FULL_ROW or not rows else side_width / 2 + _GAP
    row = Box(_EDGE + aside, _EDGE, sizes.width - 2 * (_EDGE + aside), sizes.top)
    top = _beside_each_other(row, opposite, 480 if opposite == 1 else 300)
    middle_x = _EDGE + side_width + 2 * _GAP if rows else 200
    middle_y = _EDGE + (sizes.top + _GAP if opposite else 0)
    signs = Box(middle_x, middle_y, sizes.width - 2 * middle_x, 74)
    trick = Box(middle_x, signs.bottom + _GAP, signs.width, nearest.y - 2 * _GAP - signs.bottom)
    felt = Box(110, 40, sizes.width - 220, height - 100)
    return Layout(sizes.width, height, (nearest, *reversed(left), *top, *right), felt, signs, trick)


def _beside_each_other(row: Box, count: int, most: float) -> tuple[Box, ...]:
    """So many seats in a row, in its middle, each at most this wide."""
    if not count:
        return ()
    each = min(most, (row.width - (count - 1) * _GAP) / count)
    first = row.x + (row.width - count * each - (count - 1) * _GAP) / 2
    return tuple(Box(first + place * (each + _GAP), row.y, each, row.height) for place in range(count))
