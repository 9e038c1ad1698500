"""The effects of sets: revolutions, jacks, eights, the spade 3 (A-REV, A-OPT)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from replay.actions import Action
from replay.analysis.rules import CUT, CUT_ON_JOKER, LOCK_SINGLES
from replay.games.akagiri.sets import is_spade_3, read_set, set_forms, top_spade_3
from replay.groups_and_runs import RANK_LABELS, is_lone_joker
from replay.judge import stronger
from replay.melds import GROUP, RUN, Combination, Effect, Meld
from replay.options import Options
from replay.rules import Reader
from replay.table import Table
from replay.tricks import cut_trick, flip_trick, is_suited_single, lock_suit, make_revolution, turn_order
from replay.words import Handler, refuse

EIGHT: Final = RANK_LABELS.index("8")


def has_eight(combination: Combination) -> bool:
    """Whether the set has an 8, or a joker that stands for one (A-Q-18)."""
    return EIGHT in combination.ranks


def is_group_of_eights(combination: Combination) -> bool:
    """Whether the set is a single or a group of 8s (`eight_stop_in_runs` false)."""
    return combination.kind == GROUP and has_eight(combination)


def spade_3_answers(table: Table, top: Combination, new: Combination) -> str:
    """The code of the fault in following; the lone spade 3 also beats a lone joker (`spade3` joker_single)."""
    return "" if is_lone_joker(top) and is_spade_3(new) else stronger(table, top, new)


def make_spade_3_unbeatable(table: Table, _combination: Combination) -> None:
    """Let nothing follow a spade 3 that took a lone joker (A-Q-21)."""
    if is_lone_joker(table.under):
        table.top = top_spade_3()


def cut_on_joker(table: Table, combination: Combination) -> None:
    """End the trick with a spade 3 that took a lone joker (`spade3_ends_trick`)."""
    if is_lone_joker(table.under):
        cut_trick(table, combination)


FEWEST_IN_REVOLUTION: Final = 4
JACK: Final = RANK_LABELS.index("J")

REVOLUTION, NO_REVOLUTION, FLIP = "revolution", "no-revolution", "flip"

Condition = Callable[[Combination], bool]


def makes_revolution(options: Options) -> Condition:
    """The test for sets that may make a revolution: groups of four or more, and more by option.

    Rules: A-REV-1, A-REV-4, A-REV-5.
    """
    groups: Condition = has_four if options["revolution_exact_four"] else has_four_or_more
    if options["revolution_natural_only"]:
        groups = both_hold(groups, is_natural)
    kinds: dict[str, Condition] = {GROUP: groups}
    if options["revolution_by_run"]:
        kinds[RUN] = has_four_or_more
    return lambda combination: combination.kind in kinds and kinds[combination.kind](combination)


def has_four(combination: Combination) -> bool:
    """Whether the set has exactly four cards."""
    return combination.count == FEWEST_IN_REVOLUTION


def has_four_or_more(combination: Combination) -> bool:
    """Whether the set has four cards or more."""
    return combination.count >= FEWEST_IN_REVOLUTION


def is_natural(combination: Combination) -> bool:
    """Whether the set has no joker."""
    return combination.natural


def both_hold(first: Condition, second: Condition) -> Condition:
    """The test that passes where both tests do."""
    return lambda combination: first(combination) and second(combination)


def has_jack(combination: Combination) -> bool:
    """Whether the set has a jack, or a joker that stands for one (A-Q-19)."""
    return JACK in combination.ranks


def revolution_unless_denied(table: Table, combination: Combination) -> None:
    """Make a revolution unless the player of the set denies it (A-Q-8)."""
    make_revolution(table, combination)
    table.rights |= {REVOLUTION: 0, NO_REVOLUTION: 1}


def revolution_if_declared(table: Table, _combination: Combination) -> None:
    """Make a revolution only if the player of the set declares it (`revolution_default_declared` false)."""
    table.rights |= {REVOLUTION: 1, NO_REVOLUTION: 0}


def allow_flip(table: Table, _combination: Combination) -> None:
    """Allow the player of the set to turn the order once, until the trick ends (A-OPT-JB)."""
    table.rights |= {FLIP: 1}


def known_words(options: Options) -> Mapping[str, Handler]:
    """The words that have a meaning under these options, with their handlers."""
    known: dict[str, Handler] = {}
    if options["revolution"]:
        known |= {REVOLUTION: revolution_word(NO_REVOLUTION), NO_REVOLUTION: revolution_word(REVOLUTION)}
    if options["jack_back"]:
        known[FLIP] = say_flip
    return known


def revolution_word(opposite: str) -> Handler:
    """The handler of a word about the revolution of the set just laid (A-REV-1, A-REV-2).

    A word that says what already holds changes nothing.
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
    """Turn the order in force by the word of a jack's player, once, however often it is said (A-Q-19)."""
    if table.speaker != action.player or FLIP not in table.rights:
        refuse(table, action, "effect_not_owed")
    elif table.rights[FLIP]:
        table.rights[FLIP] = 0
        flip_trick(table)


COMPACT_EFFECTS: Final[Mapping[Effect, int]] = {cut_trick: CUT, lock_suit: LOCK_SINGLES, cut_on_joker: CUT_ON_JOKER}
"""What the effects of sets that need no word do, as numbers."""

SetEffect = tuple[Callable[[Combination], bool], Effect]
"""An effect, and the test for the sets that have it."""


def chosen_effects(options: Options) -> tuple[SetEffect, ...]:
    """The effects that are in the game under these options."""
    revolution: Effect = revolution_unless_denied if options["revolution_default_declared"] else revolution_if_declared
    chosen: dict[str, SetEffect] = {
        "revolution": (makes_revolution(options), revolution),
        "jack_back": (has_jack, allow_flip),
        "eight_stop": (has_eight if options["eight_stop_in_runs"] else is_group_of_eights, cut_trick),
        "suit_lock": (is_suited_single, lock_suit),
    }
    found = tuple(mark for name, mark in chosen.items() if options[name])
    if options["spade3"] == "off":
        return found
    return (*found, (is_spade_3, cut_on_joker if options["spade3_ends_trick"] else make_spade_3_unbeatable))


def set_reader(options: Options) -> Reader:
    """The reader of melds that attaches the effects of each set."""
    return partial(read_with_effects, read=partial(read_set, kinds=set_forms(options)), known=chosen_effects(options))


def read_with_effects(meld: Meld, read: Reader, known: tuple[SetEffect, ...]) -> tuple[Combination, ...]:
    """Every reading of a meld, with its effects and its bar."""
    return tuple(
        reading.barred_at(reading.floor).with_effects(*(effect for has_it, effect in known if has_it(reading)))
        for reading in read(meld)
    )
