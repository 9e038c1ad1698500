"""A seat: the player, what they are, and their hand, all within its box."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from daifu.replay.text import Language, Text, cards_text, say
from daifu.replay.titles import title_name
from daifu.schemas.drawing.cards import UNKNOWN, Card, card_sign, card_use, cards_from_text, fan, placed
from daifu.schemas.drawing.layout import Box
from daifu.schemas.drawing.scene import Look, Scene
from daifu.schemas.drawing.style import player_class
from daifu.schemas.drawing.svg import dot, frame, plain, shortened, text, width
from daifu.schemas.drawing.words import place_text
from daifu.schemas.position import LEFT, PASSED, SHUT_OUT, SUNK, Particulars, Seated

_MOST_DRAWN: Final = 80
"""The most cards of a hand that are drawn; only odd records have larger ones."""
_MOST_KEPT: Final = 2_000
"""How many drawings of a kind a process keeps: most hands stay the same from one position to the next."""
_TURN: Final = Text("to play", "手番")
_SHORT_STATES: Final = {
    PASSED: Text("passed", "パス"),
    SHUT_OUT: Text("sits out", "この場は休み"),
    SUNK: Text("sunk", "転落"),
    LEFT: Text("left", "退席"),
}
_SEPARATOR: Final = " · "
_DECLARER: Final = Text("declarer", "デクレアラー")
_PARTNER: Final = Text("partner", "パートナー")
_SKIPPED: Final = Text("skipped", "飛ばされた")
_FACE_UP: Final = Text("face up", "公開")
_PLACES: Final = Text("{}", "{}位")
_CARD: Final = 58.0
_LARGE_CARD: Final = 86.0
_BACK: Final = 52.0
"""The greatest height of a card, of one of the nearest player, and of the one that stands for unknown cards."""


def draw_seat(scene: Scene, look: Look, seated: Seated, box: Box, *, is_nearest: bool) -> str:
    """A player in a box; the nearest one is larger."""
    player, on_turn = seated.player, seated.player == scene.position.turn and not scene.position.over
    name, colour = scene.names[player - 1], scene.colour(player)
    standing = _SEPARATOR.join(_standing(scene, seated, look.language, on_turn=on_turn))
    if is_nearest:
        count = say(cards_text(seated.cards), look.language)
        head = _wide_head(player, colour, name, standing, count, on_turn, box)
    else:
        head = _narrow_head(player, colour, name, standing, str(seated.cards), on_turn, box)
    below = box.without(top=26 if is_nearest else 31.5, side=6, bottom=5)
    if seated.place and not seated.cards:  # the place of who is out stands where the hand was
        x, y = below.centre
        size = min(below.height * 0.62, 34)
        told = say(_PLACES, look.language).format(seated.place)
        hand = text(told, x, y + size * 0.35, size, f"d-place {player_class(colour)}")
    else:
        playable = None if look.playable is None else look.playable.get(player)
        hand = draw_hand(seated.hand, seated.hidden, below, _LARGE_CARD if is_nearest else _CARD, playable)
    classes = f"d-seat {'d-turn ' if on_turn else ''}d-{seated.state}"
    told = (
        f'data-seat="{player}" data-state="{seated.state}" data-cards="{seated.cards}" data-unknown="{seated.hidden}" '
        f'data-place="{seated.place or ""}" data-title="{seated.title or ""}"'
    )
    return f'<g class="{classes}" {told}><title>{plain(name)}</title>{frame(box, "d-panel")}{head}{hand}</g>'


def _standing(scene: Scene, seated: Seated, language: Language, *, on_turn: bool) -> Iterator[str]:
    """What a player is now, in a few words, those first that change most often."""
    if on_turn:
        yield say(_TURN, language)
    if seated.place and seated.cards:
        yield say(place_text(seated.place), language)
    if state := _SHORT_STATES.get(seated.state):
        yield say(state, language)
    yield from _standing_in_game(scene.position.particulars, seated.player, language)
    if seated.title:
        yield say(title_name(seated.title), language)


def _standing_in_game(only: Particulars, player: int, language: Language) -> Iterator[str]:
    """What a player is in this game alone."""
    if player in (only.skipped or ()):
        yield say(_SKIPPED, language)
    if player == only.declarer:
        yield " ".join([say(_DECLARER, language), *map(card_sign, cards_from_text(only.big_ace or ""))])
    if player == only.partner:
        yield say(_PARTNER, language)
    for shown in only.face_up or ():
        if shown.player == player:
            yield " ".join([say(_FACE_UP, language), *map(card_sign, cards_from_text(shown.cards))])


@lru_cache(_MOST_KEPT)
def _wide_head(player: int, colour: int, name: str, standing: str, count: str, on_turn: bool, box: Box) -> str:  # noqa: FBT001 - as a key
    """The nearest player: all on one line."""
    font, small, base = 15.0, 12.0, box.y + 19
    count_from = box.right - 8 - width(count) * small
    name_x = box.x + 26
    shown = shortened(name, box.width * 0.45 / font)
    standing_x = name_x + width(shown) * font + 10
    return _names(player, colour, shown, box, base, font) + "".join(
        (
            text(count, box.right - 8, base, small, "d-end d-minor"),
            _standing_text(standing, standing_x, base, small, count_from - 6 - standing_x, on_turn=on_turn),
        )
    )


@lru_cache(_MOST_KEPT)
def _narrow_head(player: int, colour: int, name: str, standing: str, count: str, on_turn: bool, box: Box) -> str:  # noqa: FBT001 - as a key
    """Another player: the name and the count on a line, the standing below it."""
    font, small, base = 12.5, 10.5, box.y + 15.5
    name_x, icon_x = box.x + 23, box.right - 17 - width(count) * small
    icon = f'<use href="#c-{UNKNOWN}" x="{icon_x:.4g}" y="{base - 10:.4g}" width="7" height="10"/>'
    return _names(player, colour, shortened(name, (icon_x - 4 - name_x) / font), box, base, font) + "".join(
        (
            icon,
            text(count, box.right - 8, base, small, "d-end d-minor"),
            _standing_text(standing, name_x, base + 11, small, box.right - 6 - name_x, on_turn=on_turn),
        )
    )


def _names(player: int, colour: int, name: str, box: Box, base: float, font: float) -> str:
    """The number of a player in the player's colour, and the name."""
    radius = font * 0.6
    x = box.x + 5 + radius
    number = text(str(player), x, base - 1, font * 0.78, "d-badge")
    return dot(colour, x, base - font * 0.36, radius) + number + text(name, x + radius + 4, base, font, "d-name")


def _standing_text(standing: str, x: float, y: float, font: float, room: float, *, on_turn: bool) -> str:
    """What a player is now, after the sign of the turn, whose word goes first where room is short."""
    if not standing:
        return ""
    if not on_turn:
        return text(shortened(standing, room / font), x, y, font, "d-minor")
    more = standing.partition(_SEPARATOR)[2]
    if more and width(standing) > room / font - 1:
        standing = more
    high = font * 0.8
    sign = f'<path class="d-arrow" d="M{x:.4g} {y - high:.4g}v{high:.3g}l{font * 0.7:.3g} -{high / 2:.3g}z"/>'
    return sign + text(shortened(standing, room / font - 1), x + font, y, font, "d-arrow")


@lru_cache(_MOST_KEPT)
def draw_hand(hand: str, hidden: int, box: Box, most: float, playable: frozenset[str] | None) -> str:
    """A hand in rows of overlapping cards; unknown cards are one back with their number."""
    known = cards_from_text(hand)
    shown = known[:_MOST_DRAWN]
    more = len(known) - len(shown) + hidden
    room = box.width - (_BACK * 0.7 + 4 if more else 0)
    found = fan(len(shown), room, box.height, most) if shown else None
    if found is None and shown:  # too many to be read one by one
        shown, more = (), len(known) + hidden
    parts = []
    if found:
        for card, x, y, covered in placed(shown, box._replace(width=room), found, centred=False):
            mark = "" if playable is None else f' class="d-{"playable" if card.name in playable else "idle"}"'
            parts.append(card_use(card, x, y, found.height, mark, is_covered=covered or bool(mark)))
    if more:
        height = min(found.height if found else most, box.height, _BACK)
        x = box.x if found is None else box.x + found.size[0] + 4
        parts.append(card_use(Card(UNKNOWN), x, box.y, height))
        label = Box(x + height * 0.35 - 12, box.y + height / 2 - 8, 24, 16)
        number = text("?" if more == 1 else f"×{more}", x + height * 0.35, label.y + 12, 11, "d-name d-middle")
        parts.append(frame(label, "d-label", 6) + number)
    return f'<g class="d-hand">{"".join(parts)}</g>'
