"""Which sets do what when they are laid, and the reader that tells them so."""

from collections.abc import Callable
from functools import partial

from replay.combination import Combination, Effect
from replay.effects import cut
from replay.games.akagiri.revolution import declared, has_jack, may_flip, may_revolt, undeclared
from replay.games.akagiri.sets import forms, is_spade_3, read_set
from replay.games.akagiri.tricks import crown_spade_3, cut_on_joker, has_eight, is_group_of_eights
from replay.melds import Meld
from replay.options import Options
from replay.rules import Reader
from replay.suit_lock import is_suited_single, lock_suit

Mark = tuple[Callable[[Combination], bool], Effect]
"""An effect, and the sets that have it."""


def marks(options: Options) -> tuple[Mark, ...]:
    """The effects that these options put into the game."""
    revolution: Effect = declared if options["revolution_default_declared"] else undeclared
    chosen: dict[str, Mark] = {
        "revolution": (may_revolt(options), revolution),
        "jack_back": (has_jack, may_flip),
        "eight_stop": (has_eight if options["eight_stop_in_runs"] else is_group_of_eights, cut),
        "suit_lock": (is_suited_single, lock_suit),
    }
    found = tuple(mark for name, mark in chosen.items() if options[name])
    if options["spade3"] == "off":
        return found
    return (*found, (is_spade_3, cut_on_joker if options["spade3_ends_trick"] else crown_spade_3))


def reader(options: Options) -> Reader:
    """The reader of melds that attaches what each set does."""
    return partial(read_marked, read=partial(read_set, kinds=forms(options)), known=marks(options))


def read_marked(meld: Meld, read: Reader, known: tuple[Mark, ...]) -> tuple[Combination, ...]:
    """Every reading of a meld, with its effects and with what is sure to answer it."""
    return tuple(
        reading.barred_at(reading.floor).with_effects(*(effect for has_it, effect in known if has_it(reading)))
        for reading in read(meld)
    )
