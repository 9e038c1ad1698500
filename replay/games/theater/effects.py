"""The effects of sets, such as revolutions and calls on jacks, and going out with a joker or by an ittsu.

Rules: T-REV, T-8, T-J, T-H3, T-PASS-3, T-FOUL-1, T-ITTSU.
"""

from collections.abc import Callable
from typing import Final

from daifu.replay.actions import PLAY, Action
from daifu.replay.cards import JOKER, RANKS, STANDARD
from daifu.replay.engine import (
    EVERYBODY,
    advance_turn,
    counts_as_pass,
    goes_out,
    leave,
    leave_deal,
    sink,
    stands,
    wholly_stronger,
)
from daifu.replay.exchange import gifts_due
from daifu.replay.games.theater.sets import is_heart_3, read_set
from daifu.replay.games.theater.table import ANYBODY, DIAMOND_3, TheaterTable, free_lead, settle_opening
from daifu.replay.melds import GROUP, TRIPLE_RUN, Combination, Effect, Meld, group, is_lone_joker, take_apart
from daifu.replay.options import Options
from daifu.replay.table import NOBODY
from daifu.replay.tricks import cut_trick, owner_or_next, refuse

REVOLUTION_GROUP, REVOLUTION_RUN = 4, 8
"""The fewest cards of a group, a run and a double run that make a revolution; a triple run never does (T-REV-1)."""


def revolve(table: TheaterTable, _combination: Combination) -> None:
    """Turn the lasting order and that of the trick, whatever was called before (T-REV-2, T-REV-3)."""
    table.turned ^= 1
    table.rights["revolution"] = 1
    order_trick(table, table.turned)


def order_trick(table: TheaterTable, down: int) -> None:
    """Put the current trick under an order; a change may forgive passes (`pass_reset`: T-PASS-3, T-Q-9, T-Q-11)."""
    if table.down == down:
        return
    table.down = down
    reset = table.rules.options["pass_reset"]
    if reset == "any_change" or (reset == "down_only" and down):
        table.passed = 0


def allow_call(table: TheaterTable, _combination: Combination) -> None:
    """Let jacks keep the turn until their player had the chance to call (T-J-1)."""
    table.rights.update(up=1, down=1)
    table.before_call = ()
    table.pending = advance_without_call
    table.advance = wait_for_call


def advance_without_call(table: TheaterTable, _action: Action) -> None:
    """Pass the turn on after jacks without a call, or clear the trick."""
    table.pending = None
    table.turn = table.owner
    advance_turn(table)


def settled(table: TheaterTable) -> tuple[int, bool] | None:
    """Who has the turn once no call follows the last jacks, and whether the trick is open then.

    A heart 3 that may come changes neither. None while anything else is pending.
    """
    if table.pending is watch_for_heart_3:
        return table.turn, table.top is not None
    if table.pending is not advance_without_call:
        return None
    if table.cut or table.closed | table.passed | 1 << table.owner == EVERYBODY:
        return owner_or_next(table), False
    return table.following(table.owner), True


def wait_for_call(table: TheaterTable) -> None:
    """Keep the turn with jacks for the call that may follow them (T-TRICK-1).

    A player who went out with them may still call, but no longer has the turn.
    """
    table.advance = None
    if table.closed >> table.turn & 1:
        table.turn = NOBODY


CHANGED_BY_CALL: Final = ("cleared", "cut", "down", "lock", "passed", "top", "turn", "under")
"""What a call changes, and the end of the trick that may come with it."""


def call_order(table: TheaterTable, action: Action) -> None:
    """Put the trick under the order that is called (T-J-1, T-J-4). Of several calls the last counts."""
    if not table.rules.options["eleven_back"]:
        refuse(table, action, "effect_not_owed", "switched off")  # T-Q-6
        return
    if table.speaker != action.player or action.word not in table.rights:
        laid = table.top or table.cleared  # the last set, even if it ended the trick
        own_kind = laid.kind if laid is not None and table.owner == action.player else GROUP
        refuse(table, action, "effect_not_owed", own_kind)
        return
    if table.before_call:
        for name, value in zip(CHANGED_BY_CALL, table.before_call, strict=True):
            setattr(table, name, value)
    else:
        table.before_call = tuple([getattr(table, name) for name in CHANGED_BY_CALL])
    table.rights.update(up=0, down=0)
    order_trick(table, int(action.word == "down"))
    advance_without_call(table, action)


EIGHT, JACK = 5, 8
HEART_3: Final = STANDARD.one["H3"]


def set_reader(options: Options) -> Callable[[Meld], tuple[Combination, ...]]:
    """The reader of melds that attaches their effects: a revolution, then that of the rank of a group.

    Every set wholly above another follows it (T-FOLLOW-1, T-RUN-2); about a joker on a heart 3 the rules are asked.
    Rules: T-REV-4, T-8-2, T-J-3.
    """
    any_suits = options["ipeiko_any_suits"] is True
    by_rank: dict[int, Effect] = {EIGHT: cut_trick}
    if options["eleven_back"]:
        by_rank[JACK] = allow_call

    def read(meld: Meld) -> tuple[Combination, ...]:
        made = read_set(meld, any_suits=any_suits)
        if made is None:
            return ()
        if is_heart_3(made):
            return (made.with_effects(take_joker),)
        effects: list[Effect] = []
        if made.kind != TRIPLE_RUN and made.count >= (REVOLUTION_GROUP if made.kind == GROUP else REVOLUTION_RUN):
            effects.append(revolve)
        if made.kind == GROUP:
            effects += [effect for rank, effect in by_rank.items() if rank in made.ranks]
        if is_lone_joker(made) and not options["hearts3_on_turn_only"]:
            effects.append(await_heart_3)
        return (made.barred_at(made.ceiling).with_effects(*effects),)

    return read


def take_joker(table: TheaterTable, _combination: Combination) -> None:
    """Let the heart 3 end a joker's trick or take the lead after it; else it is a plain single (T-H3-1, T-Q-16)."""
    table.cut = table.taking or is_lone_joker(table.under)
    table.taking = False


def takes_joker(table: TheaterTable, player: int, combination: Combination) -> bool:
    """Whether the player may play out of turn: with the heart 3 on another player's joker (T-H3-2)."""
    return is_heart_3(combination) and (table.taking or (is_lone_joker(table.top) and table.owner != player))


def may_take_joker(table: TheaterTable, cards: int) -> bool:
    """Whether these cards have the heart 3 while a joker lies there, or was just cleared (T-H3-2, T-Q-16)."""
    return STANDARD.holds(cards, HEART_3) and is_lone_joker(table.top or table.cleared)


def await_heart_3(table: TheaterTable, _joker: Combination) -> None:
    """Keep the heart 3 possible after a joker's trick until the next lead (T-Q-16)."""
    table.pending = watch_for_heart_3


def watch_for_heart_3(table: TheaterTable, action: Action) -> None:
    """Note whether the heart 3 comes from another player, who takes the lead, or from the player who has it anyway."""
    if is_lone_joker(table.cleared):
        heart_3 = action.verb == PLAY and action.cards == HEART_3
        table.taking = heart_3 and action.player not in (table.turn, table.owner)
    elif not is_lone_joker(table.top):
        table.pending = None


def answers(table: TheaterTable, top: Combination, new: Combination) -> str:
    """The code of the fault in following: sets have to be wholly above, and only the heart 3 follows a joker.

    A joker follows a heart 3 with the option `joker_on_hearts3` only. Rules: T-FOLLOW-1, T-RUN-2, T-JOK-1.
    """
    code = wholly_stronger(table, top, new)
    if is_lone_joker(new) and is_heart_3(top) and not table.rules.options["joker_on_hearts3"]:
        return "not_stronger"
    return "" if code == "not_stronger" and is_lone_joker(top) and is_heart_3(new) else code


def show_ittsu(table: TheaterTable, action: Action) -> None:
    """Show an ittsu, which takes the next place at once; anything else is reported and ignored."""
    player = action.player
    if table.started:
        refuse(table, action, "late_declaration")
    elif any(player in (gift.giver, gift.taker) for gift in gifts_due(table)):  # T-ITTSU-1, T-Q-26
        refuse(table, action, "false_declaration", "unsettled")
    elif not _is_ittsu_shown(table, action):
        refuse(table, action, "false_declaration", "no ittsu")
    else:
        if table.opener == NOBODY and STANDARD.holds(action.cards, DIAMOND_3):  # it was among unknown cards
            table.opener = table.turn = player
        table.take(player, action.cards)
        table.hands[player] = table.unknown[player] = 0
        table.out.append(player)
        leave_deal(table, player)
        if table.opener == player:  # the diamond 3 is out of play, and the next player leads freely (T-OPEN-3)
            table.opener = ANYBODY
        if table.turn == player:
            table.turn = table.next_active(player)


def _is_ittsu_shown(table: TheaterTable, action: Action) -> bool:
    """Whether the whole hand is an ittsu, shown card by card or not, or can be one as far as the known cards tell."""
    player = action.player
    if action.meld.count:
        whole = table.may_hold(player, action.cards) and table.would_empty(player, action.cards)
        return whole and may_become_ittsu(action.cards, 0, 0)
    hidden = table.unknown[player]
    return may_become_ittsu(table.hands[player], hidden, table.unseen() if hidden else 0)


def may_become_ittsu(cards: int, count: int, unseen: int) -> bool:
    """Whether the cards are each rank once with `count` of the unseen ones, with or without a joker (T-ITTSU-2)."""
    names, others = STANDARD.list(cards), STANDARD.list(unseen)
    ranks = [name[1] for name in names if name != JOKER]
    lacking = set(RANKS).difference(ranks)
    jokers, hidden_jokers = len(names) - len(ranks), count - len(lacking)
    return (
        len(set(ranks)) == len(ranks)
        and lacking.issubset(name[-1] for name in others)
        and 0 <= hidden_jokers <= others.count(JOKER)
        and jokers + hidden_jokers <= 1
    )


def leave_game(table: TheaterTable, action: Action) -> None:
    """Leave the game with cards in hand; if the diamond 3 is among them, the next player leads freely (T-OPEN-3)."""
    leave(table, action)
    if table.opener == action.player:
        table.opener = ANYBODY


A_JOKER: Final = STANDARD.one[JOKER]
FOUL: Final = "finish_foul"


def ban_on_joker(table: TheaterTable, action: Action, _combination: Combination | None) -> str:
    """The code for a last set with the joker in it (T-FOUL-1), by the option `joker_out` (T-Q-19), or ""."""
    if not STANDARD.holds(action.cards, A_JOKER):
        return ""
    return FOUL if table.rules.options["joker_out"] == "foul" else "finish_banned"


def take_faulty_play(
    table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination | None:
    """Let a faulty play stand, or count it as a pass unless its only fault is a foul (option `illegal_play`).

    The heart 3 on one's own joker is a plain single, and not stronger (T-H3-2). It can come only without the turn, so
    such a play is always faulty.
    """
    own_joker = table.owner == action.player and is_lone_joker(table.top)
    if combination is not None and own_joker and is_heart_3(combination):
        breaches.append("not_stronger")
        combination = group(take_apart(action.meld))
    if table.rules.options["illegal_play"] == "stands" or breaches == [FOUL]:
        return stands(table, action, combination, breaches)
    counts_as_pass(table, action, combination, breaches)
    free_lead(table)  # of the game, if the play was to open it
    if not table.started:
        table.pending = settle_opening  # which this play has ended, but passes may still move the lead on
    return None


def go_out_or_sink(table: TheaterTable, player: int, combination: Combination) -> None:
    """Give an empty hand the next place from the top, or after the joker from the bottom (T-OUT-1, T-Q-20)."""
    if JOKER in combination.label:  # also of a set that was none
        sink(table, player)
    else:
        goes_out(table, player, combination)
