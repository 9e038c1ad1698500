"""The colours of a drawing: by classes on a page, whose stylesheet has them, and written into a file of its own."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

Theme = Literal["auto", "light", "dark", "print"]
AUTO: Final = "auto"
LIGHT: Final = "light"
DARK: Final = "dark"
PRINT: Final = "print"
THEMES: Final[tuple[Theme, ...]] = (AUTO, LIGHT, DARK, PRINT)
"""As the reader's system prefers; always light or dark; and for paper, without areas of colour."""

MOST_COLOURS: Final = 8
"""So many players have colours of their own; then they begin anew."""

_FONT: Final = 'system-ui,"Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Yu Gothic UI",sans-serif'

_LIGHT: Final = {
    "ground": "#fbfaf6",
    "felt": "#dcebe2",
    "felt-line": "#b9d3c4",
    "seat": "#ffffff",
    "seat-line": "#cfcbbf",
    "ink": "#1e1d1a",
    "faint": "#57544c",
    "turn": "#1c5d43",
    "turn-soft": "#eaf5ef",
    "bad": "#a3171f",
    "bad-soft": "#fbe7e6",
    "warn": "#7a4d00",
    "warn-soft": "#fbf0d9",
    "card": "#ffffff",
    "card-line": "#8c897f",
    "back": "#8aa79a",
    "weave": "#dce7e1",
    "spades": "#1a1a1a",
    "hearts": "#b3202a",
    "diamonds": "#b3202a",
    "clubs": "#1a1a1a",
    "badge-ink": "#ffffff",
    "player-1": "#2f5fae",
    "player-2": "#b45309",
    "player-3": "#0f766e",
    "player-4": "#7c3f98",
    "player-5": "#b8336a",
    "player-6": "#5f6b12",
    "player-7": "#7a4a2b",
    "player-8": "#50606e",
}
_DARK: Final = {
    **_LIGHT,
    "ground": "#141715",
    "felt": "#1b2f26",
    "felt-line": "#2f4d3f",
    "seat": "#1f2421",
    "seat-line": "#414944",
    "ink": "#ecebe6",
    "faint": "#b4b2a8",
    "turn": "#7ccfa8",
    "turn-soft": "#213a2e",
    "bad": "#ff9c96",
    "bad-soft": "#40201f",
    "warn": "#f0c878",
    "warn-soft": "#3b2f17",
    "card": "#f4f2ec",
    "card-line": "#6d6a61",
    "back": "#4c6a5c",
    "weave": "#7d9a8c",
    "badge-ink": "#10140f",
    "player-1": "#8fb4f5",
    "player-2": "#f0a860",
    "player-3": "#5cc9bd",
    "player-4": "#c99be3",
    "player-5": "#f08bb4",
    "player-6": "#c2cc62",
    "player-7": "#d6a584",
    "player-8": "#a9b8c6",
}
_BLACK_AND_WHITE: Final = {
    **dict.fromkeys(_LIGHT, "#000000"),
    **dict.fromkeys(
        ("ground", "felt", "seat", "turn-soft", "warn-soft", "bad-soft", "card", "weave", "badge-ink"), "#ffffff"
    ),
    **dict.fromkeys(("felt-line", "seat-line", "card-line", "back"), "#888888"),
    "faint": "#333333",
}
_FOUR_COLOURS: Final = {"diamonds": "#1f5fbf", "clubs": "#17703a"}
"""The suits that have colours of their own where a reader chooses four."""

_RULES: Final = f"""
.drawing{{font-family:{_FONT};fill:var(--ink)}}
.d-ground{{fill:var(--ground)}}
.d-felt{{fill:var(--felt);stroke:var(--felt-line)}}
.d-panel{{fill:var(--seat);stroke:var(--seat-line)}}
.d-label{{fill:var(--seat);stroke:var(--card-line)}}
.d-turn .d-panel{{fill:var(--turn-soft);stroke:var(--turn);stroke-width:2.5}}
.d-out .d-panel,.d-left .d-panel{{stroke-dasharray:3 3}}
.d-name{{font-weight:700}}
.d-minor{{fill:var(--faint)}}
.d-badge{{fill:var(--badge-ink);font-weight:700;text-anchor:middle}}
.d-place{{font-weight:700;text-anchor:middle}}
.d-arrow{{fill:var(--turn)}}
.d-end{{text-anchor:end}}
.d-middle{{text-anchor:middle}}
.d-sign rect{{fill:var(--seat);stroke:var(--felt-line)}}
.d-strong rect{{fill:var(--warn-soft);stroke:var(--warn)}}
.d-strong text{{fill:var(--warn);font-weight:700}}
.d-gift{{fill:none;stroke:var(--turn);stroke-width:2;stroke-dasharray:5 4}}
.d-gift-head{{fill:var(--turn)}}
.d-face rect{{fill:var(--card);stroke:var(--card-line)}}
.d-face text{{font-weight:700;text-anchor:middle}}
.d-back{{fill:var(--back);stroke:var(--card-line)}}
.d-weave{{fill:none;stroke:var(--weave);stroke-width:1.5}}
.d-suit-S,.d-suit-none{{fill:var(--spades)}}
.d-suit-H{{fill:var(--hearts)}}
.d-suit-D{{fill:var(--diamonds)}}
.d-suit-C{{fill:var(--clubs)}}
.d-faulty .d-frame{{fill:none;stroke:var(--bad);stroke-width:2.5}}
.d-fault rect{{fill:var(--bad-soft);stroke:var(--bad)}}
.d-fault text{{fill:var(--bad);font-weight:700}}
.d-cross circle{{fill:var(--bad)}}
.d-cross path{{stroke:var(--badge-ink);stroke-width:2;fill:none}}
.d-gone{{opacity:.5}}
.d-gone.d-faulty{{opacity:.8}}
.d-idle{{filter:brightness(.78) saturate(.4)}}
.d-playable{{transform:translateY(-2px)}}
.d-stands-for{{opacity:.95}}
"""
_PLAYER_RULES: Final = "\n".join(
    f".d-player-{number}{{fill:var(--player-{number})}}" for number in range(1, MOST_COLOURS + 1)
)
_HOLLOW: Final = ".d-suit-H use,.d-suit-D use,use.d-suit-H,use.d-suit-D{fill:none;stroke:#000;stroke-width:1.5}"
_VARIABLE: Final = re.compile(r"var\(--([a-z0-9-]+)\)")


def player_class(colour: int) -> str:
    """The class of what has the colour of a player, by its number; it is the same in all deals and charts."""
    return f"d-player-{(colour - 1) % MOST_COLOURS + 1}"


def player_colours(theme: Theme) -> tuple[str, ...]:
    """The colours of the players by number, in a light or a dark theme, for charts."""
    palette = _DARK if theme == DARK else _LIGHT
    return tuple(palette[f"player-{number}"] for number in range(1, MOST_COLOURS + 1))


@cache
def style_of(theme: Theme, *, four_colours: bool = False) -> str:
    """The style that a file of its own contains.

    A theme that is always the same has its colours in the rules, because not all programs know variables.
    """
    if theme == AUTO:
        light, dark = _with_suits(_LIGHT, four_colours=four_colours), _with_suits(_DARK, four_colours=four_colours)
        scheme = f"@media(prefers-color-scheme:dark){{.drawing{{{_variables(dark)}}}}}"
        return f".drawing{{{_variables(light)}}}{scheme}{_RULES}{_PLAYER_RULES}"
    palette = {LIGHT: _LIGHT, DARK: _DARK, PRINT: _BLACK_AND_WHITE}[theme]
    values = _with_suits(palette, four_colours=four_colours and theme != PRINT)
    rules = _VARIABLE.sub(lambda found: values[found[1]], _RULES + _PLAYER_RULES)
    return rules + (_HOLLOW if theme == PRINT else "")


def _with_suits(values: Mapping[str, str], *, four_colours: bool) -> Mapping[str, str]:
    return {**values, **_FOUR_COLOURS} if four_colours else values


def stylesheet() -> str:
    """The stylesheet of drawings on pages: by the reader's scheme and on paper, with four colours by a class."""
    return (
        style_of(AUTO)
        + f"\n.drawing.four{{{_variables(_FOUR_COLOURS)}}}"
        + f"\n@media print{{.drawing{{{_variables(_BLACK_AND_WHITE)}}}{_HOLLOW}}}\n"
    )


def player_style() -> str:
    """The colours of players for all else on a page, as variables."""
    light, dark = (
        _variables({name: value for name, value in palette.items() if name.startswith(("player-", "badge-"))})
        for palette in (_LIGHT, _DARK)
    )
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n"


def _variables(values: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in values.items())
