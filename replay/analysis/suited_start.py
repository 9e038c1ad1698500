"""Playouts of groups and runs from a position: the top set, the order and the lock of a table."""

from typing import Final

from daifu.replay.analysis.start import check_position, play_order, seat_players
from daifu.replay.analysis.suited_playout import (
    GROUP,
    LONE_JOKER,
    NO_WALL,
    OTHER,
    RUN,
    UNBEATABLE,
    Laid,
    SuitedRules,
)
from daifu.replay.analysis.suited_policy import PolicyPlayout
from daifu.replay.melds import GROUP as GROUP_KIND
from daifu.replay.melds import JOKER_STRENGTH, Combination
from daifu.replay.melds import RUN as RUN_KIND
from daifu.replay.table import Table

KINDS: Final = {GROUP_KIND: GROUP, RUN_KIND: RUN}


def suited_playout(table: Table, rules: SuitedRules, seed: int) -> PolicyPlayout:
    """A playout from this position, which has to be settled. Raises `NoPlayoutsError`."""
    check_position(table)
    ring = play_order(table)
    playout = PolicyPlayout(ring, rules, seed)
    seat_players(playout, table)
    playout.lock = table.lock
    playout.turned, playout.down = table.turned, table.down
    playout.passes = table.passes
    playout.opened = True
    if table.top is not None:
        put_top_set(playout.top, table.top)
    return playout


def put_top_set(top: Laid, laid: Combination) -> None:
    """Put the set on the table into `top`."""
    top.kind = KINDS.get(laid.kind, OTHER)
    top.count = laid.count
    top.suits = laid.suits
    strength = laid.floor[0]
    if strength >= JOKER_STRENGTH:
        top.become_joker()
        top.count = laid.count
        top.wall = LONE_JOKER if strength == JOKER_STRENGTH and laid.count == 1 else UNBEATABLE
        return
    top.wall = NO_WALL
    top.low, top.high = laid.floor[0], laid.ceiling[0]
    if laid.kind == GROUP_KIND:
        top.faces = laid.suits << 4 * top.low
