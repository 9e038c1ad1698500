"""What turns the order: revolutions, and jacks for a trick (A-REV, A-OPT-REV*, A-OPT-JB)."""

from collections.abc import Callable, Mapping
from typing import Final

from replay.actions import Action
from replay.combination import GROUP, RUN, Combination
from replay.effects import flip, revolt, turn_order
from replay.options import Options
from replay.suited import RANK_LABELS
from replay.table import Table
from replay.words import Handler, refuse

FEWEST_IN_REVOLUTION: Final = 4
JACK: Final = RANK_LABELS.index("J")

REVOLUTION, NO_REVOLUTION, FLIP = "revolution", "no-revolution", "flip"

Condition = Callable[[Combination], bool]


def may_revolt(options: Options) -> Condition:
    """Which sets may make a revolution: groups of four or more, and as the options say (A-REV-1, A-REV-4, A-REV-5)."""
    groups: Condition = has_four if options["revolution_exact_four"] else has_four_or_more
    if options["revolution_natural_only"]:
        groups = both(groups, is_natural)
    kinds: dict[str, Condition] = {GROUP: groups}
    if options["revolution_by_run"]:
        kinds[RUN] = has_four_or_more
    return lambda combination: combination.kind in kinds and kinds[combination.kind](combination)


def has_four(combination: Combination) -> bool:
    """Whether the set is of four cards."""
    return combination.count == FEWEST_IN_REVOLUTION


def has_four_or_more(combination: Combination) -> bool:
    """Whether the set is of four cards or more."""
    return combination.count >= FEWEST_IN_REVOLUTION


def is_natural(combination: Combination) -> bool:
    """Whether the set holds no joker."""
    return combination.natural


def both(first: Condition, second: Condition) -> Condition:
    """Sets of which both are true."""
    return lambda combination: first(combination) and second(combination)


def has_jack(combination: Combination) -> bool:
    """Whether a jack is in the set, or a joker that stands for one (A-Q-19)."""
    return JACK in combination.ranks


def declared(table: Table, combination: Combination) -> None:
    """The set makes a revolution unless its player says that it makes none (A-Q-8)."""
    revolt(table, combination)
    table.rights |= {REVOLUTION: 0, NO_REVOLUTION: 1}


def undeclared(table: Table, _combination: Combination) -> None:
    """The set makes a revolution only if its player says so (`revolution_default_declared` false)."""
    table.rights |= {REVOLUTION: 1, NO_REVOLUTION: 0}


def may_flip(table: Table, _combination: Combination) -> None:
    """The player may turn the order until the trick ends, once a set (A-OPT-JB)."""
    table.rights |= {FLIP: 1}


def words(options: Options) -> Mapping[str, Handler]:
    """The words that these options give a meaning."""
    known: dict[str, Handler] = {}
    if options["revolution"]:
        known |= {REVOLUTION: declaration(NO_REVOLUTION), NO_REVOLUTION: declaration(REVOLUTION)}
    if options["jack_back"]:
        known[FLIP] = say_flip
    return known


def declaration(opposite: str) -> Handler:
    """The handler of a word about the revolution of the set just laid (A-REV-1, A-REV-2).

    Saying what holds already changes nothing.
    """

    def handle(table: Table, action: Action) -> None:
        word = action.word
        if table.speaker != action.player or word not in table.rights:
            refuse(table, action, "false_declaration")
        elif table.rights[word]:
            table.rights |= {word: 0, opposite: 1}
            turn_order(table)

    return handle


def say_flip(table: Table, action: Action) -> None:
    """The player of a jack turns the order in force (A-Q-19)."""
    if table.speaker == action.player and table.rights.get(FLIP):
        table.rights[FLIP] = 0
        flip(table)
    else:
        refuse(table, action, "effect_not_owed")
