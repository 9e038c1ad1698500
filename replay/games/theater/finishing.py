"""Going out: with the joker, and by an ittsu, a whole hand shown before the opening lead (T-FOUL-1, T-ITTSU)."""

from collections.abc import Callable
from typing import Final

from replay.actions import Action
from replay.cards import JOKER, RANKS, STANDARD
from replay.engine import goes_out, leave_deal, sink, stands
from replay.games.theater.table import ANYBODY, TheaterTable, counts_as_pass_freeing_lead
from replay.melds import Combination
from replay.words import refuse


def show_ittsu(table: TheaterTable, action: Action) -> None:
    """The handler of `show_ittsu`: an ittsu takes the next place at once, anything else is reported and ignored."""
    if table.started:
        refuse(table, action, "late_declaration")
    elif not _is_hand_settled(table, action.player):
        refuse(table, action, "false_declaration", "unsettled")
    elif not _is_ittsu_shown(table, action):
        refuse(table, action, "false_declaration")
    else:
        _leave_with_ittsu(table, action.player)


def is_ittsu(cards: int) -> bool:
    """Whether the cards are each rank once, and perhaps a joker besides (T-ITTSU-2)."""
    names = STANDARD.list(cards)
    ranks = [name[1] for name in names if name != JOKER]
    return sorted(ranks) == sorted(RANKS) and len(names) - len(ranks) <= 1


def _is_hand_settled(table: TheaterTable, player: int) -> bool:
    """Whether the hand is final: no gift is still owed by the player or to him (T-ITTSU-1, T-Q-26)."""
    exchange = table.exchange
    return exchange is None or not any(
        player in (gift.giver, gift.taker) for giver, gift in exchange.owed.items() if giver not in exchange.made
    )


def _is_ittsu_shown(table: TheaterTable, action: Action) -> bool:
    """Whether the whole hand, named or not, is an ittsu; of unknown cards that nobody names it is believed."""
    player = action.player
    if action.meld.count:
        whole = table.holds(player, action.cards) and table.would_empty(player, action.cards)
        return whole and is_ittsu(action.cards)
    return table.unknown[player] > 0 or is_ittsu(table.hands[player])


def _leave_with_ittsu(table: TheaterTable, player: int) -> None:
    """The hand leaves play; if the diamond 3 was in it, the next player leads what he likes (T-ITTSU-3, T-OPEN-3)."""
    table.hands[player] = table.unknown[player] = 0
    table.out.append(player)
    leave_deal(table, player)
    if table.opener == player:
        table.opener = ANYBODY
    if table.turn == player and not table.over:
        table.turn = table.next_active(player)


A_JOKER: Final = STANDARD.one[JOKER]
JOKER_FINISH_CODES: Final = {"foul": "finish_foul", "illegal": "finish_banned"}
"""What going out with the joker is, by the option `joker_out` (T-Q-19)."""


def ban_on_joker(code: str) -> Callable[[TheaterTable, Action, Combination | None], str]:
    """Going out with a set that has the joker in it is answered with this code."""

    def ban(_table: TheaterTable, action: Action, _combination: Combination | None) -> str:
        return code if STANDARD.holds(action.cards, A_JOKER) else ""

    return ban


def stand_or_sink(
    table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination:
    """A faulty play stands; one that goes out with the joker costs the place."""
    table.sinking = not set(JOKER_FINISH_CODES.values()).isdisjoint(breaches)
    return stands(table, action, combination, breaches)


def counts_as_pass_except_fouls(
    table: TheaterTable, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination | None:
    """A faulty play counts as a pass (option `illegal_play`); a foul and nothing else is not faulty."""
    if breaches == [JOKER_FINISH_CODES["foul"]]:
        return stand_or_sink(table, action, combination, breaches)
    counts_as_pass_freeing_lead(table, action, combination, breaches)
    return None


def go_out_or_sink(table: TheaterTable, player: int, combination: Combination) -> None:
    """An empty hand takes the next free place from the top, or after the joker from the bottom (T-OUT-1, T-Q-20)."""
    if table.sinking:
        table.sinking = False
        sink(table, player)
    else:
        goes_out(table, player, combination)
