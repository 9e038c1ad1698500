"""Whether the cards of a deal are those of the pack, and the hands of the sizes due."""

from replay.cards import Pack
from replay.deal import Deal, Start
from replay.faults import STANDS, Fault
from replay.rules import Rules


def check_cards(rules: Rules, start: Start, faults: list[Fault]) -> None:
    """Note `bad_deck` where the pack has not as many of a card, `bad_deal` where hand sizes are not those due."""
    deal = start.deal
    hands = [hand for hand in deal.hands or () if hand is not None]
    pack = rules.sitting.pack(len(start.seats))
    named = sum(hand.cards for hand in hands) + rules.alphabet.pack(deal.stock or ())
    if not rules.alphabet.holds(pack.cards, named):
        faults.append(rules.fault(None, None, "bad_deck", STANDS, cards=" ".join(_surplus(pack, named))))
    sizes = {player: _size(deal, player) for player in start.seats}
    if due := rules.sitting.sizes(start, pack, sizes):
        faults.append(rules.fault(None, None, "bad_deal", STANDS, found=" ".join(map(str, sizes.values())), owed=due))


def _size(deal: Deal, player: int) -> int:
    hand = deal.hands[player - 1] if deal.hands else None
    return hand.size if hand else 0


def _surplus(pack: Pack, named: int) -> list[str]:
    alphabet = pack.alphabet
    return alphabet.list(named - alphabet.common(pack.cards, named))
