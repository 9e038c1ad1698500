"""Between the deals: seats, lead, exchange, titles and points (A-PLAY, A-LEAD, A-NEXT, A-XCH, A-TITLE-1, A-SCORE-1)."""

from collections.abc import Callable
from typing import Final

from replay.cards import Pack, standard_pack
from replay.deal import Deal, Points, Start
from replay.engine import played_order
from replay.exchange import gifts_between, open_exchange
from replay.games.akagiri.finish import fallen_last, old_daifugo
from replay.groups_and_runs import STANDARD_LADDER
from replay.options import Options, whole_number
from replay.sitting import SittingRules, by_place
from replay.table import ANY_CARDS, NOBODY, Exchange, Table
from replay.title_tables import TITLE_POINTS, TitleTables, chosen_tables, exchange_pairings

Circle = Callable[[tuple[int, ...]], tuple[int, ...]]
"""Makes a circle of players from another one."""


def same_circle(players: tuple[int, ...]) -> tuple[int, ...]:
    """The same players in the same order."""
    return players


def opposite_circle(players: tuple[int, ...]) -> tuple[int, ...]:
    """The same players in the opposite order."""
    return players[::-1]


def seats_by_ranking(seated: Circle) -> Callable[[Deal, tuple[int, ...], tuple[int, ...]], tuple[int, ...]]:
    """The rule of seats: players sit by their places, without a ranking as before (A-NEXT-1)."""

    def seats(_deal: Deal, ranking: tuple[int, ...], before: tuple[int, ...]) -> tuple[int, ...]:
        return seated(ranking) if ranking else before

    return seats


def wrong_seats(seated: Circle) -> Callable[[Start], tuple[int, ...]]:
    """The rule that gives the seats due if the written ones are another circle; a rotation is the same (A-NEXT-1)."""

    def due(start: Start) -> tuple[int, ...]:
        if not start.ranking:
            return ()
        circle = seated(start.ranking)
        turn = circle.index(start.seats[0])
        return () if circle[turn:] + circle[:turn] == start.seats else circle

    return due


def dealer_leads(start: Start) -> int:
    """The dealer: the one recorded, else the last of the ranking, else the first to act (A-LEAD-1, A-NEXT-2)."""
    dealer = start.deal.dealer
    if dealer in start.seats:
        return dealer
    return start.ranking[-1] if start.ranking else NOBODY


def daifugo_leads(start: Start) -> int:
    """Place 1 of the ranking; without a ranking, the dealer (A-OPT-LEAD)."""
    return start.ranking[0] if start.ranking else dealer_leads(start)


PLAYERS: Final = range(3, 8)


def sitting_rules(options: Options) -> SittingRules:
    """The sitting rules under these options."""
    tables = chosen_tables(options["title_table"])
    seated = same_circle if options["seat_direction"] == "cw" else opposite_circle
    played = same_circle if options["play_direction"] == "cw" else opposite_circle
    return SittingRules(
        players=PLAYERS,
        pack=pack_rule(options),
        begin=deal_opening(options, tables),
        titles=tables.__getitem__,
        order=fallen_last(old_daifugo(tables)) if options["fallen_daifugo"] else played_order,
        points=title_points(tables),
        ring=lambda start: played(start.seats),
        seats=seats_by_ranking(seated),
        wrong_seats=wrong_seats(seated),
        first_players=lambda start: {"dealer": start.ranking[-1] if start.ranking else None},  # A-NEXT-2
        appointed="dealer",
    )


def pack_rule(options: Options) -> Callable[[int], Pack]:
    """The rule of the pack, the same for every number of players (A-DECK-1, A-OPT-DECKS)."""
    cards = standard_pack(whole_number(options, "jokers") or 0, whole_number(options, "decks") or 1)
    return lambda _players: cards


def deal_opening(options: Options, tables: TitleTables) -> Callable[[Table, Start], None]:
    """The function that opens a deal: it sets the leader, and the exchange if there is a ranking."""
    leader = dealer_leads if options["first_leader"] == "dealer" else daifugo_leads
    counts = options["exchange_counts"]

    def begin(table: Table, start: Start) -> None:
        table.turn = leader(start)
        ranking = start.ranking
        if ranking and not start.deal.exchanged:
            owed = gifts_between(ranking, exchange_pairings(tables[len(ranking)], counts), ANY_CARDS)
            open_exchange(table, Exchange(owed, STANDARD_LADDER))

    return begin


def title_points(tables: TitleTables) -> Callable[[Start, list[int]], Points]:
    """The rule of points by title (A-SCORE-1)."""
    by_titles = {players: tuple(TITLE_POINTS[title] for title in titles) for players, titles in tables.items()}
    return lambda start, order: by_place(start, order, by_titles[len(start.seats)])
