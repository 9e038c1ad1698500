"""Going out and places: banned last sets, fouls, the fallen daifugo, a world turned upside down, the final order."""

from daifu.replay.actions import Action
from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS
from daifu.replay.counters import GameTable
from daifu.replay.deal import Deal
from daifu.replay.engine import end_deal, leave_deal, sink
from daifu.replay.games.daifugo.answers import Exceptions
from daifu.replay.games.daifugo.marks import Marks, cut_when
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import HouseSet, rank_number
from daifu.replay.games.daifugo.table import OWN_CHOICE, HouseTable
from daifu.replay.melds import GROUP, Combination
from daifu.replay.table import NOBODY
from daifu.replay.titles import FIRST_TITLES, TitleTables

EIGHT, JACK, TWO, THREE = (rank_number(rank) for rank in (8, "J", "2", 3))


class FinishBan:
    """The bans on last sets."""

    def __init__(self, house: House, exceptions: Exceptions, marks: Marks) -> None:
        self._house, self._exceptions, self._marks = house, exceptions, marks
        rule = self._rule = house.finish_ban
        cards = self._cards = frozenset(rule.cards)
        turned = THREE if rule.turned_three else TWO
        named = ({"8": EIGHT, "J": JACK, "2": two, "strongest": best} for two, best in ((TWO, TWO), (turned, THREE)))
        self._by_order = [frozenset(rank for name, rank in ranks.items() if name in cards) for ranks in named]
        self._masks = [
            STANDARD.mask([*(suit + RANKS[rank] for rank in ranks for suit in SUITS), *(cards & {"S3"})])
            for ranks in self._by_order
        ]
        self._jokers = STANDARD.mask([JOKER]) if cards & {"joker", "strongest"} else 0

    def kind(self, table: HouseTable, action: Action, laid: Combination | None) -> str:
        """The first ban that a last set breaks: joker, rank, groups, cut, effect; "" if it breaks none."""
        rule, cards = self._rule, self._cards
        made = laid if isinstance(laid, HouseSet) else None
        if STANDARD.part(action.cards, self._jokers) and (rule.stand_ins or made is None or made.lone):
            return "joker"
        order = table.turned if rule.order == "lasting" else table.down
        ranks = made.ranks if made is not None and made.jokers and rule.stand_ins else ()
        if STANDARD.part(action.cards, self._masks[order]) or self._by_order[order].intersection(ranks):
            return "rank"
        if made is None:
            return ""
        if rule.groups and made.kind == GROUP and made.count > 1:
            return "groups"
        if cards & {"cut", "effect"} and self._would_cut(table, made):
            return "cut" if "cut" in cards else "effect"
        return "effect" if "effect" in cards and self._marks.changes_anything(made) else ""

    def _would_cut(self, table: HouseTable, made: HouseSet) -> bool:
        """Whether a set would end the trick now."""
        cuts, top, clears = cut_when(self._house, made)[table.down], table.top, self._house.spade3.clears
        if not cuts and isinstance(top, HouseSet) and self._exceptions.takes(top, made):
            return clears is True or bool(clears and top.lone)
        return cuts

    def code(self, table: GameTable, action: Action, laid: Combination | None) -> str:
        """The code of a banned last set."""
        return "finish_banned" if self.kind(table, action, laid) else ""

    def is_stuck(self, table: HouseTable, player: int) -> bool:
        """Whether a leader holds nothing but a card with which nobody may go out."""
        if table.hand_size(player) != 1 or table.unknown[player]:
            return table.hand_size(player) == 1
        action = table.rules.notation(len(table.after) - 1)[f"{player} {STANDARD.name(table.hands[player])}"]
        return self.kind(table, action, action.only) != ""


class Places:
    """Who takes which place: those who go out cleanly from above, the others from below."""

    def __init__(self, house: House, tables: TitleTables) -> None:
        self._house, self._tables = house, tables
        self._fallen = house.fallen_daifugo
        self._falls, self._kyo = house.on("fallen_daifugo"), house.on("kyo_ochi")
        self._gekokujo: str = house.gekokujo.then if house.on("gekokujo") else ""
        self._clears = house.on("finish_clear")
        fouls = house.on("finish_ban") and house.finish_ban.mode == "last"
        self.are_plain = not (self._falls or self._kyo or self._gekokujo or self._clears or fouls)

    def goes_out(self, table: HouseTable, player: int, _laid: Combination | None = None) -> None:
        """Place a player who has no cards any more, by a set or by an effect, below the others after a foul."""
        if self._clears and table.top is not None:  # the trick ends by this, and nobody may answer any more
            table.cut = True
            table.window = 0
            table.heir = table.heir or player
        if table.offender == player:
            self.foul(table, player)
            return
        first, places = not table.out, table.places
        table.out.append(player)
        if first and self._gekokujo and places[-1:] == (player,):
            table.final = places[::-1] if self._gekokujo == "mirror" else (player, *places[:-1])
            end_deal(table)
            return
        leave_deal(table, player)
        if first and places[:1] != (player,):
            self._fall(table, self.daifugo(table))
        elif first and self._kyo:
            self._fall(table, places[1])

    def foul(self, table: HouseTable, player: int) -> None:
        """Give a player the lowest free place; that may count as going out first, but leaving does not."""
        first = not table.out and all(table.left >> one & 1 for one in table.low)
        if player not in table.low:
            table.low = (*table.low, player)
        sink(table, player)
        if first and table.places[:1] != (player,) and self._fallen.foul_counts and not table.left >> player & 1:
            self._fall(table, self.daifugo(table))

    def daifugo(self, table: HouseTable) -> int:
        """The player who falls unless first, nobody if the rules let nobody fall."""
        places = table.places
        by_title = self._fallen.needs_title
        falls = places and self._falls and (not by_title or self._tables[len(places)][0] in FIRST_TITLES)
        return places[0] if falls else NOBODY

    def _fall(self, table: HouseTable, player: int) -> None:
        """Let a player fall: at once, or when the deal ends. Who has a foul already only falls to the very last."""
        if player == NOBODY or table.fallen or (player in table.low and self._fallen.place != "lowest"):
            return
        table.fallen = player
        if self._fallen.leaves and table.active >> player & 1 and not table.over:
            self.leave_table(table, player)
        elif player not in table.low:
            table.low = (*table.low, player)

    def leave_table(self, table: HouseTable, player: int) -> None:
        """Put a player out who has no right any more, on the lowest free place."""
        put_out(table, player)
        self.foul(table, player)

    def order(self, table: HouseTable, deal: Deal) -> list[int] | None:
        """The final order: who went out cleanly, who was left, the fallen and the fouls; None while it is undecided."""
        if table.final:
            return list(table.final)
        if not table.over:
            return None
        left = self._left_over(table, deal)
        if left is None:
            return None
        clean, fallen, place = [*table.out, *left], table.fallen, self._fallen.place
        if place == "lowest" and not fallen and clean[:1] != [self.daifugo(table)]:
            fallen = self.daifugo(table)
        above = [player for player in clean if player != fallen]
        if place == "by_time":
            fallen = NOBODY  # and stands among the fouls
        low = [player for player in table.low if player != fallen]
        fouls = low[::-1] if self._house.finish_ban.several == "first_lowest" else low
        last = [fallen] if fallen else []
        return [*above, *fouls, *last] if place == "lowest" else [*above, *last, *fouls]

    def _left_over(self, table: HouseTable, deal: Deal) -> list[int] | None:
        """Those who are still in when a deal ends, best first; None if lots decide and the record has no order."""
        active = [player for player in table.seated if table.active >> player & 1]
        if table.stuck and len(table.stuck) == len(active):
            return list(table.stuck)
        if not table.stopped:
            return active
        if self._house.lead_pass.then == "lots":
            written = deal.result.order
            return None if written is None else [player for player in written if player in active]
        return [player for player in table.ring_from(table.after[table.stopped]) if player in active]  # as they sit


def put_out(table: HouseTable, player: int) -> None:
    """End the rights of a player who falls, leaves or is put out."""
    if table.speaker == player:
        table.speaker = NOBODY
    own, kept = f"{OWN_CHOICE} {player}", OWN_CHOICE if table.owner == player else ""
    table.rights = {right: left for right, left in table.rights.items() if right != own and right.startswith(kept)}
