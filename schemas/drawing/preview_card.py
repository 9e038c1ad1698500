"""A card: a title, and a table or a chart under it, as SVG. It is as large as previews of links, or as its table."""

import re
from collections.abc import Sequence
from typing import Final

from daifu.schemas.drawing.style import Theme, style_of
from daifu.schemas.drawing.svg import plain, shortened, text

_WIDTH: Final = 960
_HEIGHT: Final = 504
_EDGE: Final = 48
_TITLE_FONT, _ABOUT_FONT, _HEADING_FONT = 34, 20, 18
_TOP: Final = 160
"""Where the rows of a table begin."""
_NAME_AT: Final = _EDGE + 76
_COLUMN: Final = 150
_LOWEST_ROW, _HIGHEST_ROW = 34, 54
_PREVIEWED: Final = (_HEIGHT - _TOP - 12) // _LOWEST_ROW
"""How many rows a preview has at most."""
_CHART_TOP: Final = 120
_SIZE: Final = re.compile(rb'<svg[^>]*? width="([0-9.]+)"[^>]*? height="([0-9.]+)"')


def table_card(
    title: str, about: str, headings: Sequence[str], rows: Sequence[Sequence[str]], theme: Theme, *, whole: bool
) -> str:
    """A table of places, names, and values under these headings, best first; a preview has the first of its rows."""
    more = 0 if whole or len(rows) <= _PREVIEWED else len(rows) - _PREVIEWED + 1
    shown = [*rows[:-more], ["", f"… +{more}"]] if more else rows
    step = max(_LOWEST_ROW, min(_HIGHEST_ROW, (_HEIGHT - _TOP - 12) / max(len(shown), 1)))
    font = step * 0.52
    ends = [_WIDTH - _EDGE - _COLUMN * behind for behind in reversed(range(len(headings)))]
    room = (ends[0] - _COLUMN if ends else _WIDTH - _EDGE) - _NAME_AT
    parts = [
        text(shortened(heading, _COLUMN / _HEADING_FONT), end, _TOP - 12, _HEADING_FONT, "d-minor d-end")
        for heading, end in zip(headings, ends, strict=True)
    ]
    for number, (place, name, *values) in enumerate(shown):
        line = _TOP + step * number
        parts.append(f'<path class="d-line" d="M{_EDGE} {line:.4g}H{_WIDTH - _EDGE}"/>')
        base = line + step * 0.68
        parts.append(text(place, _EDGE, base, font, "d-minor"))
        parts.append(text(shortened(name, room / font), _NAME_AT, base, font, "d-name"))
        parts += [text(value, end, base, font, "d-end") for value, end in zip(values, ends, strict=False)]
    height = max(_HEIGHT, _TOP + step * len(shown) + 12)
    return _card(title, about, "".join(parts), theme, height)


def chart_card(title: str, about: str, chart: bytes, theme: Theme) -> str:
    """A chart. Raises `ValueError` if it does not say its width and height."""
    found = _SIZE.search(chart)
    if found is None:
        raise ValueError("the chart has no size")
    width, height = float(found[1]), float(found[2])
    scale = min((_WIDTH - 2 * _EDGE) / width, (_HEIGHT - _CHART_TOP - 12) / height)
    at = (_WIDTH - width * scale) / 2
    return _card(
        title, about, f'<g transform="translate({at:.4g} {_CHART_TOP}) scale({scale:.4g})">{chart.decode()}</g>', theme
    )


def _card(title: str, about: str, content: str, theme: Theme, height: float = _HEIGHT) -> str:
    """The card with its title and what it says beneath."""
    room = _WIDTH - 2 * _EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" viewBox="0 0 {_WIDTH} {height:.4g}" width="{_WIDTH}" '
        f'height="{height:.4g}" role="img"><title>{plain(title)}</title><style>{style_of(theme)}'
        f".d-line{{fill:none;stroke:#8886;stroke-width:1}}</style>"
        f'<rect class="d-ground" width="{_WIDTH}" height="{height:.4g}"/>'
        f"{text(shortened(title, room / _TITLE_FONT), _EDGE, 64, _TITLE_FONT, 'd-name')}"
        f"{text(shortened(about, room / _ABOUT_FONT), _EDGE, 100, _ABOUT_FONT, 'd-minor')}{content}</svg>"
    )
