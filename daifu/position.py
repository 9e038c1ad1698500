"""Positions of a deal: hands, turn, table, and the actions that are legal there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from daifu.records import Record, encode_record, load
from daifu.replay.faults import Fault
from daifu.replay.position import Position as ReachedPosition
from daifu.replay.position import position_after as reach
from daifu.replay.position import walk_positions
from daifu.replay.text import Language
from daifu.schemas.drawing.layout import SHAPES, WIDE, Shape
from daifu.schemas.drawing.picture import draw_scene
from daifu.schemas.drawing.scene import Look, playable_cards, scene_of
from daifu.schemas.drawing.style import AUTO, THEMES, Theme
from daifu.schemas.drawing.text import board_text
from daifu.schemas.position import check_deal, describe_position, hand_text, legal_texts, meld_text


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Position:
    """A position of a deal, after some of its actions. Players are numbered from 1, as in the record."""

    reached: ReachedPosition

    def __repr__(self) -> str:
        return f"<Position: deal {self.deal}, after {self.at} of {len(self.reached.actions)} actions>"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> tuple[object, ...]:
        return position_after, (load(encode_record(self.reached.record)), self.deal, self.at)

    def text(self, language: Language = "en") -> str:
        """The position drawn as lines of text, in English (`en`) or in Japanese (`ja`)."""
        return board_text(self.reached, language)

    def svg(
        self,
        language: Language = "en",
        *,
        shape: Shape = WIDE,
        theme: Theme = AUTO,
        seat: int | None = None,
        four_colours: bool = False,
        legal: bool = False,
    ) -> str:
        """The position drawn around a table, as SVG.

        The `shape` is `wide` or `tall`, the `theme` `light`, `dark`, `print`, or `auto`, which is as the reader's
        system prefers. `seat` is the player who sits nearest, by default the first one. With `legal`, cards that may
        be laid stand out. Raises `ValueError` for another shape or theme, or a player who does not take part.
        """
        for what, given, known in (("shape", shape, SHAPES), ("theme", theme, THEMES)):
            if given not in known:
                raise ValueError(f"{what}: expected one of {', '.join(known)}, found {given!r}")
        if seat is not None and seat not in self.reached.table.seated:
            raise ValueError(f"seat: expected one of {sorted(self.reached.table.seated)}, found {seat}")
        playable = playable_cards(self.reached, self.legal_actions()) if legal else None
        look = Look(language, shape, theme, four_colours, seat or 0, playable)
        return draw_scene(scene_of(self.reached), look)

    @property
    def deal(self) -> int:
        """The number of the deal, counted from 1."""
        return self.reached.number + 1

    @property
    def at(self) -> int:
        """How many actions of the deal were taken."""
        return self.reached.at

    @property
    def action(self) -> str | None:
        """The action just taken, as the record writes it; None before the first."""
        return self.reached.actions[self.at - 1].text if self.at else None

    @property
    def faults(self) -> list[Fault]:
        """The faults of the action just taken; before the first action, those of the whole deal."""
        return self.reached.faults_of(self.at - 1 if self.at else None)

    @property
    def turn(self) -> int | None:
        """The player on turn; None where the first to act has it, and when the deal is over."""
        return self.reached.table.turn or None

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.reached.table.over

    @property
    def hands(self) -> dict[int, str]:
        """The cards of each player who takes part, `?` for each that nobody knows."""
        table = self.reached.table
        alphabet = table.rules.alphabet
        return {player: hand_text(alphabet, table.hands[player], table.unknown[player]) for player in table.seated}

    @property
    def top(self) -> str | None:
        """The cards of the set to beat; None where the next set leads."""
        table, top = self.reached.table, self.reached.top
        return None if table.top is None or top is None else meld_text(top.meld)

    def legal_actions(self) -> list[str] | None:
        """Every action that is legal here, of any player, as records write it.

        None where a hand has more cards than the pack could give: then there may be no end of them.
        """
        return legal_texts(self.reached)

    def json(self) -> dict[str, Any]:
        """All that is known of the position as JSON values, as the service answers it."""
        found: dict[str, Any] = msgspec.to_builtins(describe_position(self.reached))
        return found


def positions(record: Record, deal: int) -> Iterator[Position]:
    """Every position of a deal: before its first action, then after each.

    Deals are counted from 1. Raises `LookupError` for a deal that the record does not have, or of which it has only
    the result.
    """
    check_deal(record.loaded, deal)
    return map(Position, walk_positions(record.loaded, deal - 1))


def position_after(record: Record, deal: int, at: int) -> Position:
    """The position after `at` actions of a deal, which is counted from 1. Raises `LookupError` for no such one."""
    check_deal(record.loaded, deal, at)
    return Position(reach(record.loaded, deal - 1, at))
