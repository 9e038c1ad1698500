"""What follows what, the effects of sets, and the reader that attaches them.

A combination carries only the effects of the role cards in it, so a set without any costs no time. Rules: F-FOLLOW-1,
F-5 to F-QBOMB-2, F-FX, F-REV.
"""

from collections.abc import Callable, Mapping
from typing import Final

from daifu.replay.actions import DISCARD, GIVE, NAME, Action
from daifu.replay.cards import STANDARD
from daifu.replay.counters import GameTable
from daifu.replay.games.floor13.rights import FLIP, REVOLUTION, report_missing_names
from daifu.replay.games.floor13.sets import (
    RUN_KINDS,
    SANDSTORM,
    card_number,
    is_revolution,
    read_set,
)
from daifu.replay.games.floor13.table import Floor13Table
from daifu.replay.groups_and_runs import SPADE_3, card, is_lone_joker, is_single
from daifu.replay.melds import GROUP, Combination, Effect, Meld
from daifu.replay.options import Options
from daifu.replay.rules import Reader
from daifu.replay.tricks import cut_trick, is_suited_single, lock_suit


def next_run_only(table: Floor13Table, top: Combination, new: Combination) -> str:
    """The code of the fault in following; a run has to start one rank above the lowest card of the other.

    Option `run_follow` exact, F-RUN-2.
    """
    if new.kind not in RUN_KINDS or kind_or_count_fault(top, new):
        return any_higher_set(table, top, new)
    down = table.down
    return "" if new.floor[down] == top.floor[down] + 1 else "run_not_next"


def any_higher_set(table: Floor13Table, top: Combination, new: Combination) -> str:
    """The code of the fault in following; any stronger set of the kind follows.

    A sandstorm follows everything, the spade 3 a lone joker.
    """
    if new.kind == SANDSTORM or takes_joker(top, new):
        return ""
    down = table.down
    return kind_or_count_fault(top, new) or ("" if new.floor[down] > top.floor[down] else "not_stronger")


def takes_joker(top: Combination | None, new: Combination) -> bool:
    """Whether a spade 3 is laid on a joker alone (F-S3-1)."""
    return is_lone_joker(top) and is_single(new, SPADE_3)


def kind_or_count_fault(top: Combination, new: Combination) -> str:
    """The code of the fault of another kind, or of another number of cards or layers, or ""."""
    if new.kind == top.kind:
        return "" if new.count == top.count else "wrong_count"
    return "wrong_kind" if GROUP in (new.kind, top.kind) else "wrong_count"


def sandstorm_interrupts(_table: Floor13Table, _player: int, new: Combination) -> bool:
    """Whether the set is a sandstorm, which may be laid at any time (F-SAND-1, F-Q-8)."""
    return new.kind == SANDSTORM


PAIR: Final = 2
FIVE, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN = (card(f"S{rank}")[0] for rank in "5789TJQ")


def skip_players(table: Floor13Table, laid: Combination) -> None:
    """Skip one player for each 5, counted from the player then due: 2k seats for k of them (F-5, F-Q-14)."""
    table.stride = 2 * laid.ranks.count(FIVE)


def let_give(table: Floor13Table, laid: Combination) -> None:
    """Allow a gift to the current neighbour for each 7 (F-7, F-FX-6)."""
    table.rights[GIVE] = laid.ranks.count(SEVEN)
    table.receiver = table.next_active(table.owner)


def reverse_direction(table: Floor13Table, laid: Combination) -> None:
    """Reverse the direction with each 9; two of them leave it as it was (F-9)."""
    if laid.ranks.count(NINE) % 2:
        table.reverse()


def let_discard(table: Floor13Table, laid: Combination) -> None:
    """Allow a discard for each 10 (F-10)."""
    table.rights[DISCARD] = laid.ranks.count(TEN)


def let_flip(table: Floor13Table, laid: Combination) -> None:
    """Allow a flip of the order with a jack: of the next trick if an 8 has already cleared this one (F-J, F-FX-5)."""
    table.rights[FLIP] = laid.ranks.count(JACK)
    table.flips_next = table.cut


def arm_bombs(table: Floor13Table, laid: Combination) -> None:
    """Require a name for each queen; the bombs go in the current direction (F-QBOMB-1, F-END-2)."""
    table.rights[NAME] = laid.ranks.count(QUEEN)
    table.bomb = table.index
    table.blast = table.after
    table.pending = report_missing_names


BY_RANK: Final[Mapping[int, Effect]] = {
    FIVE: skip_players,
    SEVEN: let_give,
    EIGHT: cut_trick,
    NINE: reverse_direction,
    TEN: let_discard,
    JACK: let_flip,
    QUEEN: arm_bombs,
}
"""The effects of the role cards (F-8 for the 8)."""


def delay_revolution(table: Floor13Table, _combination: Combination) -> None:
    """Let a revolution wait for the clear; two of them cancel each other (F-REV-1, F-REV-3)."""
    table.waiting ^= 1
    table.rights[REVOLUTION] = 0


def cancel_revolution(table: Floor13Table, _combination: Combination) -> None:
    """Cancel, with a sandstorm, the revolution that waits for the clear (F-SAND-2)."""
    table.waiting = 0


def cut_on_joker(table: Floor13Table, combination: Combination) -> None:
    """Clear the trick with a spade 3 on a lone joker (F-S3-1)."""
    if takes_joker(table.under, combination):
        cut_trick(table, combination)


def effects_of(combination: Combination) -> tuple[Effect, ...]:
    """All effects of a set, in their order."""
    if combination.kind == SANDSTORM:
        return cancel_revolution, cut_trick
    if is_single(combination, SPADE_3):
        return (cut_on_joker,)
    revolution = (delay_revolution,) if is_revolution(combination) else ()
    return (*role_effects(combination), *revolution)


def role_effects(combination: Combination) -> tuple[Effect, ...]:
    """The effects of the role cards of a set, weakest first; jokers count as what they are (F-FX-1, F-FX-2)."""
    ranks = combination.ranks
    if combination.kind == GROUP and ranks == (NINE,) * PAIR:
        return (cut_trick,)
    effects = tuple(BY_RANK[rank] for rank in dict.fromkeys(ranks) if rank in BY_RANK)
    return (weakest_first(effects),) if len(effects) > 1 else effects


def weakest_first(effects: tuple[Effect, ...]) -> Effect:
    """Put these effects, given in the normal order, into the order in force when the set is laid (F-FX-2)."""
    orders = (effects, effects[::-1])

    def effect(table: Floor13Table, combination: Combination) -> None:
        for one in orders[table.down]:
            one(table, combination)

    return effect


def settle_effects(table: Floor13Table) -> None:
    """End the skips with the trick, and let a waiting revolution come into force (F-REV-1)."""
    table.stride = 0
    if table.waiting:
        table.waiting = 0
        table.turned ^= 1
        table.down = table.turned


def gather_cards(table: Floor13Table) -> None:
    """The same, and let the cards of the cleared trick come back as stock (option `reshuffle`)."""
    settle_effects(table)
    table.stock.gather(sum(map(STANDARD.count, table.hands)) + sum(table.unknown))


def set_reader(options: Options) -> Reader:
    """The reader of melds under these options."""
    storms_with_jokers = options["sandstorm_joker"] is True
    higher, locks, numbers = options["run_follow"] == "higher", options["suit_lock"], counts_last_set(options)

    def read(meld: Meld) -> tuple[Combination, ...]:
        found = read_set(meld, storms_with_jokers=storms_with_jokers)
        for made in found:
            if higher or made.kind == GROUP:
                made.bar = made.floor  # about other runs the rules are asked (F-RUN-2)
            made.effects = effects_of(made)
            if locks and is_suited_single(made):
                made.effects += (lock_suit,)
            if numbers:
                made.effects += (keep_set_numbers(meld),)
        return found

    return read


def counts_last_set(options: Options) -> bool:
    """Whether the winner's points depend on the last set."""
    return options["scoring"] == "x10"


FaultyPlay = Callable[[GameTable, Action, Combination | None, list[str]], Combination | None]


def keep_set_numbers(meld: Meld) -> Effect:
    """Note the numbers on these cards as those of the last set; a joker has none."""
    total = sum(map(card_number, meld.names))

    def effect(table: Floor13Table, _combination: Combination) -> None:
        table.total = total

    return effect


def with_set_numbers(faulty: FaultyPlay) -> FaultyPlay:
    """The same decision on a faulty play, with the numbers on an irregular set that stands noted."""

    def handle(
        table: Floor13Table, action: Action, combination: Combination | None, breaches: list[str]
    ) -> Combination | None:
        standing = faulty(table, action, combination, breaches)
        return standing and standing.with_effects(keep_set_numbers(action.meld)) if combination is None else standing

    return handle
