"""A record that has been read: every field checked, every card and action understood, ready to be replayed.

The doors (`schemas`) make these from JSON and from foreign logs; a `Record` that exists can be replayed without an
error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from replay.actions import Action
from replay.deal import Deal, Hand, Result
from replay.options import Options
from replay.rules import Rules

__all__ = ["Deal", "Hand", "Player", "Record", "Result"]

Player = str | dict[str, str]
"""A player's entry as the record has it: a name, or an object with `id` and `name`."""

FORMAT: Final = "daifu/1"


@dataclass(slots=True)
class Record:
    """One sitting of one group of players under one choice of rules."""

    rules: Rules
    options: Options
    players: Sequence[Player]
    deals: Sequence[Deal]


Actions = Sequence[Action]
