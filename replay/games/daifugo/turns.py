"""Turns: who acts next, skips, sets that wait for a right or an answer, passes, the end of a trick."""

from collections.abc import Callable
from itertools import repeat

from daifu.replay.actions import DISCARD, GIVE, NAME, PLAY, Action
from daifu.replay.counters import GameTable
from daifu.replay.engine import (
    advance_turn,
    clear_trick,
    counts_as_pass,
    end_deal,
    report_play,
    stands,
)
from daifu.replay.exchange import report_missing_gifts
from daifu.replay.faults import AS_PASS, IGNORED, STANDS
from daifu.replay.games.daifugo.answers import has_windows
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.table import DUTY_OVER, FLIP, OWN_CHOICE, WINDOW_OPEN, HouseTable, next_of
from daifu.replay.melds import Combination
from daifu.replay.table import NOBODY

OTHERS, ALL, ALL_BUT_ONE = "others", "all", "all_but_one"


def is_plain(house: House) -> bool:
    """Whether the turn goes on as in the base game: to the next who has not passed, until only the owner is left."""
    return not (
        house.trick_end.asked != OTHERS
        or house.any_on("five_skip", "king_skip", "lead_pass", "finish_clear")
        or house.jack_back.after_cut == "next_trick"
        or house.four_stop.wins == "nobody"
        or any(rule.until == "trick" for rule in (house.nine_reverse, house.queen_reverse))
    )


def due(table: HouseTable, asked: str) -> int:
    """Who acts next after the player who has the turn, `NOBODY` if the trick ends. Those skipped count as passed."""
    off = table.closed | table.passed | table.skipped | table.locked
    player, after = table.turn, table.after
    if table.skips:
        player, counted, locked = skipped_players(table)
        off |= counted | locked
    left = ~off
    others = left & ~(1 << table.owner)
    if not others:
        return table.owner if asked == ALL and left else NOBODY
    if asked == ALL_BUT_ONE and not left & (left - 1):
        return NOBODY
    player = after[player]
    while not others >> player & 1:
        player = after[player]
    return player


def skipped_players(table: HouseTable) -> tuple[int, int, int]:
    """The last player whom the set just laid skips, and masks of those who count as passed and who are locked out.

    Neither its owner nor players who are out or have passed are skipped. If all others are, all count as passed.
    """
    player, after = table.turn, table.after
    off = table.closed | table.passed | table.skipped | table.locked | 1 << table.owner
    over = counted = locked = 0
    for number, counts, locks in table.skips:
        for _ in range(number):
            following = next_of(after, player, off | over)
            if following != NOBODY:
                player = following
                over |= 1 << player
                counted |= int(counts) << player
                locked |= int(locks) << player
    if next_of(after, player, off | over) == NOBODY:
        counted |= over
    return player, counted, locked


def turn_rule(house: House) -> Callable[[GameTable], None] | None:
    """The rule that passes the turn on, None where that is as in the base game."""
    if is_plain(house):
        return None
    asked, lasts = house.trick_end.asked, house.jack_back.after_cut == "next_trick"

    def advance(table: HouseTable) -> None:
        if table.cut:
            flipped = lasts and table.flipper is not None and table.flipper is table.top
            end_trick(table, flipped=flipped and table.down != table.turned)
            return
        if table.skips:
            table.turn, counted, locked = skipped_players(table)
            table.skipped |= counted
            table.locked |= locked
            table.skips = ()
        following = due(table, asked)
        if following == NOBODY:
            end_trick(table)
        else:
            table.turn = following

    return advance


def end_trick(table: HouseTable, *, flipped: bool = False) -> None:
    """Clear the trick; the next one begins flipped if the set that cut this one has flipped it."""
    back = table.trick_reversed
    clear_trick(table)
    if back:
        table.reverse()
        table.trick_reversed = False
    if flipped:
        table.down ^= 1


def forget_trick(table: HouseTable) -> None:
    """Forget what ends with the trick beside passes and locks."""
    table.row_of_suits = table.row_of_colours = table.row_of_steps = 0
    table.skips = ()
    table.skipped = table.locked = table.window = 0
    table.flipper = None
    table.stuck = ()


def forget_skips(table: HouseTable, _laid: Combination) -> None:
    """Forget who was skipped since the last set."""
    table.skipped = 0


def next_leader(table: HouseTable) -> int:
    """The next leader: the owner of the top set, on an empty table the player to whom the lead first fell.

    If they are out, it is the next player who is still in; after a set with which somebody went out (`finish_clear`),
    the next after the first who did.
    """
    leader = table.lead_from = leader_now(table)
    table.heir = NOBODY
    return leader


def leader_now(table: HouseTable) -> int:
    """The player who would lead if the trick ended now."""
    if table.heir:
        return table.next_active(table.heir)
    empty = table.top is None and table.cleared is None
    leader = table.lead_from if empty else table.owner
    return leader if table.active >> leader & 1 else table.next_active(leader)


def hold(table: HouseTable) -> None:
    """Let a set wait while it has an unused right or may be answered; else pass the turn on."""
    table.advance = table.rules.advance
    if not waits(table):
        advance_turn(table)
        return
    table.waiting = True
    table.pending = settle
    show_turn(table)


def waits(table: HouseTable) -> bool:
    """Whether the last set may still be answered, or has a right that may still be used."""
    if table.window or not table.rights:
        return table.window > 0
    return any(map(can_be_used, repeat(table), table.rights))


def can_be_used(table: HouseTable, right: str) -> bool:
    """Whether the player of the last set, or the one whom the right names, can still use it."""
    if not table.rights[right]:
        return False
    owner = table.owner
    if right == GIVE:
        return table.has_cards(owner) and table.receiver() != NOBODY
    if right == DISCARD:
        return table.has_cards(owner)
    if right.startswith(OWN_CHOICE):
        player = int(right[len(OWN_CHOICE) :])
        return bool(table.active >> player & 1) and table.has_cards(player)
    if right == NAME:
        return True
    lost = right == FLIP and table.cut and not table.house_rules.flip_lasts
    return table.speaker == owner and not lost


def show_turn(table: HouseTable) -> None:
    """Give the turn to the player who will have it when the waiting set is settled."""
    table.turn = table.owner
    following = NOBODY
    if table.window:
        cutter = table.cutter
        following = cutter if table.active >> cutter & 1 else table.next_active(cutter)
    elif not table.cut:
        following = due(table, table.house_rules.asked)
    table.turn = following or leader_now(table)


def settle(table: HouseTable, action: Action) -> None:
    """Close the last set at the next play or pass: what it still owed is missed, then the turn goes on.

    An answer to a set that cuts leaves the window open until it is laid.
    """
    miss_rights(table)
    if table.window and action.verb == PLAY:
        answered = table.house_rules.answered
        if answered is not None and answered(table, action) is not None:
            return
    go_on(table)


def miss_rights(table: HouseTable) -> None:
    """Report what the last set still owed, and end its rights."""
    if not table.rights:
        return
    owner = table.owner
    for right, owed in table.house_rules.musts.items():
        left = table.right(owner, right)
        if left and owed(table):
            for _ in range(left if right == NAME else 1):
                table.report_at(table.laid_at, owner, "effect_missing", STANDS, right)
    table.rights = {}


def go_on(table: HouseTable) -> None:
    """Pass the turn on from the player of the set that lies, which waits no longer."""
    table.advance = table.rules.advance
    table.pending = None
    table.waiting = False
    table.window = 0
    table.lock &= ~WINDOW_OPEN
    table.turn = table.owner
    advance_turn(table)


def reconsider(table: HouseTable) -> None:
    """Pass the turn on if the waiting set has nothing left to wait for; else show whose turn it will be."""
    if table.over or not table.waiting:
        return
    if waits(table):
        show_turn(table)
    else:
        go_on(table)


def drop_out(table: HouseTable, player: int) -> None:
    """Pass the turn on where a player has left the deal otherwise than with a set.

    If it was the holder of the card that decides the lead, after a play or pass, nobody has to begin with it any more.
    """
    if table.over:
        return
    if table.waiting:
        reconsider(table)
    elif table.top is None:
        if table.passed:
            pass_lead_on(table)
        elif table.turn == player:
            table.turn = table.next_active(player)
            if not table.lead_is_open:
                table.opening = DUTY_OVER
    else:
        left = table.active & ~(table.passed | table.skipped | table.locked)
        over = table.house_rules.asked == ALL_BUT_ONE and not left & (left - 1)
        if over or table.cut or table.turn == player:
            advance_turn(table)


Passer = Callable[[HouseTable, int], None]
"""Takes a pass of the player who has the turn."""


def pass_taker(house: House, is_stuck: Callable[[HouseTable, int], bool], sink: Passer) -> Passer:
    """The function that takes a pass on the lead or in a trick."""
    lead_pass = house.on("lead_pass")
    limit = house.lead_pass.stop_after
    stuck = stuck_rule(house)
    advance = turn_rule(house) or advance_turn

    def take(table: HouseTable, player: int) -> None:
        table.turn = player
        table.passes += 1
        table.opening = DUTY_OVER
        table.lead_from = table.lead_from or player
        if limit and table.passes >= limit:
            table.stopped = player
            end_deal(table)
        elif table.top is not None:
            table.passed |= 1 << player
            advance(table)
        elif lead_pass:
            table.passed |= 1 << player
            pass_lead_on(table)
        elif stuck == "fault" or not is_stuck(table, player):
            table.stuck = ()
            table.report(player, "pass_on_lead", AS_PASS)
            table.turn = table.following(player)
        elif stuck == "last":
            sink(table, player)
            if not table.over:
                table.turn = table.next_active(player)
        else:
            table.stuck = (*table.stuck, player)
            if all(one in table.stuck for one in table.seated if table.active >> one & 1):
                end_deal(table)
            else:
                table.turn = table.next_active(player)

    return take


def stuck_rule(house: House) -> str:
    """What a leader may do who holds nothing but a banned last set: `pass`, `last`, or nothing (`fault`)."""
    rule = house.finish_ban
    return str(rule.stuck) if house.on("finish_ban") and rule.mode == "illegal" else "fault"


def pass_lead_on(table: HouseTable) -> None:
    """Give the lead to the next player, or clear the empty table if as many have passed as end a trick."""
    left = table.active & ~table.passed
    if not left & (left - 1 if table.house_rules.asked == ALL_BUT_ONE else left):
        end_trick(table)
    elif not left >> table.turn & 1:
        table.turn = table.following(table.turn)


def passes_are_plain(house: House) -> bool:
    """Whether passes are taken as the engine takes them."""
    return not house.on("lead_pass") and stuck_rule(house) == "fault" and house.first_lead.must == "free"


Faulty = Callable[[GameTable, Action, Combination | None, list[str]], Combination | None]


def faulty_rule(house: House, take: Passer, sink: Passer) -> Faulty:
    """The rule of what a faulty play is: a foul if nothing but the finish is wrong, else what `illegal_play` says."""
    then, lead_pass = house.illegal_play.then, house.on("lead_pass")
    demotes = house.on("finish_ban") and house.finish_ban.mode == "last"
    if then == "pass" and not demotes and passes_are_plain(house) and not has_windows(house):
        return counts_as_pass

    def faulty(
        table: HouseTable, action: Action, combination: Combination | None, breaches: list[str]
    ) -> Combination | None:
        player = action.player
        banned = demotes and "finish_banned" in breaches
        if then == "stands" or (banned and breaches == ["finish_banned"]):
            if banned:
                table.offender = player
            laid = stands(table, action, combination, breaches)
            return laid if combination is not None else laid.with_effects(forget_skips)
        report_play(table, action, combination, breaches, AS_PASS if then == "pass" else IGNORED)
        table.speaker = NOBODY
        if then == "last":
            table.turn = table.turn or player
            sink(table, player)
            drop_out(table, player)
        elif not table.window and table.may_have_turn(player, action.cards):
            if table.top is None and not lead_pass:
                table.turn = table.following(player)
                table.opening = DUTY_OVER
                table.stuck = ()
            else:
                take(table, player)
        return None

    return faulty


def open_play(table: HouseTable, action: Action) -> None:
    """Read the first play or pass of a deal: of several holders of the card that decides the lead it is theirs.

    The first play closes the exchange.
    """
    if table.lead_is_open:
        table.lead_is_open = False
        if table.rivals >> action.player & 1:
            table.turn = table.lead_from = action.player
        table.rivals = 0
    if action.verb == PLAY:
        table.swap_is_open = False
        report_missing_gifts(table, action)
        table.pending = None
