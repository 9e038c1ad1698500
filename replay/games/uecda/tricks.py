"""The position of a UECda game: gifts, leads, passes, what follows what, the effects of sets, and the end.

Rules: U-XCH-1, U-PASS-1, U-OUT-1, U-FOLLOW-1, U-REV-1, U-LOCK-1, U-SCORE-1.
"""

from collections.abc import Callable, Mapping
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.analysis.rules import CUT, CUT_ON_JOKER, FLIP, LOCK_SHAPES, NOTHING, REVERSE, REVOLUTION, UNLOCK
from daifu.replay.cards import STANDARD, standard_pack
from daifu.replay.deal import Deal, Start
from daifu.replay.engine import (
    advance_turn,
    clear_trick,
    end_deal,
    finishing_order,
    report_play,
    same_kind_and_count,
    settle_pending,
    sink_with_hand,
    wholly_stronger,
)
from daifu.replay.exchange import Pairing, gifts_between, give, open_exchange
from daifu.replay.faults import AS_PASS
from daifu.replay.games.uecda.sets import read_set
from daifu.replay.melds import (
    GROUP,
    JOKER_STRENGTH,
    LADDER_BY_SUITS,
    SPADE_3,
    Combination,
    Effect,
    Meld,
    is_lone_joker,
    is_single,
)
from daifu.replay.sitting import SittingRules, by_place
from daifu.replay.table import ANY_CARDS, NOBODY, Exchange, Table
from daifu.replay.text import Text
from daifu.replay.tricks import BREAKS_SUIT_LOCK, NO_BREACH, cut_trick, flip_trick, make_revolution, owner_or_next

MOST_PASSES: Final = 20


def shut_out_of_trick(table: Table, player: int) -> None:
    """Shut a player out of the trick after a pass or a rejected play, on an empty table too (U-PASS-1).

    Twenty in a row stop the game (U-20-1).
    """
    table.turn = player
    table.passed |= 1 << player
    table.passes += 1
    if table.passes == MOST_PASSES:
        end_deal(table)
    else:
        advance_turn(table)


FEW_PASSES: Final = 10
TOO_MANY_PASSES: Final = Text(
    "the game may soon be stopped after twenty passes in a row", "20回連続のパスで打ち切りになるおそれがあります"
)


def near_the_stop(table: Table) -> Text | None:
    """The reason against a proof if passes alone might stop the game (U-20-1).

    From fewer passes it cannot be stopped before a player who never passes on the lead has the lead again: each player
    passes once until the trick is cleared, and the others once more until that player has the turn.
    """
    return TOO_MANY_PASSES if table.passes > FEW_PASSES else None


def final_order(table: Table, deal: Deal) -> list[int] | None:
    """The order of a game; after twenty passes the log says how the other places were drawn (U-20-1)."""
    if table.passes == MOST_PASSES:
        written, placed = deal.result.order or (), {*table.out, *table.sunk}
        drawn = [player for player in written if player not in placed]
        return table.out + drawn + table.sunk[::-1] if written else None
    return finishing_order(table) if table.over else None


DIAMOND_3: Final = STANDARD.one["D3"]


def answer(table: Table, top: Combination, new: Combination) -> str:
    """The code of the fault in following: a set has to be wholly above; only the spade 3 follows a lone joker."""
    if top.floor[0] != JOKER_STRENGTH:
        return wholly_stronger(table, top, new)
    return "" if is_single(new, SPADE_3) else same_kind_and_count(top, new) or "not_stronger"


def leaves_locked_suits(table: Table, _top: Combination, new: Combination) -> tuple[str, ...]:
    """The code for a set of other suits than the lock; a lone joker is free (U-LOCK-1)."""
    return BREAKS_SUIT_LOCK if new.suits != table.lock and not is_lone_joker(new) else NO_BREACH


def turn_rule(left: int) -> Callable[[Table], None]:
    """The rule of turns where a trick ends when `left` players, none or one, have not passed (`trick_end`).

    The owner of the top set is asked like everybody else.
    """

    def hand_on(table: Table) -> None:
        waiting = table.active & ~table.passed
        if table.cut or not waiting & (waiting - left):
            clear_trick(table)
            return
        after = table.after
        player = after[table.turn]
        while not waiting >> player & 1:
            player = after[player]
        table.turn = player

    return hand_on


def leave_rule(left: int) -> Callable[[Table, Action], None]:
    """The handler of leaving where a trick ends when `left` players have not passed, which may be so by that."""
    hand_on = turn_rule(left)

    def leave(table: Table, action: Action) -> None:
        settle_pending(table, action)
        player = action.player
        sink_with_hand(table, player)
        waiting = table.active & ~table.passed
        if not table.over and (table.turn == player or not waiting & (waiting - left)):
            hand_on(table)

    return leave


def next_leader(table: Table) -> int:
    """The next leader: the owner of the top set, or the next seat if they are out; before any set see `set_opener`."""
    return table.owner and owner_or_next(table)


def reject_play(table: Table, action: Action, combination: Combination | None, breaches: list[str]) -> None:
    """Take a faulty play for a pass (U-ILL-1); out of turn it has no effect."""
    report_play(table, action, combination, breaches, AS_PASS)
    table.speaker = NOBODY
    if table.may_have_turn(action.player, action.cards):
        shut_out_of_trick(table, action.player)


def set_opener(table: Table) -> None:
    """Give the lead to the holder of the diamond 3 (U-LEAD-1); if no hand names it, to the first to act.

    It comes back to the holder as to the owner of a set if all others pass.
    """
    table.owner = table.turn = table.holder(DIAMOND_3)


def may_open(table: Table, player: int, cards: int) -> bool:
    """Whether a player who lays these cards may have the diamond 3, which no hand names, or it may be in none."""
    if table.started or not table.is_in_unknown_hand(DIAMOND_3):
        return True
    hidden = STANDARD.lacking(table.hands[player], cards)
    return STANDARD.holds(hidden, DIAMOND_3) or table.unknown[player] > STANDARD.count(hidden)


SIX, EIGHT, JACK = 3, 5, 8
REVOLUTION_GROUP, REVOLUTION_RUN = 4, 5


def lock_suits(table: Table, combination: Combination) -> None:
    """Lock the trick to the suits of two sets in a row of equal suits, kind and count; an earlier lock stays."""
    under = table.under
    if not table.lock and under is not None and has_same_suits(under, combination):
        table.lock = combination.suits


def has_same_suits(under: Combination, combination: Combination) -> bool:
    """Whether two sets in a row have equal suits, kind and count (U-LOCK-1)."""
    return under.suits == combination.suits and under.shape == combination.shape


def locks_on(under: Combination, combination: Combination) -> bool:
    """Whether a set on this one locks the trick and does not end it itself, which an 8 does."""
    return has_same_suits(under, combination) and cut_trick not in combination.effects


def lift_lock(table: Table, _combination: Combination) -> None:
    """End the lock with a lone joker."""
    table.lock = 0


def cut_on_joker(table: Table, _combination: Combination) -> None:
    """End the trick with the spade 3 on a lone joker."""
    table.cut = table.under is not None and is_lone_joker(table.under)


def may_announce(table: Table, _combination: Combination) -> None:
    """Allow the player of a revolution to announce it; it has happened without a word."""
    table.rights["revolution"] = 1


def reverse_direction(table: Table, _combination: Combination) -> None:
    """A six turns the direction of play."""
    table.reverse()


COMPACT_EFFECTS: Final[Mapping[Effect, int]] = {
    cut_trick: CUT,
    make_revolution: REVOLUTION,
    lock_suits: LOCK_SHAPES,
    lift_lock: UNLOCK,
    cut_on_joker: CUT_ON_JOKER,
    may_announce: NOTHING,
    flip_trick: FLIP,
    reverse_direction: REVERSE,
}
"""What the effects of sets do, as numbers."""


def set_reader(*, jack_back: bool, six_reverse: bool) -> Callable[[Meld], tuple[Combination, ...]]:
    """The reader of melds that attaches the effects of each set."""
    by_rank: dict[int, Effect] = {EIGHT: cut_trick}
    if jack_back:
        by_rank[JACK] = flip_trick
    if six_reverse:
        by_rank[SIX] = reverse_direction

    def read(meld: Meld) -> tuple[Combination, ...]:
        return tuple(
            combination.barred_at(combination.ceiling).with_effects(*_effects_of(combination, by_rank))
            for combination in read_set(meld)
        )

    return read


def _effects_of(combination: Combination, by_rank: dict[int, Effect]) -> list[Effect]:
    if is_lone_joker(combination):
        return [lift_lock]
    effects: list[Effect] = [lock_suits]
    if combination.count >= (REVOLUTION_GROUP if combination.kind == GROUP else REVOLUTION_RUN):
        effects += [make_revolution, may_announce]
    effects += [effect for rank, effect in by_rank.items() if rank in combination.ranks]
    if is_single(combination, SPADE_3):
        effects.append(cut_on_joker)
    return effects


PACK: Final = standard_pack(jokers=1)
TITLES: Final = ("daifugo", "fugo", "heimin", "hinmin", "daihinmin")
POINTS: Final = (5, 4, 3, 2, 1)
"""The points by place (U-SCORE-1)."""
GIFTS: Final[tuple[Pairing, ...]] = ((0, 4, 2), (1, 3, 1))


def give_before_lead(table: Table, action: Action) -> None:
    """Move a gift, which may carry the diamond 3 and with it the lead to another hand."""
    give(table, action)
    if "D3" in action.meld.names and not table.started:
        set_opener(table)


def begin_game(table: Table, start: Start) -> None:
    """Open a game: the poor owe the rich gifts if there is a ranking; the holder of the diamond 3 leads.

    The server takes equal ranks by suit (U-XCH-1).
    """
    owed = gifts_between(start.ranking, GIFTS, ANY_CARDS) if start.ranking and not start.deal.exchanged else {}
    open_exchange(table, Exchange(owed, LADDER_BY_SUITS))
    set_opener(table)


SITTING_RULES: Final = SittingRules(
    players=range(5, 6),
    pack=lambda _players: PACK,
    begin=begin_game,
    titles=lambda _players: TITLES,
    order=final_order,
    points=lambda start, order: by_place(start, order, POINTS),
)
