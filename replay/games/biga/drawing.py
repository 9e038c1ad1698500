"""Drawing the cards: who is first, and how many each player gets (B-DRAW)."""

from replay.cards import Pack
from replay.deal import Start
from replay.sitting import even_sizes, sizes_differ


def first_drawer(start: Start) -> int | None:
    """Who draws first: whom the record names, otherwise who was first out before (B-DRAW-2), at first the first seat.

    None where nothing tells.
    """
    deal = start.deal
    if deal.first is not None:
        drawer = deal.first
    elif start.ranking:
        drawer = start.ranking[0]
    elif start.number == 0:
        drawer = start.seats[0]
    else:
        drawer = start.winner if deal.places is not None else 0
    return drawer if drawer in start.seats else None


def sizes_out_of_place(start: Start, pack: Pack, sizes: dict[int, int]) -> str:
    """The hand sizes due where they are wrong: 22 for the first three to draw, 21 for the others (B-DRAW-1, B-Q-30)."""
    drawer = first_drawer(start)
    if drawer is None:
        return sizes_differ(start, pack, sizes)
    turn = start.seats.index(drawer)
    drawers = start.seats[turn:] + start.seats[:turn]
    due = dict(zip(drawers, even_sizes(start, pack), strict=True))
    return "" if sizes == due else " ".join(str(due[player]) for player in sizes)
