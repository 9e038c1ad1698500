"""What is drawn of a position, and how."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from daifu.replay.actions import PLAY, Action
from daifu.replay.faults import STANDS
from daifu.replay.position import Position as ReachedPosition
from daifu.replay.text import Language
from daifu.schemas.drawing.cards import Cards, cards_from_text
from daifu.schemas.drawing.layout import WIDE, Shape
from daifu.schemas.drawing.style import AUTO, Theme
from daifu.schemas.drawing.words import meld_cards
from daifu.schemas.position import Position, describe_table
from daifu.schemas.record.model import player_name

TRICK_PASS: Final = "-"

Playable = Mapping[int, frozenset[str]]
"""The names of cards that may be moved, by the player who holds them."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position with the names and the numbers of the colours of all players of its record; by default their own."""

    reached: ReachedPosition
    position: Position
    names: tuple[str, ...]
    colours: tuple[int, ...] = ()

    def colour(self, player: int) -> int:
        """The number of the colour of a player."""
        return self.colours[player - 1] if self.colours else player

    @property
    def action(self) -> Action | None:
        """The last action; None before the first."""
        return self.reached.actions[self.reached.at - 1] if self.reached.at else None

    @property
    def seats(self) -> tuple[int, ...]:
        """The players clockwise as they sit.

        Where they play the other way round from the beginning, the order of play is that of the seats from behind.
        """
        ring, seats = self.reached.ring, self.reached.start.seats
        if set(ring) != set(seats):
            return ring
        turned = ring[::-1]
        start = turned.index(seats[0])
        return seats if turned[start:] + turned[:start] == seats else ring

    @property
    def goes_clockwise(self) -> bool:
        """Whether the turn goes round clockwise now; between two there is no way round."""
        first, second = self.seats[:2]
        return self.reached.table.after[first] == second

    @property
    def is_faulty(self) -> bool:
        """Whether the last action is a fault."""
        return bool(self.position.faults)

    @property
    def is_refused(self) -> bool:
        """Whether the last action took no effect: it was taken back, or is a fault that does not stand."""
        void = self.action is not None and self.action.void
        return void or any(fault.resolution != STANDS for fault in self.position.faults)

    @property
    def laid_aside(self) -> Cards:
        """The cards of the last action if it was a set that does not lie there: it was refused, or ended the trick."""
        action, laid = self.action, self.position.trick
        if action is None or action.verb != PLAY or self.position.over:
            return ()
        cards = meld_cards(action)
        last = [cards_from_text(one.cards or "") for one in laid if one.cards and one.player == action.player]
        return () if cards in last else cards

    @property
    def swept(self) -> Sequence[Action]:
        """The sets that the last action was laid upon, where it ended their trick or is a fault that did."""
        shown = self.laid_aside or (self.is_faulty and not self.position.over)
        return [action for action in self.reached.ended if action.verb == PLAY] if shown else ()


@dataclass(frozen=True, slots=True)
class Look:
    """How a position is drawn.

    `seat` is the player who sits nearest, 0 for the first one. Without a `theme` the page that the drawing stands on
    has the style and the symbols of the cards. `playable` cards stand out, if that is shown.
    """

    language: Language = "en"
    shape: Shape = WIDE
    theme: Theme | None = AUTO
    four_colours: bool = False
    seat: int = 0
    playable: Playable | None = None


def playable_cards(reached: ReachedPosition, legal: Sequence[str] | None) -> Playable | None:
    """The names of the cards that some legal action moves, by player; None where the actions are not known."""
    if legal is None:
        return None
    notation = reached.record.rules.notation(len(reached.record.players))
    found: dict[int, set[str]] = {}
    for action in map(notation.__getitem__, legal):
        found.setdefault(action.player, set()).update(action.meld.names)
    return {player: frozenset(names) for player, names in found.items()}


def scene_of(
    reached: ReachedPosition,
    names: tuple[str, ...] = (),
    position: Position | None = None,
    colours: tuple[int, ...] = (),
) -> Scene:
    """A position as a scene. Names and the description are made here where they are not given."""
    named = names or tuple(map(player_name, reached.record.players))
    return Scene(reached, position or describe_table(reached), named, colours)
