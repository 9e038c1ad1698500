"""Cards written as a record writes them (record format, section 2)."""

from replay.cards import JOKER, Alphabet
from replay.melds import Meld


def hand_text(alphabet: Alphabet, cards: int, unknown: int) -> str:
    """A hand in the order of the pack, `?` for each card that nobody knows."""
    marks = [] if not unknown else ["?" if unknown == 1 else f"?*{unknown}"]
    return " ".join([*alphabet.list(cards), *marks])


def meld_text(meld: Meld) -> str:
    """The cards of a set, each joker with what it stands for if that was said."""
    stand_ins = iter(meld.stand_ins)
    return " ".join(_with_stand_in(name, next(stand_ins, "") if name == JOKER else "") for name in meld.names)


def _with_stand_in(name: str, stand_in: str) -> str:
    return f"{name}={stand_in}" if stand_in else name
