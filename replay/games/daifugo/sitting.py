"""Around a deal: pack and hands, seats, who leads, exchange and upheaval, titles and points."""

from collections.abc import Callable
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.cards import JOKER, RANKS, STANDARD, SUITS, Ladder, Pack, standard_pack
from daifu.replay.deal import Deal, Number, Points, Start
from daifu.replay.exchange import exchange_pairings, gifts_between
from daifu.replay.faults import STANDS
from daifu.replay.games.daifugo.finish import Places
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import rank_number
from daifu.replay.games.daifugo.table import DUTY_OVER, HouseTable
from daifu.replay.games.daifugo.turns import open_play
from daifu.replay.melds import LADDER_BY_SUITS, STANDARD_LADDER, STANDARD_ORDER, Combination
from daifu.replay.options import Value
from daifu.replay.sitting import SittingRules, by_place, sizes_differ
from daifu.replay.table import ANY_CARDS, NOBODY, WEAKEST_CARDS, Exchange, Gift
from daifu.replay.titles import TITLE_POINTS, TitleTables
from daifu.replay.tricks import refuse

PLAYERS: Final = range(2, 9)
HOLDER, DEALER, LAST, DAIFUGO, OPEN = "holder", "dealer", "last", "daifugo", "open"
LADDERS: Final = {
    "free": (STANDARD_LADDER, Ladder(STANDARD, STANDARD_ORDER)),
    "suits": (LADDER_BY_SUITS, Ladder(STANDARD, [[name] for name in LADDER_BY_SUITS.names[::-1]])),
}
"""The cards from the strongest down and from the weakest up, by `exchange.tie`."""

Circle = tuple[int, ...]


class Opening:
    """The beginning of a deal: who leads, the first set, the exchange, and hands that change owners."""

    def __init__(self, house: House, tables: TitleTables) -> None:
        self._exchange, self._upheaval = house.exchange, house.upheaval
        lead = self._lead = house.first_lead
        self._next: str = house.next_lead.by if house.on("next_lead") else lead.by if lead.deals == "every" else OPEN
        suit, rank = lead.card[0], lead.card[-1]
        above = [JOKER] if lead.card == JOKER else [suit + one for one in RANKS[RANKS.index(rank) :]]
        self._cards = [STANDARD.one[name] for name in above]
        self._exchanges, self._swaps, self._gives = map(house.on, ("exchange", "upheaval", "seven_give"))
        counts = self._exchange.counts
        self._pairings = {players: exchange_pairings(titles, counts) for players, titles in tables.items()}
        self._back = WEAKEST_CARDS if self._exchange.rich == "weakest" else ANY_CARDS
        self.depends_on_cards: bool = self._swaps or HOLDER in (lead.by, self._next)
        highest = rank_number(self._upheaval.highest)
        self._low_cards = STANDARD.mask([suit + one for one in RANKS[: highest + 1] for suit in SUITS])

    def begin(self, table: HouseTable, start: Start) -> None:
        """Open a deal: the gifts owed, hands that change owners by themselves, and the lead."""
        ranking, owed = start.ranking, self.gifts(start)
        table.seats = start.seats
        if owed or self._gives or self.depends_on_cards:
            best, weakest = LADDERS[self._exchange.tie]
            from_deal = getattr(self._exchange, "from") == "dealt"
            table.exchange = Exchange(owed, best, "", weakest, from_deal=from_deal, only_known=True)
            table.pending = open_play
        if ranking and not start.deal.exchanged and self._swaps:
            table.swap_is_open = True
            if self._upheaval.must and not table.unknown[ranking[-1]] and self._has_low_hand(table):
                self._swap(table)
        self.give_lead(table, start)

    def gifts(self, start: Start) -> dict[int, Gift]:
        """The gifts that a deal owes, by giver."""
        ranking, all_give = start.ranking, self._exchange.poor != "none"
        if not ranking or start.deal.exchanged or not self._exchanges:
            return {}
        owed = gifts_between(ranking, self._pairings[len(ranking)], self._back)
        return {giver: gift for giver, gift in owed.items() if all_give or gift.choice == self._back}

    def give_lead(self, table: HouseTable, start: Start) -> None:
        """Give the lead to who has it by the rules; nobody has it where they leave that open."""
        ranking = start.ranking
        by = self._next if ranking else self._lead.by
        if by == HOLDER:
            table.lead_card = self._cards[0]
            self.find_holder(table)
            return
        leader = ranking[-1] if by == LAST else ranking[0] if by == DAIFUGO else NOBODY
        table.turn = table.lead_from = dealer(start.deal, start.seats, ranking) if by == DEALER else leader

    def find_holder(self, table: HouseTable) -> None:
        """Give the lead to the holder of the card that decides it; to nobody if an unknown card may be that."""
        holders: list[int] = []
        for card in self._cards:
            holders = [one for one in table.seats if table.active >> one & 1 and STANDARD.holds(table.hands[one], card)]
            if holders:
                table.lead_card = card
            if holders or any(table.unknown):
                break
        table.turn = table.lead_from = holders[0] if holders else NOBODY
        table.rivals = sum([1 << one for one in holders[1:]]) if table.lead_is_open else 0
        if table.opening != DUTY_OVER:
            owed = holders and self._lead.must != "free" and (self._lead.deals == "every" or not table.places)
            table.opening = table.lead_card if owed else 0

    def follow_cards(self, table: HouseTable, cards: int) -> None:
        """Give the lead to the new holder of the card that decides it, until the first set lies."""
        deciding = (table.lead_card, self._cards[0])
        if table.lead_card and not table.started and any(STANDARD.holds(cards, card) for card in deciding):
            self.find_holder(table)

    def lead_ban(self, table: HouseTable, action: Action, _laid: Combination | None) -> str:
        """The code of a first set without the card that decides the lead, or with others beside it."""
        card = table.opening
        if card <= 0 or table.started:
            return ""
        fits = action.cards == card if self._lead.must == "alone" else STANDARD.holds(action.cards, card)
        return "" if fits else "opening_card_missing"

    def may_swap(self, table: HouseTable, player: int) -> bool:
        """Whether the player may have the hands of the last and the first of the ranking change owners."""
        if not table.swap_is_open or player != table.places[-1] or not table.active >> table.places[0] & 1:
            return False
        return self._has_low_hand(table)

    def say_swap(self, table: HouseTable, action: Action) -> None:
        """Have the hands change owners by the word of the last of the ranking."""
        exchange = table.exchange
        if exchange is not None and exchange.waived and table.swap_is_open and action.player == table.places[-1]:
            return  # the hands have changed owners by themselves
        if self.may_swap(table, action.player):
            self._swap(table)
            table.swap_is_open = self._upheaval.must
        else:
            refuse(table, action, "effect_not_owed")

    def _has_low_hand(self, table: HouseTable) -> bool:
        """Whether the last of the ranking can have been dealt nothing above the highest card allowed."""
        last, low = table.places[-1], self._low_cards
        if STANDARD.part(table.hands[last], low) != table.hands[last]:
            return False
        return STANDARD.count(STANDARD.part(table.unseen(), low)) >= table.unknown[last]

    def _swap(self, table: HouseTable) -> None:
        first, last, dealt = table.places[0], table.places[-1], list(table.dealt)
        for values in (table.hands, table.unknown, dealt):
            values[first], values[last] = values[last], values[first]
        table.dealt = tuple(dealt)
        exchange = table.exchange
        if exchange is not None:
            owed = exchange.owed.items() if self._upheaval.others else ()
            exchange.owed = {giver: gift for giver, gift in owed if giver not in (first, last)}
            exchange.waived = "upheaval"
        self.follow_cards(table, STANDARD.add(table.hands[first], table.hands[last]))


class Seats:
    """Where players sit from deal to deal (`seat_order`)."""

    def __init__(self, house: House) -> None:
        self._rule = house.seat_order
        self._step = 1 if self._rule.way == "cw" else -1

    def by_ranking(self, _deal: Deal, ranking: Circle, before: Circle) -> Circle:
        """The seats that follow from a ranking."""
        return ranking[:: self._step] if self._rule.by == "places" and ranking else before

    def due(self, start: Start) -> Circle:
        """The seats that the rule gives a deal, none if it says nothing."""
        by, ranking, anew = self._rule.by, start.ranking, start.number % self._rule.every == 0
        if by == "places" and ranking and anew:
            return ranking[:: self._step]
        if by == "record" or not (ranking if by == "places" else start.number):
            return ()
        before = start.before if set(start.before) == set(start.seats) else ()
        if by == "points" and ranking and anew and before:
            totals = start.totals
            return tuple(sorted(before, key=lambda player: totals[player - 1] or 0))[:: self._step]
        return before

    def wrong(self, start: Start) -> Circle:
        """The seats due if the written ones are another circle; a rotation is the same one."""
        due = self.due(start)
        turn = due.index(start.seats[0]) if due else 0
        return () if due[turn:] + due[:turn] in ((), start.seats) else due


def sitting_rules(house: House, tables: TitleTables, opening: Opening, places: Places) -> SittingRules:
    """The sitting rules of a house."""
    pack = standard_pack(house.jokers.count, house.decks.count)
    seats, points = Seats(house), PlacePoints(house, tables)
    way = house.play_direction.way
    blind = house.on("blind_cards")
    shown_dealer = DEALER in (house.first_lead.by, house.next_lead.by)
    return SittingRules(
        players=PLAYERS,
        pack=lambda _players: pack,
        begin=opening.begin,
        titles=tables.__getitem__ if house.on("titles") else lambda players: (None,) * players,
        order=places.order,
        points=points.by_order,
        score=points.score if points.counts_cards else None,
        ring=lambda start: start.seats if way == "cw" else start.seats[::-1],
        seats=seats.by_ranking,
        reseat=lambda start: seats.due(start) or start.seats,
        wrong_seats=seats.wrong,
        sizes=equal_sizes if blind else sizes_differ,
        check_hands=left_out_check(house, pack) if blind else None,
        keep=(lambda start: cards_left_out(start, pack)) if house.blind_cards.drawn_anew == "set" else None,
        always_dealt=frozenset({JOKER}) if blind and house.blind_cards.jokers_stay_in else frozenset(),
        set_of=house.set_length.deals or 0,
        titles_reset=house.set_length.titles_reset,
        first_players=lambda start: {"dealer": start.ranking[-1] if start.ranking else None} if shown_dealer else {},
        appointed=DEALER if shown_dealer else "",
    )


def dealer(deal: Deal, seats: Circle, ranking: Circle) -> int:
    """The dealer: the one recorded, else the last of the ranking, else nobody."""
    return deal.dealer if deal.dealer in seats else ranking[-1] if ranking else NOBODY


def equal_sizes(_start: Start, pack: Pack, sizes: dict[int, int]) -> str:
    """The sizes due if hands have more or fewer cards than an equal share, what is left over being laid aside."""
    share = pack.size // len(sizes)
    return "" if all(size == share for size in sizes.values()) else " ".join([str(share)] * len(sizes))


def left_out_check(house: House, pack: Pack) -> Callable[[HouseTable, Start], None]:
    """The check of hands where cards are left out: of the jokers, and of cards that stay out for a set of deals."""
    jokers = house.jokers.count if house.blind_cards.jokers_stay_in else 0

    def check(table: HouseTable, start: Start) -> None:
        reported = {fault.code for fault in table.faults}
        dealt = STANDARD.add_all(table.dealt)
        beyond = STANDARD.lacking(STANDARD.lacking(start.kept or 0, pack.cards), dealt)
        if start.kept and beyond and "bad_deck" not in reported:
            table.report_at(None, None, "bad_deck", STANDS, cards=" ".join(STANDARD.list(beyond)))
        found = STANDARD.copies(dealt, STANDARD.one[JOKER])
        if found < jokers and "bad_deal" not in reported and not any(table.unknown):
            table.report_at(None, None, "bad_deal", STANDS, "jokers", found=found, owed=jokers)

    return check


def cards_left_out(start: Start, pack: Pack) -> int | None:
    """The cards that stay out until a set of deals ends: those that no hand of its first deal held."""
    hands = start.deal.hands
    if start.kept is not None or hands is None or any(hand is not None and hand.unknown for hand in hands):
        return start.kept
    return STANDARD.lacking(STANDARD.add_all([hand.cards for hand in hands if hand is not None]), pack.cards)


class PlacePoints:
    """The points of a deal: by place, by title, or for the cards that are left."""

    def __init__(self, house: House, tables: TitleTables) -> None:
        rule = house.points
        self.counts_cards: bool = rule.cards_left
        by = None if rule.cards_left else rule.by_place
        self._values = {players: values_by_place(by, tables[players]) for players in PLAYERS}
        self._factor: int = rule.last_factor
        self._set_of: int = house.set_length.deals or 0

    def by_order(self, start: Start, order: list[int]) -> Points | None:
        """The points that follow from an order, None if none do."""
        values, factor = self._values[len(start.seats)], self._of(start)
        return None if values is None else by_place(start, order, [value * factor for value in values])

    def _of(self, start: Start) -> int:
        last = self._set_of and start.decided % self._set_of == self._set_of - 1
        return self._factor if last else 1

    def score(self, table: HouseTable, start: Start, _order: list[int]) -> Points:
        """Minus the cards that are left, for everybody who is not cleanly out."""
        points: Points = [None] * start.count
        for player in start.seats:
            clean = player in table.out and player not in table.low
            points[player - 1] = 0 if clean else -table.hand_size(player) * self._of(start)
        return points


def values_by_place(by: Value, titles: tuple[str, ...]) -> list[Number] | None:
    """The points for each place where so many play, None if there are none (`points.by_place`)."""
    if by == "titles":
        return [TITLE_POINTS[title] for title in titles]
    if isinstance(by, dict):
        by = by.get(str(len(titles)))
    if not isinstance(by, list) or len(by) != len(titles):
        return None
    return [value for value in by if isinstance(value, int)]
