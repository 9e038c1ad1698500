"""Going out: with the joker, and by an ittsu, a whole hand shown before the opening lead (T-FOUL-1, T-ITTSU)."""

from collections.abc import Callable
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.cards import JOKER, RANKS, STANDARD
from daifu.replay.engine import counts_as_pass, goes_out, leave, leave_deal, sink, stands
from daifu.replay.exchange import gifts_due
from daifu.replay.games.theater.effects import judge_on_own_joker
from daifu.replay.games.theater.table import ANYBODY, DIAMOND_3, TheaterTable, free_lead
from daifu.replay.melds import Combination
from daifu.replay.table import NOBODY
from daifu.replay.words import refuse


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
        table.take(action.player, action.cards)
        _leave_with_ittsu(table, action.player)


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


def _leave_with_ittsu(table: TheaterTable, player: int) -> None:
    """Take the hand out of play; if the diamond 3 was in it, the next player leads freely (T-ITTSU-3, T-OPEN-3)."""
    table.hands[player] = table.unknown[player] = 0
    table.out.append(player)
    leave_deal(table, player)
    if table.opener == player:
        table.opener = ANYBODY
    if table.turn == player and not table.over:
        table.turn = table.next_active(player)


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
