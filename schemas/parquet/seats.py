"""The table of the seats: a row for each player of each deal."""

from collections.abc import Iterator
from typing import Final

from replay.deal import Hand
from replay.sitting import by_place
from replay.text import Text
from schemas.parquet.columns import OF_DEAL, PLAYER, PLAYER_ID, Column, Row, Type
from schemas.parquet.taken import Taken, TakenDeal

COLUMNS: Final = (
    *OF_DEAL,
    PLAYER,
    PLAYER_ID,
    Column("player_name", Type.TEXT, Text("The name of the player.", "プレイヤーの名前。")),
    Column("seat", Type.INT16, Text("The place in the order of the seats, from 1.", "席順での位置（1から）。")),
    Column(
        "hand",
        Type.TEXTS,
        Text("The known cards of the hand, in the order of the pack.", "手札のうち分かっている札（決まった並び順）。"),
        optional=True,
    ),
    Column(
        "unknown",
        Type.INT16,
        Text("How many cards of the hand nobody knows.", "手札のうち分からない札の枚数。"),
        optional=True,
    ),
    Column(
        "title_before",
        Type.TEXT,
        Text("The title with which the player sat down.", "この回が始まるときの身分。"),
        optional=True,
    ),
    Column(
        "place_before",
        Type.INT16,
        Text("The place in the ranking that the deal starts from.", "この回が始まるときの順位。"),
        optional=True,
    ),
    Column("title", Type.TEXT, Text("The title that the deal gave.", "この回の結果による身分。"), optional=True),
    Column("place", Type.INT16, Text("The place in the deal, from 1.", "この回での順位（1から）。"), optional=True),
    Column("points", Type.FLOAT64, Text("The points of the deal.", "この回の点数。"), optional=True),
)


def rows(taken: Taken) -> Iterator[Row]:
    """The rows of all who sat in a record's deals, seat by seat."""
    for deal in taken.deals:
        yield from _of_deal(taken, deal)


def _of_deal(taken: Taken, deal: TakenDeal) -> Iterator[Row]:
    number, _, start, ranking, report = deal
    before = by_place(start, [*ranking], taken.record.rules.sitting.titles(len(start.seats)))
    places_before, places = _places(ranking), _places(report.order)
    hands = start.deal.hands or [None] * start.count
    for seat, player in enumerate(start.seats, 1):
        at = player - 1
        yield (
            *taken.head,
            number,
            player,
            taken.ids[at],
            taken.names[at],
            seat,
            *_hand(taken, hands[at]),
            before[at],
            places_before.get(player),
            report.titles[at],
            places.get(player),
            report.points[at],
        )


def _hand(taken: Taken, hand: Hand | None) -> Row:
    if hand is None:
        return None, None
    return taken.record.rules.alphabet.list(hand.cards), hand.unknown


def _places(order: tuple[int, ...] | list[int]) -> dict[int, int]:
    return {player: place for place, player in enumerate(order, 1)}
