"""The reader of melds: what sets are, what they do, and what is sure to answer them."""

from collections.abc import Callable

from replay.combination import GROUP, UNREACHED, Combination, Effect
from replay.games.floor13.effects import effects_of
from replay.games.floor13.melds import any_three, natural_three, read_set
from replay.games.floor13.scoring import count_set
from replay.melds import Meld
from replay.options import Options
from replay.rules import Reader
from replay.suit_lock import is_suited_single, lock_suit

Extra = Callable[[Meld, Combination], tuple[Effect, ...]]
"""What a set does under an option, beyond what its role cards do."""


def reader(options: Options) -> Reader:
    """The reader that these options choose."""
    storm = any_three if options["sandstorm_joker"] else natural_three
    bar = every_bar if options["run_follow"] == "higher" else group_bar
    extras = tuple(extra for chosen, extra in ((options["suit_lock"], locking), (x10(options), counting)) if chosen)

    def read(meld: Meld) -> tuple[Combination, ...]:
        return tuple(
            made.barred_at(bar(made)).with_effects(
                *effects_of(made), *(effect for extra in extras for effect in extra(meld, made))
            )
            for made in read_set(meld, storm)
        )

    return read


def x10(options: Options) -> bool:
    """Whether the winner's points depend on the last set."""
    return options["scoring"] == "x10"


def every_bar(made: Combination) -> tuple[int, int]:
    """Any stronger set of the kind answers."""
    return made.floor


def group_bar(made: Combination) -> tuple[int, int]:
    """Any stronger group answers a group; about runs the rules are asked (F-RUN-2)."""
    return made.floor if made.kind == GROUP else UNREACHED


def locking(_meld: Meld, made: Combination) -> tuple[Effect, ...]:
    """Singles lock the suit (option `suit_lock`)."""
    return (lock_suit,) if is_suited_single(made) else ()


def counting(meld: Meld, _made: Combination) -> tuple[Effect, ...]:
    """The numbers on a set are kept (`scoring` x10)."""
    return (count_set(meld),)
