"""Going out: bans on the last set, demotion, and the fallen daifugo (A-OPT-FIN*, A-OPT-FALL)."""

from collections.abc import Callable
from typing import ClassVar, Final

from replay.actions import Action
from replay.cards import JOKER
from replay.counters import GameTable
from replay.deal import Deal
from replay.engine import counts_as_pass, goes_out, played_order, sink, stands
from replay.melds import GROUP, Combination
from replay.options import Options
from replay.rules import Rules, no_ban
from replay.table import NOBODY, Table
from replay.title_tables import FIRST_TITLES, TitleTables, chosen_tables

BANNED_RANK: Final = ("2", "3")
"""The rank that is banned beside the joker, in the normal and in the turned order."""

Ban = Callable[[Table, Action, Combination | None], str]
FaultyPlay = Callable[[GameTable, Action, Combination | None, list[str]], Combination | None]
GoingOut = Callable[[GameTable, int, Combination], None]
DaifugoOf = Callable[[Table], int]
"""Returns the player who was daifugo when the deal began, or nobody."""


OWN_FIELDS: Final = ("offender",)


class AkagiriTable(Table):
    """A table that also knows the player who is going out with a banned set (`offender`)."""

    __slots__ = OWN_FIELDS
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN_FIELDS)

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.offender = NOBODY


def finish_ban(options: Options) -> Ban:
    """The ban on last sets under these options."""
    if options["no_finish_joker_two"] and options["no_finish_group"]:
        return either_banned
    if options["no_finish_joker_two"]:
        return joker_or_best_banned
    return group_banned if options["no_finish_group"] else no_ban


def joker_or_best_banned(table: Table, action: Action, _combination: Combination | None) -> str:
    """The code if the last set has a joker, whatever it stands for, or a 2 (a 3 while the order is turned), or "".

    Rule: A-OPT-FIN1.
    """
    rank = BANNED_RANK[table.down]
    banned = any(name == JOKER or name[1] == rank for name in action.meld.names)
    return "finish_banned" if banned else ""


def group_banned(_table: Table, _action: Action, combination: Combination | None) -> str:
    """The code if the last set is a group of two or more, or "" (A-OPT-FIN2)."""
    banned = combination is not None and combination.kind == GROUP and combination.count > 1
    return "finish_banned" if banned else ""


def either_banned(table: Table, action: Action, combination: Combination | None) -> str:
    """The code of the first of both bans that applies, or ""."""
    return joker_or_best_banned(table, action, combination) or group_banned(table, action, combination)


def faulty_play_rule(options: Options) -> FaultyPlay:
    """The function that decides what a faulty play does."""
    faulty: FaultyPlay = counts_as_pass if options["illegal_play"] == "pass" else stands
    return with_offender(faulty) if options["finish_ban_mode"] == "demote" else faulty


def with_offender(faulty: FaultyPlay) -> FaultyPlay:
    """The same function, which also notes a player to be demoted for a banned last set."""

    def handle(
        table: AkagiriTable, action: Action, combination: Combination | None, breaches: list[str]
    ) -> Combination | None:
        standing = faulty(table, action, combination, breaches)
        if standing is not None and "finish_banned" in breaches:
            table.offender = action.player
        return standing

    return handle


def going_out_rule(options: Options) -> GoingOut:
    """The function that places a player without cards, and perhaps the fallen daifugo."""
    leaves = sink_if_banned if options["finish_ban_mode"] == "demote" else goes_out
    if options["fallen_daifugo"] and options["fallen_immediate"]:
        return with_fallen_daifugo(leaves, old_daifugo(chosen_tables(options["title_table"])))
    return leaves


def sink_if_banned(table: AkagiriTable, player: int, combination: Combination) -> None:
    """Place a player without cards; after a banned last set on the last free place (`finish_ban_mode` demote)."""
    if table.offender == player:
        sink(table, player)
    else:
        goes_out(table, player, combination)


def old_daifugo(tables: TitleTables) -> DaifugoOf:
    """The function that finds the holder of place 1 at the start of the deal, if that place makes a daifugo."""

    def holder(table: Table) -> int:
        places = table.places
        return places[0] if places and tables[len(places)][0] in FIRST_TITLES else NOBODY

    return holder


def with_fallen_daifugo(leaves: GoingOut, daifugo: DaifugoOf) -> GoingOut:
    """Going out where the old daifugo leaves, cards in hand, as soon as another is first (`fallen_immediate`)."""

    def leave(table: Table, player: int, combination: Combination) -> None:
        leaves(table, player, combination)
        fallen = daifugo(table)
        if table.out and table.active >> fallen & 1 and not table.over:
            sink(table, fallen)

    return leave


def fallen_last(daifugo: DaifugoOf) -> Callable[[Table, Deal], list[int] | None]:
    """The order of a deal where a daifugo who is not first moves to the last place (A-Q-17)."""

    def order(table: Table, deal: Deal) -> list[int] | None:
        played = played_order(table, deal)
        fallen = daifugo(table)
        if played is None or not fallen or played[0] == fallen:
            return played
        return [player for player in played if player != fallen] + [fallen]

    return order
