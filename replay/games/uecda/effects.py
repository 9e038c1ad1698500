"""What laying a set does in UECda (U-8-1, U-REV-1, U-LOCK-1, U-JOK-1, U-OPT)."""

from collections.abc import Callable

from replay.combination import GROUP, Combination, Effect
from replay.effects import cut, flip, revolt
from replay.games.uecda.melds import read_set
from replay.games.uecda.table import UecdaTable
from replay.games.uecda.tricks import SPADE_3
from replay.melds import Meld
from replay.suited import is_lone_joker, is_single

SIX, EIGHT, JACK = 3, 5, 8
REVOLUTION_GROUP, REVOLUTION_RUN = 4, 5


def lock_suits(table: UecdaTable, combination: Combination) -> None:
    """Two sets in a row of exactly the same suits, kind and count lock the trick to them; a lock in force stays."""
    under = table.under
    if under is not None and under.suits == combination.suits and not table.lock and under.shape == combination.shape:
        table.lock = combination.suits


def lift_lock(table: UecdaTable, _combination: Combination) -> None:
    """A lone joker lifts the lock."""
    table.lock = 0


def cut_joker(table: UecdaTable, _combination: Combination) -> None:
    """The spade 3 on a lone joker ends the trick."""
    table.cut = table.under is not None and is_lone_joker(table.under)


def may_announce(table: UecdaTable, _combination: Combination) -> None:
    """The player of a revolution may say so; it has come about without a word."""
    table.rights["revolution"] = 1


def flip_back(table: UecdaTable, _combination: Combination) -> None:
    """A jack turns the order until the trick is cleared."""
    flip(table)


def reverse(table: UecdaTable, _combination: Combination) -> None:
    """A six turns the direction of play."""
    table.reverse()


def reader(*, jack_back: bool, six_reverse: bool) -> Callable[[Meld], tuple[Combination, ...]]:
    """The reader of melds that attaches what they do."""
    by_rank: dict[int, Effect] = {EIGHT: cut}
    if jack_back:
        by_rank[JACK] = flip_back
    if six_reverse:
        by_rank[SIX] = reverse

    def read(meld: Meld) -> tuple[Combination, ...]:
        return tuple(
            combination.barred_at(combination.ceiling).with_effects(*_effects(combination, by_rank))
            for combination in read_set(meld)
        )

    return read


def _effects(combination: Combination, by_rank: dict[int, Effect]) -> list[Effect]:
    if is_lone_joker(combination):
        return [lift_lock]
    effects: list[Effect] = [lock_suits]
    if combination.count >= (REVOLUTION_GROUP if combination.kind == GROUP else REVOLUTION_RUN):
        effects += [revolt, may_announce]
    effects += [effect for rank, effect in by_rank.items() if rank in combination.ranks]
    if is_single(combination, SPADE_3):
        effects.append(cut_joker)
    return effects
