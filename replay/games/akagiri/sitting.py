"""What happens between the deals: seats, lead, exchange, titles and points (A-NEXT, A-XCH, A-TITLE-1, A-SCORE-1)."""

from collections.abc import Callable
from typing import Final

from replay.cards import Pack, standard_pack
from replay.deal import Start
from replay.exchange import open_exchange
from replay.finishing import played_order
from replay.games.akagiri.finishing import fallen_last, old_daifugo
from replay.games.akagiri.seating import (
    as_they_are,
    daifugo_leads,
    dealer_leads,
    new_seats,
    seats_out_of_place,
    the_other_way,
)
from replay.games.akagiri.titles import POINTS, Tables, chosen_tables, pairings
from replay.gifts import ANY, Exchange, gifts_between
from replay.options import Options, whole_number
from replay.sitting import Points, Sitting, by_place
from replay.suited import LADDER
from replay.table import Table

PLAYERS: Final = range(3, 8)


def sitting(options: Options) -> Sitting:
    """The customs of a table under these options."""
    tables = chosen_tables(options["title_table"])
    seated = as_they_are if options["seat_direction"] == "cw" else the_other_way
    played = as_they_are if options["play_direction"] == "cw" else the_other_way
    return Sitting(
        players=PLAYERS,
        pack=pack(options),
        begin=beginning(options, tables),
        titles=tables.__getitem__,
        order=fallen_last(old_daifugo(tables)) if options["fallen_daifugo"] else played_order,
        points=points_of(tables),
        ring=lambda start: played(start.seats),
        seats=new_seats(seated),
        wrong_seats=seats_out_of_place(seated),
    )


def pack(options: Options) -> Callable[[int], Pack]:
    """The pack is the same for every number of players (A-DECK-1, A-OPT-DECKS)."""
    cards = standard_pack(whole_number(options, "jokers") or 0, whole_number(options, "decks") or 1)
    return lambda _players: cards


def beginning(options: Options, tables: Tables) -> Callable[[Table, Start], None]:
    """How a deal opens: who leads, and what a ranking makes the players exchange."""
    leader = dealer_leads if options["first_leader"] == "dealer" else daifugo_leads
    counts = options["exchange_counts"]

    def begin(table: Table, start: Start) -> None:
        table.turn = leader(start)
        ranking = start.ranking
        if ranking and not start.deal.exchanged:
            owed = gifts_between(ranking, pairings(tables[len(ranking)], counts), ANY)
            open_exchange(table, Exchange(owed, LADDER))

    return begin


def points_of(tables: Tables) -> Callable[[Start, list[int]], Points]:
    """The points of each title (A-SCORE-1)."""
    by_titles = {players: tuple(POINTS[title] for title in titles) for players, titles in tables.items()}
    return lambda start, order: by_place(start, order, by_titles[len(start.seats)])
