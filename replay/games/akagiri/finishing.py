"""Going out: bans on the last set, demotion, and the fallen daifugo (A-OPT-FIN*, A-OPT-FALL)."""

from collections.abc import Callable
from typing import ClassVar, Final

from replay.actions import Action
from replay.cards import JOKER
from replay.counters import GameTable
from replay.deal import Deal
from replay.engine import counts_as_pass, goes_out, played_order, sink, stands
from replay.games.akagiri.options import FIRST_TITLES, TitleTables, chosen_tables
from replay.melds import GROUP, Combination
from replay.options import Options
from replay.rules import Rules, no_ban
from replay.table import NOBODY, Table

BANNED_RANK = ("2", "3")
"""The rank that is banned beside the joker, in the normal and in the turned order."""

Ban = Callable[[Table, Action, Combination | None], str]
FaultyPlay = Callable[[GameTable, Action, Combination | None, list[str]], Combination | None]
GoingOut = Callable[[GameTable, int, Combination], None]
DaifugoOf = Callable[[Table], int]
"""The player who was daifugo when the deal began, or nobody."""


OWN_FIELDS: Final = ("offender",)


class AkagiriTable(Table):
    """A table that also knows who is going out with a banned set."""

    __slots__ = OWN_FIELDS
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN_FIELDS)

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.offender = NOBODY


def finish_ban(options: Options) -> Ban:
    """What these options forbid to go out with."""
    if options["no_finish_joker_two"] and options["no_finish_group"]:
        return either_banned
    if options["no_finish_joker_two"]:
        return joker_or_best_banned
    return group_banned if options["no_finish_group"] else no_ban


def joker_or_best_banned(table: Table, action: Action, _combination: Combination | None) -> str:
    """No joker, whatever it stands for, and no 2, or 3 while the order is turned, may be laid last (A-OPT-FIN1)."""
    rank = BANNED_RANK[table.down]
    banned = any(name == JOKER or name[1] == rank for name in action.meld.names)
    return "finish_banned" if banned else ""


def group_banned(_table: Table, _action: Action, combination: Combination | None) -> str:
    """Nobody goes out with a group of two or more (A-OPT-FIN2)."""
    banned = combination is not None and combination.kind == GROUP and combination.count > 1
    return "finish_banned" if banned else ""


def either_banned(table: Table, action: Action, combination: Combination | None) -> str:
    """Both bans."""
    return joker_or_best_banned(table, action, combination) or group_banned(table, action, combination)


def faulty_play_rule(options: Options) -> FaultyPlay:
    """What becomes of a faulty play."""
    faulty: FaultyPlay = counts_as_pass if options["illegal_play"] == "pass" else stands
    return with_offender(faulty) if options["finish_ban_mode"] == "demote" else faulty


def with_offender(faulty: FaultyPlay) -> FaultyPlay:
    """What becomes of a faulty play where the player of a banned set is to be demoted."""

    def handle(
        table: AkagiriTable, action: Action, combination: Combination | None, breaches: list[str]
    ) -> Combination | None:
        standing = faulty(table, action, combination, breaches)
        if standing is not None and "finish_banned" in breaches:
            table.offender = action.player
        return standing

    return handle


def going_out_rule(options: Options) -> GoingOut:
    """What becomes of a player without cards, and of others because of him."""
    leaves = sink_if_banned if options["finish_ban_mode"] == "demote" else goes_out
    if options["fallen_daifugo"] and options["fallen_immediate"]:
        return with_fallen_daifugo(leaves, old_daifugo(chosen_tables(options["title_table"])))
    return leaves


def sink_if_banned(table: AkagiriTable, player: int, combination: Combination) -> None:
    """Who goes out with a banned set takes the last free place (`finish_ban_mode` demote)."""
    if table.offender == player:
        sink(table, player)
    else:
        goes_out(table, player, combination)


def old_daifugo(tables: TitleTables) -> DaifugoOf:
    """Who holds place 1 of the ranking that the deal starts from, where that place makes a daifugo."""

    def holder(table: Table) -> int:
        places = table.places
        return places[0] if places and tables[len(places)][0] in FIRST_TITLES else NOBODY

    return holder


def with_fallen_daifugo(leaves: GoingOut, daifugo: DaifugoOf) -> GoingOut:
    """Going out where the old daifugo leaves with his cards as soon as somebody else is first (`fallen_immediate`)."""

    def leave(table: Table, player: int, combination: Combination) -> None:
        leaves(table, player, combination)
        fallen = daifugo(table)
        if table.out and table.active >> fallen & 1 and not table.over:
            sink(table, fallen)

    return leave


def fallen_last(daifugo: DaifugoOf) -> Callable[[Table, Deal], list[int] | None]:
    """The order of a deal where a daifugo who is not first is moved to the last place (A-Q-17)."""

    def order(table: Table, deal: Deal) -> list[int] | None:
        played = played_order(table, deal)
        fallen = daifugo(table)
        if played is None or not fallen or played[0] == fallen:
            return played
        return [player for player in played if player != fallen] + [fallen]

    return order
