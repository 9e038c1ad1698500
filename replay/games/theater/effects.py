"""The effects of sets, such as revolutions and calls on jacks, and going out with a joker or by an ittsu.

Rules: T-REV, T-8, T-J, T-H3, T-PASS-3, T-FOUL-1, T-ITTSU.
"""

from collections.abc import Callable, Mapping
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
from daifu.replay.games.theater.sets import Effects, is_heart_3
from daifu.replay.games.theater.table import ANYBODY, DIAMOND_3, TheaterTable, free_lead
from daifu.replay.melds import DOUBLE_RUN, GROUP, RUN, Combination, Effect, card, group, is_lone_joker, take_apart
from daifu.replay.table import NOBODY
from daifu.replay.tricks import PASSES_FORGOTTEN, PASSES_KEPT, Handler, cut_trick, owner_or_next, refuse

UP_ORDER: Final = 0
DOWN_ORDER: Final = 1

OrderSetter = Callable[[TheaterTable, int], None]
"""Puts the current trick under an order."""


PASS_RESETS: Final = {
    "down_only": (PASSES_KEPT, PASSES_FORGOTTEN),
    "any_change": (PASSES_FORGOTTEN, PASSES_FORGOTTEN),
    "never": (PASSES_KEPT, PASSES_KEPT),
}
"""What stays of the passes when the order turns up or down, by the option `pass_reset` (T-PASS-3, T-Q-9)."""


def order_setter(reset: str) -> OrderSetter:
    """The function that sets the order of a trick; only a change of the order forgives passes (T-Q-11)."""
    kept = PASS_RESETS[reset]

    def direct(table: TheaterTable, down: int) -> None:
        if table.down != down:
            table.down = down
            table.passed &= kept[down]

    return direct


def revolution_effect(direct: OrderSetter) -> Effect:
    """The effect that turns the lasting order and that of the trick, whatever was called before (T-REV-2, T-REV-3)."""

    def turn(table: TheaterTable, _combination: Combination) -> None:
        table.turned ^= 1
        table.rights["revolution"] = 1
        direct(table, table.turned)

    return turn


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


def call_handler(direct: OrderSetter, down: int) -> Handler:
    """The handler of a call that puts the trick under this order (T-J-1, T-J-4). Of several calls the last counts."""

    def handle(table: TheaterTable, action: Action) -> None:
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
        direct(table, down)
        advance_without_call(table, action)

    return handle


def refuse_call(table: TheaterTable, action: Action) -> None:
    """Refuse a call at a table without calls (T-Q-6)."""
    refuse(table, action, "effect_not_owed", "switched off")


EIGHT: Final = card("S8")[0]
JACK: Final = card("SJ")[0]
REVOLUTION_COUNT: Final[Mapping[str, int]] = {GROUP: 4, RUN: 8, DOUBLE_RUN: 8}
"""The fewest cards that make a revolution, by kind; a triple run never does (T-REV-1)."""

HEART_3: Final = STANDARD.one["H3"]


def effects_reader(revolution: Effect, jacks: tuple[Effect, ...], jokers: tuple[Effect, ...]) -> Effects:
    """The function that gives a set its effects: the revolution, then that of its rank, in groups only.

    Rules: T-REV-4, T-8-2, T-J-3.
    """
    by_rank: dict[int, tuple[Effect, ...]] = {EIGHT: (cut_trick,), JACK: jacks}

    def effects(combination: Combination) -> tuple[Effect, ...]:
        if is_heart_3(combination):
            return (take_joker,)
        if is_lone_joker(combination):
            return jokers
        least = REVOLUTION_COUNT.get(combination.kind)
        turning = (revolution,) if least and combination.count >= least else ()
        rank = combination.ranks[:1] if combination.kind == GROUP else ()
        return turning + sum((by_rank.get(one, ()) for one in rank), ())

    return effects


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


def judge_on_own_joker(
    table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination | None:
    """The set that a faulty play lays; the heart 3 on one's own joker is a plain single, and not stronger (T-H3-2).

    It can come only without the turn, so such a play is always faulty.
    """
    own_joker = table.owner == action.player and is_lone_joker(table.top)
    if combination is None or not (own_joker and is_heart_3(combination)):
        return combination
    breaches.append("not_stronger")
    return group(take_apart(action.meld))


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

    Rules: T-FOLLOW-1, T-RUN-2, T-JOK-1.
    """
    code = wholly_stronger(table, top, new)
    return "" if code == "not_stronger" and is_lone_joker(top) and is_heart_3(new) else code


def answers_without_joker_on_heart_3(table: TheaterTable, top: Combination, new: Combination) -> str:
    """Like `answers`, but no joker follows a heart 3 (option `joker_on_hearts3`)."""
    return "not_stronger" if is_heart_3(top) and is_lone_joker(new) else answers(table, top, new)


def show_ittsu(table: TheaterTable, action: Action) -> None:
    """Show an ittsu, which takes the next place at once; anything else is reported and ignored."""
    if table.started:
        refuse(table, action, "late_declaration")
    elif any(action.player in (gift.giver, gift.taker) for gift in gifts_due(table)):  # T-ITTSU-1, T-Q-26
        refuse(table, action, "false_declaration", "unsettled")
    elif not _is_ittsu_shown(table, action):
        refuse(table, action, "false_declaration", "no ittsu")
    else:
        if table.opener == NOBODY and STANDARD.holds(action.cards, DIAMOND_3):  # it was among unknown cards
            table.opener = table.turn = action.player
        player = action.player
        table.take(player, action.cards)
        table.hands[player] = table.unknown[player] = 0
        table.out.append(player)
        leave_deal(table, player)
        if table.opener == player:  # the diamond 3 is out of play, and the next player leads freely (T-OPEN-3)
            table.opener = ANYBODY
        if table.turn == player and not table.over:
            table.turn = table.next_active(player)


def is_ittsu(cards: int) -> bool:
    """Whether the cards are each rank once, with or without a joker (T-ITTSU-2)."""
    names = STANDARD.list(cards)
    ranks = [name[1] for name in names if name != JOKER]
    return sorted(ranks) == sorted(RANKS) and len(names) - len(ranks) <= 1


def _is_ittsu_shown(table: TheaterTable, action: Action) -> bool:
    """Whether the whole hand is an ittsu, shown card by card or not, or can be one as far as the known cards tell."""
    player = action.player
    if action.meld.count:
        whole = table.may_hold(player, action.cards) and table.would_empty(player, action.cards)
        return whole and is_ittsu(action.cards)
    hidden = table.unknown[player]
    return may_become_ittsu(table.hands[player], hidden, table.unseen()) if hidden else is_ittsu(table.hands[player])


def may_become_ittsu(cards: int, count: int, unseen: int) -> bool:
    """Whether the cards are each rank once with some `count` of the unseen cards, with or without a joker."""
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
JOKER_FINISH_CODES: Final = {"foul": "finish_foul", "illegal": "finish_banned"}
"""The code for going out with the joker, by the option `joker_out` (T-Q-19)."""


def ban_on_joker(code: str) -> Callable[[TheaterTable, Action, Combination | None], str]:
    """The ban that gives this code for a last set with the joker in it."""

    def ban(_table: TheaterTable, action: Action, _combination: Combination | None) -> str:
        return code if STANDARD.holds(action.cards, A_JOKER) else ""

    return ban


def stand_or_sink(
    table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination:
    """Let a faulty play stand; one that goes out with the joker costs the place."""
    laid = judge_on_own_joker(table, action, combination, breaches)
    table.sinking = not set(JOKER_FINISH_CODES.values()).isdisjoint(breaches)
    return stands(table, action, laid, breaches)


def counts_as_pass_except_fouls(
    table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination | None:
    """Count a faulty play as a pass (option `illegal_play`), unless its only fault is a foul."""
    if breaches == [JOKER_FINISH_CODES["foul"]]:
        return stand_or_sink(table, action, combination, breaches)
    laid = judge_on_own_joker(table, action, combination, breaches)
    counts_as_pass(table, action, laid, breaches)
    free_lead(table)  # of the game, if the play was to open it
    return None


def go_out_or_sink(table: TheaterTable, player: int, combination: Combination) -> None:
    """Give an empty hand the next place from the top, or after the joker from the bottom (T-OUT-1, T-Q-20)."""
    if table.sinking:
        table.sinking = False
        sink(table, player)
    else:
        goes_out(table, player, combination)
