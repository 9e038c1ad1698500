"""Words, and other actions to which a player has no right (record format, sections 3 and 4)."""

from collections.abc import Callable, Mapping
from typing import Final

from replay.actions import DISCARD, DRAW, NAME, SHOW, VERBS_AFTER_SET, Action
from replay.counters import GameTable
from replay.faults import IGNORED, STANDS
from replay.table import Table

Handler = Callable[[GameTable, Action], None]

DECLARATIONS = frozenset({"revolution", "no-revolution", "partner", "heart"})


def say_handler(known: Mapping[str, Handler]) -> Handler:
    """The handler of `say_handler` in a game that knows these words."""

    def handle(table: Table, action: Action) -> None:
        known.get(action.word, unknown_word)(table, action)

    return handle


def announce_revolution(table: Table, action: Action) -> None:
    """To announce a revolution that the last set has made by itself is no fault and turns nothing; else it is false."""
    if table.speaker == action.player and action.word in table.rights:
        table.rights[action.word] = 0
    else:
        unknown_word(table, action)


def unknown_word(table: Table, action: Action) -> None:
    """A declaration that this game does not know is false, any other word has no right; both are ignored."""
    refuse(table, action, "false_declaration" if action.word in DECLARATIONS else "effect_not_owed")


def refuse(table: Table, action: Action, code: str, kind: str = "") -> None:
    """A word without its right is reported and ignored; like every other action it ends the rights of the last set.

    `kind` tells the rule where the code stands for several; by default it is the word itself.
    """
    if table.speaker != action.player or action.verb not in VERBS_AFTER_SET:
        table.speaker = 0
    table.report(action.player, code, IGNORED, kind or action.word, cards=_shown_words(action))


def _shown_words(action: Action) -> str:
    return action.word or " ".join(action.meld.names) or action.verb


def not_owed(table: Table, action: Action) -> None:
    """Showing, naming or drawing where nothing allows it."""
    refuse(table, action, "effect_not_owed")


def false_show(table: Table, action: Action) -> None:
    """Cards laid open where no declaration can be made with them."""
    refuse(table, action, "false_declaration")


def discard_not_owed(table: Table, action: Action) -> None:
    """Cards thrown away without a right are reported, and they are gone as far as they were held."""
    refuse_moved(table, action)
    table.take(action.player, action.meld.cards)


def refuse_moved(table: Table, action: Action) -> None:
    """Note that cards were moved without a right; another player's doing so ends the rights of the last set."""
    if table.speaker != action.player:
        table.speaker = 0
    table.report(action.player, "effect_not_owed", STANDS, cards=" ".join(action.meld.names))


REFUSALS: Final[Mapping[str, Handler]] = {
    SHOW: false_show,
    DRAW: not_owed,
    NAME: not_owed,
    DISCARD: discard_not_owed,
}
"""The handlers of a game in which nobody shows, draws, names or throws away cards."""
