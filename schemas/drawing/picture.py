"""A position as SVG: seats around a table, the trick in the middle, signs for what holds, and hands face up.

The same position always gives the same text. Attributes named `data-` say what is drawn, for programs that read it.
"""

from collections.abc import Iterator
from typing import Final

from daifu.schemas.drawing.cards import UNKNOWN, card_symbols, cards_from_text, suit_symbols
from daifu.schemas.drawing.layout import Box, layout
from daifu.schemas.drawing.lettering import plain
from daifu.schemas.drawing.scene import Look, Scene
from daifu.schemas.drawing.seats import draw_seat
from daifu.schemas.drawing.shapes import frame
from daifu.schemas.drawing.signs import draw_signs
from daifu.schemas.drawing.spoken import heading, spoken
from daifu.schemas.drawing.style import style_of
from daifu.schemas.drawing.trick import draw_trick
from daifu.schemas.drawing.words import meld_cards

_XMLNS: Final = ' xmlns="http://www.w3.org/2000/svg"'


def draw_scene(scene: Scene, look: Look) -> str:
    """A scene as SVG."""
    start = scene.seats.index(nearest_player(scene, look.seat))
    seats = scene.seats[start:] + scene.seats[:start]
    places = layout(look.shape, len(seats))
    by_number = {seated.player: seated for seated in scene.position.players}
    boxes = dict(zip(seats, places.seats, strict=True))
    felt, nearest = places.felt, seats[0]
    # Where nothing lies there yet and several gifts may have to be told, the signs take the place of the trick.
    lies = scene.position.trick or scene.laid_aside or scene.is_faulty
    parts = [
        f'<rect class="d-ground" width="{places.width:g}" height="{places.height:g}"/>' if look.theme else "",
        frame(felt, "d-felt", min(felt.width, felt.height) / 2.6),
        *(_gift(boxes[owed.giver], boxes[owed.taker]) for owed in scene.position.owed if owed.giver and owed.taker),
        *(draw_seat(scene, look, by_number[player], boxes[player], is_nearest=player == nearest) for player in seats),
        draw_signs(scene, look.language, places.trick if scene.position.owed and not lies else places.signs),
        draw_trick(scene, look, places.trick),
    ]
    return f"{_opening(scene, look, places.width, places.height)}{''.join(parts)}</svg>"


def nearest_player(scene: Scene, asked: int) -> int:
    """The player who sits nearest: the one asked for if that one takes part, else the first one."""
    return asked if asked in scene.seats else min(scene.seats)


def _opening(scene: Scene, look: Look, width: float, height: float) -> str:
    """The element itself with what it says about the whole, and in a file the style and the symbols."""
    position = scene.position
    classes = f"drawing {look.shape}{' four' if look.four_colours else ''}"
    size = f' width="{width:g}" height="{height:g}"' if look.theme else ""
    told = (
        f'data-deal="{position.deal}" data-at="{position.at}" data-turn="{position.turn or ""}" '
        f'data-over="{str(position.over).lower()}" data-now="{position.strength.now}" '
        f'data-next="{position.strength.next_trick}" data-reversed="{str(position.reversed).lower()}" '
        f'data-suits="{" ".join(position.suits)}"'
    )
    opening = (
        f'<svg{_XMLNS if look.theme else ""} class="{classes}" viewBox="0 0 {width:g} {height:g}"{size} role="img" '
        f'lang="{look.language}" {told}><title>{plain(heading(scene, look.language))}</title>'
        f"<desc>{plain(spoken(scene, look.language))}</desc>"
    )
    if not look.theme:
        return opening
    style = style_of(look.theme, four_colours=look.four_colours)
    return f"{opening}<style>{style}</style><defs>{suit_symbols()}{card_symbols(card_names(scene))}</defs>"


def card_names(scene: Scene) -> Iterator[str]:
    """The names of all cards that are drawn, each once, and the back of a card."""
    texts = [seated.hand for seated in scene.position.players]
    texts += [one.cards for one in scene.position.trick if one.cards]
    drawn = [card for text in texts for card in cards_from_text(text)]
    drawn += scene.laid_aside
    drawn += [card for action in scene.swept for card in meld_cards(action)]
    names = [name for card in drawn for name in card if name]
    return iter(dict.fromkeys([UNKNOWN, *names]))


def page_symbols(scene: Scene) -> str:
    """The symbols of the cards in drawings without a theme, hidden, in one order whatever lies where.

    The page itself has those of the suits.
    """
    symbols = card_symbols(sorted(card_names(scene)))
    return f'<svg class="drawing sprite" aria-hidden="true" focusable="false">{symbols}</svg>'


def _gift(giver: Box, taker: Box) -> str:
    """An arrow from one seat to another."""
    (from_x, from_y), (to_x, to_y) = giver.centre, taker.centre
    start, end = _leaves(giver, to_x, to_y), _leaves(taker, from_x, from_y)
    length = max(((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5, 1)
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    back = end[0] - 9 * along[0], end[1] - 9 * along[1]
    sides = (
        f"{back[0] - 5 * along[1]:.4g} {back[1] + 5 * along[0]:.4g}L"
        f"{back[0] + 5 * along[1]:.4g} {back[1] - 5 * along[0]:.4g}"
    )
    line = f"M{start[0]:.4g} {start[1]:.4g}L{back[0]:.4g} {back[1]:.4g}"
    return f'<path class="d-gift" d="{line}"/><path class="d-gift-head" d="M{end[0]:.4g} {end[1]:.4g}L{sides}z"/>'


def _leaves(box: Box, to_x: float, to_y: float) -> tuple[float, float]:
    """Where the line from the middle of a box to a point leaves the box."""
    x, y = box.centre
    across, down = to_x - x, to_y - y
    share = min(
        box.width / 2 / abs(across) if across else 1.0,
        box.height / 2 / abs(down) if down else 1.0,
        1.0,
    )
    return x + across * share, y + down * share
