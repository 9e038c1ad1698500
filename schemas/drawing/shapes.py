"""The elements of SVG that the parts of a drawing are made of."""

from daifu.schemas.drawing.layout import Box
from daifu.schemas.drawing.lettering import plain
from daifu.schemas.drawing.style import player_class


def frame(box: Box, kind: str = "", radius: float = 8) -> str:
    """A rectangle with round corners, of a class."""
    named = f' class="{kind}"' if kind else ""
    size = f'x="{box.x:.4g}" y="{box.y:.4g}" width="{box.width:.4g}" height="{box.height:.4g}"'
    return f'<rect{named} {size} rx="{radius:.4g}"/>'


def text(told: str, x: float, y: float, font: float, kind: str) -> str:
    """A line of text of a class."""
    return f'<text class="{kind}" x="{x:.4g}" y="{y:.4g}" font-size="{font:.3g}">{plain(told)}</text>'


def named_text(colour: int, told: str, x: float, y: float, font: float) -> str:
    """A line about a player after a dot in their colour, about the middle `x`."""
    dot_sign = f'<tspan class="{player_class(colour)}">●</tspan>'
    return f'<text class="d-middle" x="{x:.4g}" y="{y:.4g}" font-size="{font:.3g}">{dot_sign} {plain(told)}</text>'


def dot(colour: int, x: float, y: float, radius: float) -> str:
    """A circle in the colour of a player."""
    return f'<circle class="{player_class(colour)}" cx="{x:.4g}" cy="{y:.4g}" r="{radius:.3g}"/>'


def cross(x: float, y: float) -> str:
    """The sign of a fault."""
    path = f'<path d="M{x - 3.5:.4g} {y - 3.5:.4g}l7 7m0-7l-7 7"/>'
    return f'<g class="d-cross"><circle cx="{x:.4g}" cy="{y:.4g}" r="8"/>{path}</g>'
