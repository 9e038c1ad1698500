"""Whether the cards of a deal are those of the pack, and the hands of the sizes due."""

from replay.cards import Pack
from replay.deal import Start
from replay.faults import STANDS
from replay.table import Table


def check_cards(table: Table, start: Start) -> None:
    """Note `bad_deck` where the pack has not as many of a card, `bad_deal` where hand sizes are not those due.

    Where the stock is given, hands and stock have to be the whole pack.
    """
    rules, hands, stock = table.rules, start.deal.hands or (), start.deal.stock
    pack = rules.sitting.pack(len(start.seats))
    named = sum(table.dealt)
    if stock:
        named += rules.alphabet.pack(stock)
    sizes = {player: 0 if (hand := hands[player - 1]) is None else hand.size for player in start.seats}
    given = sum(sizes.values()) + len(stock or ())
    whole = stock is None or given == pack.size
    if not whole or not rules.alphabet.holds(pack.cards, named):
        wrong = " ".join(_surplus(pack, named)) or f"{given}/{pack.size}"
        table.report_at(None, None, "bad_deck", STANDS, cards=wrong)
    if due := rules.sitting.sizes(start, pack, sizes):
        table.report_at(None, None, "bad_deal", STANDS, found=" ".join(map(str, sizes.values())), owed=due)


def _surplus(pack: Pack, named: int) -> list[str]:
    return pack.alphabet.list(pack.alphabet.lacking(pack.cards, named))
