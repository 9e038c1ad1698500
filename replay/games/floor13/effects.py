"""What sets do when they are laid (F-5 to F-QBOMB-2, F-FX, F-REV, F-SAND, F-S3-1).

A combination carries only the effects of the role cards in it, so a set without any costs nothing.
"""

from collections.abc import Callable, Mapping
from typing import Final

from replay.actions import DISCARD, GIVE, NAME
from replay.cards import size
from replay.combination import GROUP, Combination, Effect
from replay.effects import cut
from replay.games.floor13.bombs import demand_names
from replay.games.floor13.following import takes_joker
from replay.games.floor13.melds import SANDSTORM, SPADE_3, is_revolution
from replay.games.floor13.table import Floor13Table
from replay.suited import card, is_single

FLIP: Final = "flip"
REVOLUTION: Final = "revolution"
PAIR: Final = 2


def skip(fives: int) -> Effect:
    """Each 5 skips one player, counted from the player then due: 2k seats for k of them (F-5, F-Q-14)."""

    def effect(table: Floor13Table, _combination: Combination) -> None:
        table.stride = 2 * fives

    return effect


def let_give(sevens: int) -> Effect:
    """Each 7 may give a card to the neighbour of this moment (F-7, F-FX-6)."""

    def effect(table: Floor13Table, _combination: Combination) -> None:
        table.rights[GIVE] = sevens
        table.receiver = table.after[table.owner]

    return effect


def end_trick(_eights: int) -> Effect:
    """An 8 clears the trick (F-8)."""
    return cut


def reverse(nines: int) -> Effect:
    """Each 9 reverses the direction; two of them leave it as it was (F-9)."""

    def effect(table: Floor13Table, _combination: Combination) -> None:
        if nines % 2:
            table.reverse()

    return effect


def let_discard(tens: int) -> Effect:
    """Each 10 may throw a card away (F-10)."""

    def effect(table: Floor13Table, _combination: Combination) -> None:
        table.rights[DISCARD] = tens

    return effect


def let_flip(jacks: int) -> Effect:
    """Each jack may reverse the order: that of the next trick where an 8 has already cleared this one (F-J, F-FX-5)."""

    def effect(table: Floor13Table, _combination: Combination) -> None:
        table.rights[FLIP] = jacks
        table.flips_next = table.cut

    return effect


def arm(queens: int) -> Effect:
    """Each queen has to name a card; the bombs run in the direction of this moment (F-QBOMB-1, F-END-2)."""

    def effect(table: Floor13Table, _combination: Combination) -> None:
        table.rights[NAME] = queens
        table.bomb = table.index
        table.blast = table.after
        table.pending = demand_names

    return effect


BY_RANK: Final[Mapping[int, Callable[[int], Effect]]] = {
    card(f"S{rank}")[0]: effect
    for rank, effect in {
        "5": skip,
        "7": let_give,
        "8": end_trick,
        "9": reverse,
        "T": let_discard,
        "J": let_flip,
        "Q": arm,
    }.items()
}
NINE: Final = card("S9")[0]


def revolt(table: Floor13Table, _combination: Combination) -> None:
    """A revolution waits for the clear; two of them undo each other (F-REV-1, F-REV-3)."""
    table.waiting ^= 1
    table.rights[REVOLUTION] = 0


def calm(table: Floor13Table, _combination: Combination) -> None:
    """A sandstorm cancels what waits for the clear (F-SAND-2)."""
    table.waiting = 0


def cut_on_joker(table: Floor13Table, combination: Combination) -> None:
    """A spade 3 on a lone joker clears the trick (F-S3-1)."""
    if takes_joker(table.under, combination):
        cut(table, combination)


def effects_of(combination: Combination) -> tuple[Effect, ...]:
    """All that a set does, in the order in which it does it."""
    if combination.kind == SANDSTORM:
        return calm, cut
    if is_single(combination, SPADE_3):
        return (cut_on_joker,)
    revolution = (revolt,) if is_revolution(combination) else ()
    return (*role_effects(combination), *revolution)


def role_effects(combination: Combination) -> tuple[Effect, ...]:
    """What the role cards of a set do, each for itself, the weakest first; jokers as what they are (F-FX-1, F-FX-2)."""
    ranks = combination.ranks
    if combination.kind == GROUP and ranks == (NINE,) * PAIR:
        return (cut,)
    effects = tuple(BY_RANK[rank](ranks.count(rank)) for rank in dict.fromkeys(ranks) if rank in BY_RANK)
    return (weakest_first(effects),) if len(effects) > 1 else effects


def weakest_first(effects: tuple[Effect, ...]) -> Effect:
    """These effects in the order of strength in force when the set is laid; given is the normal order (F-FX-2)."""
    orders = (effects, effects[::-1])

    def effect(table: Floor13Table, combination: Combination) -> None:
        for one in orders[table.down]:
            one(table, combination)

    return effect


def settle_effects(table: Floor13Table) -> None:
    """With the clear of a trick the skips are over, and a revolution that waited comes into force (F-REV-1)."""
    table.stride = 0
    if table.waiting:
        table.waiting = 0
        table.turned ^= 1
        table.down = table.turned


def gather_cards(table: Floor13Table) -> None:
    """The same where the cards of cleared tricks may come back as stock (option `reshuffle`)."""
    settle_effects(table)
    table.stock.gather(sum(map(size, table.hands)) + sum(table.unknown))
