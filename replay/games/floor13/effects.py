"""What follows what, the effects of sets, and the rights that role cards give the player of a set.

A combination carries only the effects of the role cards in it, so a set without any costs no time. Rules: F-FOLLOW-1,
F-5 to F-QBOMB-2, F-FX, F-REV, F-OUTBAN.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from daifu.replay.actions import DISCARD, GIVE, NAME, PLAY, Action
from daifu.replay.cards import JOKER, STANDARD
from daifu.replay.engine import judge_play, stands
from daifu.replay.faults import STANDS
from daifu.replay.games.floor13.sets import NAMED_CARDS, RUN_KINDS, SANDSTORM, card_number, is_revolution, read_set
from daifu.replay.games.floor13.table import Floor13Table, win_game
from daifu.replay.legal import candidate_groups, candidate_runs, choices_up_to, held_names
from daifu.replay.melds import GROUP, RUNS_BY_LAYERS, SPADE_3, Combination, Effect, Meld, card, is_lone_joker, is_single
from daifu.replay.options import Options
from daifu.replay.rules import Reader
from daifu.replay.table import NOBODY
from daifu.replay.tricks import (
    Handler,
    action_text,
    announce_revolution,
    cut_trick,
    is_suited_single,
    lock_suit,
    refuse,
    transfer_details,
)

NAME_GIVEN: Final = 0
"""The value of a name among the rights of its set once it was given; unknown cards of it may be discarded then."""


def takes_effect(table: Floor13Table, action: Action, turn: int) -> bool:
    """Whether an action has an effect while this player has the turn: a set always, a draw or a pass only on turn.

    Where a faulty play counts as a pass (option `illegal_play`), a set without the turn has one only without a fault.
    """
    if action.player == turn or action.verb != PLAY:
        return action.player == turn
    breaches: list[str] = []
    if table.rules.options["illegal_play"] == "pass":
        judge_play(table, action, breaches)
    return not breaches


def report_missing_names(table: Floor13Table, action: Action) -> None:
    """Report each name still owed at the next draw, pass or play that takes effect (F-QBOMB-2)."""
    if not takes_effect(table, action, table.turn):
        return
    table.pending = None
    for _ in range(table.rights[NAME]):
        table.report_at(table.bomb, table.owner, "effect_missing", STANDS)


def name_card(table: Floor13Table, action: Action) -> None:
    """Name a card by the right of a queen; the cards of that name leave all hands."""
    if not table.right(action.player, NAME):
        refuse(table, action, "effect_not_owed", NAME)
        return
    table.rights[NAME] -= 1
    if not table.rights[NAME]:
        table.pending = None
    table.rights[action.word] = NAME_GIVEN
    emptied = explode(table, NAMED_CARDS[action.word])
    if not emptied:
        return
    winner = action.player
    if winner in emptied:
        table.report(winner, "finish_banned", STANDS, NAME, what=action_text(action))
    while winner not in emptied:  # the nearest after the bomber, as play went when the queen was laid (F-END-2)
        winner = table.blast[winner]
    win_game(table, winner)


def explode(table: Floor13Table, named: int) -> list[int]:
    """Remove the named cards; returns the players who had no others."""
    hands, emptied = table.hands, []
    for player in victims(table):
        hit = STANDARD.part(hands[player], named)
        if hit:
            hands[player] = STANDARD.without(hands[player], hit)
            table.stock.set_aside(hit)
            if table.is_empty(player):
                emptied.append(player)
    return emptied


def victims(table: Floor13Table) -> list[int]:
    """The victims of a queen: all who are still in, its own player only by the option `qbomb_self` (F-QBOMB-1)."""
    spared = NOBODY if table.rules.options["qbomb_self"] else table.owner
    return [player for player in table.clockwise if table.active >> player & 1 and player != spared]


def is_reveal(table: Floor13Table, action: Action) -> bool:
    """Whether a discard reveals unknown cards that a queen has hit since the last pass, draw or play."""
    player = action.player
    if action.meld.count > table.unknown[player] or not STANDARD.holds(table.unseen(), action.cards):
        return False
    names = {JOKER if name == JOKER else name[1] for name in action.meld.names}
    return names <= table.rights.keys() and player in victims(table)


def give_cards(table: Floor13Table, action: Action) -> None:
    """Give one card for each 7 to the neighbour. A gift to anybody else does not use up the 7."""
    use_right(table, action, table.right(action.player, GIVE) if action.target == table.receiver else 0)


def discard_cards(table: Floor13Table, action: Action) -> None:
    """Throw away one card for each 10, or unknown cards that a queen has hit."""
    if is_reveal(table, action):
        table.reveal_dealt(action.player, action.cards)
        table.stock.set_aside(action.cards)
        if table.is_empty(action.player):  # F-END-2
            win_game(table, action.player)
    else:
        use_right(table, action, table.right(action.player, DISCARD))


def use_right(table: Floor13Table, action: Action, allowed: int) -> None:
    """Use up the right as far as there is one and report what is wrong; the cards move in any case.

    With the last card of a hand the game is over, and its player has won (F-OUTBAN-2).
    """
    player, count = action.player, action.meld.count
    if table.speaker != player:
        table.speaker = NOBODY
    if allowed:
        table.rights[action.verb] = max(0, allowed - count)
    if count > allowed:
        table.report(player, "effect_not_owed", STANDS, action.verb, **transfer_details(action))
    held = table.hands[player]
    came = table.take(player, action.cards)
    if came != action.cards:
        missing = " ".join(STANDARD.list(STANDARD.lacking(held, action.cards)))
        table.report(player, "card_not_held", STANDS, action.verb, cards=missing)
    if action.verb == GIVE:
        table.hands[action.target] = STANDARD.add(table.hands[action.target], came)
    else:
        table.stock.set_aside(action.cards)
    if table.is_empty(player):
        table.report(player, "finish_banned", STANDS, action.verb, **transfer_details(action))
        win_game(table, player)


def say_flip(table: Floor13Table, action: Action) -> None:
    """Turn the order of the jack's trick, or of the next one after an 8 (F-J, F-FX-5).

    If an 8 laid after the jack has cleared the trick, nothing is left to turn.
    """
    if not table.right(action.player, FLIP):
        refuse(table, action, "effect_not_owed")
        return
    table.rights[FLIP] -= 1
    if table.top is not None or table.flips_next:
        table.down ^= 1


FLIP: Final = "flip"
REVOLUTION: Final = "revolution"

WORDS: Final[Mapping[str, Handler]] = {FLIP: say_flip, REVOLUTION: announce_revolution}


def candidate_sets(table: Floor13Table, player: int) -> Iterator[str]:
    """Every group of the hand and every run of one to four layers, jokers wherever they fit (F-SET, F-MRUN-1)."""
    held = held_names(table, player)
    yield from candidate_groups(held)
    yield from candidate_runs(held, RUNS_BY_LAYERS)


def other_candidates(table: Floor13Table, player: int) -> Iterator[str]:
    """A draw, and what the role cards of the last set still allow."""
    yield "draw"
    held = held_names(table, player)
    yield from (f"give {table.receiver} {' '.join(cards)}" for cards in choices_up_to(held, table.right(player, GIVE)))
    yield from (f"discard {' '.join(cards)}" for cards in choices_up_to(held, table.right(player, DISCARD)))
    if table.right(player, NAME):
        yield from (f"name {name}" for name in NAMED_CARDS)
    if table.right(player, FLIP):
        yield "say flip"


def answers(table: Floor13Table, top: Combination, new: Combination) -> str:
    """The code of the fault in following, or "": a sandstorm follows everything, the spade 3 a lone joker.

    Otherwise a stronger set of the kind and count does, but only the run that starts one rank above the lowest card of
    the other (F-RUN-2), unless the option `run_follow` is higher.
    """
    if new.kind == SANDSTORM or takes_joker(top, new):
        return ""
    if new.kind != top.kind and GROUP in (new.kind, top.kind):
        return "wrong_kind"
    if new.kind != top.kind or new.count != top.count:
        return "wrong_count"
    lowest, other = new.floor[table.down], top.floor[table.down]
    if new.kind in RUN_KINDS and table.rules.options["run_follow"] == "exact":
        return "" if lowest == other + 1 else "run_not_next"
    return "" if lowest > other else "not_stronger"


def takes_joker(top: Combination | None, new: Combination) -> bool:
    """Whether a spade 3 is laid on a joker alone (F-S3-1)."""
    return is_lone_joker(top) and is_single(new, SPADE_3)


def sandstorm_interrupts(_table: Floor13Table, _player: int, new: Combination) -> bool:
    """Whether the set is a sandstorm, which may be laid at any time (F-SAND-1, F-Q-8)."""
    return new.kind == SANDSTORM


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
    ranks = combination.ranks  # jokers count as what they are (F-FX-1)
    if combination.kind == GROUP and ranks == (NINE, NINE):
        return (cut_trick,)
    effects = tuple(BY_RANK[rank] for rank in dict.fromkeys(ranks) if rank in BY_RANK)
    if len(effects) > 1:
        effects = (partial(apply_in_order, effects),)
    return (*effects, delay_revolution) if is_revolution(combination) else effects


def apply_in_order(effects: tuple[Effect, ...], table: Floor13Table, combination: Combination) -> None:
    """Let these effects, given in the normal order, come in the order in force when the set is laid (F-FX-2)."""
    for effect in effects[::-1] if table.down else effects:
        effect(table, combination)


def settle_effects(table: Floor13Table) -> None:
    """End the skips with the trick, and let a waiting revolution come into force (F-REV-1).

    Where cards come back (option `reshuffle`), all cards of the deal outside hands and stock are laid aside.
    """
    table.stride = 0
    if table.waiting:
        table.waiting = 0
        table.turned ^= 1
        table.down = table.turned
    stock = table.stock
    if stock.total is not None:
        held = sum(map(STANDARD.count, table.hands)) + sum(table.unknown)
        stock.spare = max(0, stock.total - stock.left - held)


def set_reader(options: Options) -> Reader:
    """The reader of melds under these options."""
    storms_with_jokers = options["sandstorm_joker"] is True
    higher, locks, numbers = options["run_follow"] == "higher", options["suit_lock"], options["scoring"] == "x10"

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


def keep_set_numbers(meld: Meld) -> Effect:
    """Note the numbers on these cards as those of the last set, for x10 scoring; a joker has none."""
    total = sum(map(card_number, meld.names))

    def effect(table: Floor13Table, _combination: Combination) -> None:
        table.total = total

    return effect


def stand_with_numbers(
    table: Floor13Table, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination:
    """Let a faulty play stand; the numbers on an irregular set count, too."""
    standing = stands(table, action, combination, breaches)
    return standing if combination is not None else standing.with_effects(keep_set_numbers(action.meld))
