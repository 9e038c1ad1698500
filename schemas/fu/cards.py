"""Cards in the hand notation: suits before ranks, both shared, `SH5`, `D3-7`, `DH456`; or numbers, `3x12.11J`.

Hands and stocks are cards in any spelling, and how many others are unknown.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Final, NamedTuple

from daifu.replay.cards import SUITS
from daifu.replay.deal import MOST_UNKNOWN_CARDS, read_hand
from daifu.replay.melds import Lexicon
from daifu.replay.rules import Profile
from daifu.replay.text import ReadError
from daifu.schemas.fu.spelling import spell_joined

STANDS_IN: Final = "'"
"""Behind a rank: a joker stands for that card. Behind a suit: it stands for the suit."""
EDGES: Final = {"[": "-", "]": "+"}
"""The places below the lowest and above the highest rank of a run, and how records write them."""
_FEWEST_IN_RANGE: Final = 5

_SUIT: Final = re.compile(rf"[{SUITS}]{STANDS_IN}?")
_SUIT_LIST: Final = re.compile(rf"(?:[{SUITS}]{STANDS_IN}?)+")

_Rank = tuple[str, str]
"""A rank, and `'` where a joker stands for it."""

UNKNOWN: Final = re.compile(r"\?(?:\*?([1-9][0-9]{0,2}))?")


class Cards(NamedTuple):
    """Cards as they were written: their names, and what jokers among them were said to stand for."""

    names: tuple[str, ...]
    stand_ins: tuple[str, ...] = ()


class CardsRefused(ValueError):
    """Cards that cannot be read: from which character on, and what was expected there, as the code of an error."""

    def __init__(self, place: int, length: int, code: str) -> None:
        super().__init__(code)
        self.place = place
        self.length = length
        self.code = code


class SuitedCards:
    """Cards of suits and ranks, and jokers."""

    suited = True

    def __init__(self, lexicon: Lexicon, line: str) -> None:
        """`line` are the ranks in the order of sequences."""
        names = lexicon.alphabet.names
        self._line = line
        self._place = {name: place for place, name in enumerate(names)}
        self._jokers = sorted((name for name in names if name[0] == "X"), key=len, reverse=True)
        self._ranks = "".join(dict.fromkeys(name[1] for name in names if name[0] != "X"))
        self._in_print = f"[{self._ranks}]"
        self._zips = not lexicon.stand_ins
        self._plain = re.compile(rf"([{SUITS}]+)([{self._ranks}]+)(?=[{SUITS}X]|$)")
        self._rank = re.compile(rf"([{self._ranks}])-([{self._ranks}])(?!')|([{self._ranks}])('?)|([\[\]])")

    def write(self, cards: Cards) -> str:
        """The cards of a set."""
        jokers = [name for name in cards.names if name in self._jokers]
        spare = jokers[len(cards.stand_ins) :]
        places = [(name[0], (name[1], "")) for name in cards.names if name not in self._jokers]
        said = [stand_in for stand_in in cards.stand_ins if len(stand_in) > 1]
        suits = [stand_in + STANDS_IN for stand_in in cards.stand_ins if len(stand_in) == 1]
        for stand_in in said:
            edge = next((sign for sign, mark in EDGES.items() if mark == stand_in[1]), None)
            places.append((stand_in[0], (edge or stand_in[1], "" if edge else STANDS_IN)))
        ranks: dict[_Rank, list[str]] = {}
        places.sort(key=lambda place: (self._in_print.find(place[1][0]), place[1][1], _suit_place(place[0])))
        for suit, rank in places:
            ranks.setdefault(rank, []).append(suit)
        if suits and len(ranks) == 1 and not said:
            rank, laid = next(iter(ranks.items()))
            ranks = {rank: sorted([*laid, *suits], key=_suit_place)}
            suits = []
        return self._terms(ranks) + "".join(sorted(suits, key=_suit_place)) + "".join(spare)

    def _terms(self, ranks: dict[_Rank, list[str]]) -> str:
        laid = list(ranks.values())
        if not laid:
            return ""
        if all(suits == laid[0] for suits in laid):
            return "".join(laid[0]) + self._rank_list(list(ranks))
        if len({suit for suits in laid for suit in suits}) == 1:
            return laid[0][0] + self._rank_list([rank for rank, suits in ranks.items() for _ in suits])
        terms = "".join("".join(suits) + rank + mark for (rank, mark), suits in ranks.items())
        zipped = self._zip(ranks) if self._zips else ""
        return zipped if zipped and len(zipped) < len(terms) else terms

    def _zip(self, ranks: dict[_Rank, list[str]]) -> str:
        """A sequence of mixed suits, each with its rank in turn: `DHHDHSH:8-A`; empty for other cards."""
        if any(len(suits) > 1 for suits in ranks.values()):
            return ""
        in_order = next((order for order in self._orders(list(ranks)) if _text(order) in self._line), None)
        return "" if in_order is None else f"{''.join(ranks[rank][0] for rank in in_order)}:{self._rank_list(in_order)}"

    def _orders(self, ranks: list[_Rank]) -> tuple[list[_Rank], list[_Rank]]:
        """The ranks in the order of sequences, and in printing order."""
        return sorted(ranks, key=lambda rank: (self._line.find(rank[0]), rank[1])), ranks

    def _rank_list(self, ranks: list[_Rank]) -> str:
        """The ranks of a term, with ranges."""
        in_sequence, _ = self._orders(ranks)
        if len(ranks) >= _FEWEST_IN_RANGE and _text(in_sequence) in self._line:
            ranks = in_sequence
        text, place = "", 0
        while place < len(ranks):
            end = place + 1
            while end < len(ranks) and _text(ranks[place : end + 1]) in self._line:
                end += 1
            whole = ranks[place:end]
            text += f"{whole[0][0]}-{whole[-1][0]}" if len(whole) >= _FEWEST_IN_RANGE else _text(whole)
            place = end
        return text

    def write_hand(self, names: Sequence[str]) -> str:
        """The cards of a hand by suit, the jokers last."""
        by_suit = [[name for name in names if name[0] == suit] for suit in SUITS]
        terms = [suit[0][0] + self._rank_list([(name[1], "") for name in suit]) for suit in by_suit if suit]
        return "".join(terms) + "".join(name for name in names if name in self._jokers)

    def write_in_order(self, names: Iterable[str]) -> str:
        """The cards of a stock, one after the other."""
        return "".join(names)

    def read(self, text: str) -> Cards:
        """The cards in a text, in its order. Raises `CardsRefused`."""
        names: list[str] = []
        stand_ins: list[str] = []
        place = 0
        while place < len(text):
            if plain := self._plain.match(text, place):
                suits, ranks = plain.groups()
                if len(suits) == 1:
                    names += [suits + rank for rank in ranks]
                else:
                    names += [suit + rank for rank in ranks for suit in suits]
                place = plain.end()
            elif joker := next((name for name in self._jokers if text.startswith(name, place)), ""):
                names.append(joker)
                place += len(joker)
            else:
                place = self._read_term(text, place, names, stand_ins)
        if not names:
            raise CardsRefused(0, 1, "bad_character")
        return Cards(tuple(names), tuple(stand_ins))

    def _read_term(self, text: str, place: int, names: list[str], stand_ins: list[str]) -> int:
        """Add the cards of a term. Returns the place behind it."""
        begin = place
        found = _SUIT_LIST.match(text, place)
        if found is None:
            code = "suit_expected" if text[place] in self._ranks else "bad_character"
            raise CardsRefused(place, 1, code)
        suits, place = _SUIT.findall(found[0]), found.end()
        zipped = text.startswith(":", place)
        ranks, place = self._read_ranks(text, place + zipped)
        if not ranks:
            if zipped or not all(suit.endswith(STANDS_IN) for suit in suits):
                end = min(len(text), place + zipped + 1)  # with what stands in place of the rank
                raise CardsRefused(begin, end - begin, "rank_expected")
            names += ["X"] * len(suits)
            stand_ins += [suit[0] for suit in suits]
        elif zipped:
            if len(suits) != len(ranks):
                raise CardsRefused(begin, place - begin, "rank_expected")
            for suit, rank in zip(suits, ranks, strict=True):
                _add(suit, rank, names, stand_ins)
        else:
            for rank in ranks:
                for suit in suits:
                    _add(suit, rank, names, stand_ins)
        return place

    def _read_ranks(self, text: str, place: int) -> tuple[list[str], int]:
        ranks: list[str] = []
        while found := self._rank.match(text, place):
            first, last, rank, mark, edge = found.groups()
            if first:
                low = self._line.find(first)
                high = self._line.find(last, low + 1)
                if high < 0:
                    raise CardsRefused(place, 3, "rank_expected")
                ranks += self._line[low : high + 1]
            else:
                ranks.append(rank + mark if rank else edge)
            place = found.end()
        return ranks, place

    def record_text(self, cards: Cards) -> str:
        """The cards as a record writes them: in printing order, each joker at the place of what it stands for."""
        if not cards.stand_ins:
            return " ".join(sorted(cards.names, key=self._place.__getitem__))
        jokers = [name for name in cards.names if name in self._jokers]
        laid: list[tuple[float, str]] = [(self._place[name], name) for name in cards.names if name[0] != "X"]
        laid += [(self._place[name], name) for name in jokers[len(cards.stand_ins) :]]
        laid += [(self._stand_in_place(stand_in), f"X={stand_in}") for stand_in in cards.stand_ins]
        return " ".join(name for _, name in sorted(laid))

    def _stand_in_place(self, stand_in: str) -> float:
        if stand_in in self._place:
            return self._place[stand_in] + 0.5
        return -1 if stand_in.endswith(EDGES["["]) else self._place[self._jokers[-1]] - 0.5


def _text(ranks: Iterable[_Rank]) -> str:
    return "".join(rank + mark for rank, mark in ranks)


def _suit_place(suit: str) -> tuple[int, str]:
    return SUITS.index(suit[0]), suit[1:]


def _add(suit: str, rank: str, names: list[str], stand_ins: list[str]) -> None:
    if rank in EDGES:
        names.append("X")
        stand_ins.append(suit[0] + EDGES[rank])
    elif suit.endswith(STANDS_IN):
        names.append("X")
        stand_ins.append(suit[0])
    elif rank.endswith(STANDS_IN):
        names.append("X")
        stand_ins.append(suit + rank[0])
    else:
        names.append(suit + rank)


class NumberedCards:
    """Cards that are numbers, and jesters: `3x12.11J`."""

    suited = False

    def __init__(self, lexicon: Lexicon) -> None:
        names = lexicon.alphabet.names
        self._place = {name: place for place, name in enumerate(names)}
        self._part = re.compile(r"(?:([1-9][0-9]*)x)?([1-9][0-9]*|J)")

    def write(self, cards: Cards) -> str:
        """The cards of a set: the numbers with their counts, then the jesters."""
        counts = {name: cards.names.count(name) for name in sorted(set(cards.names), key=self._place.__getitem__)}
        jesters = counts.pop("J", 0)
        if not counts:
            return f"{jesters}xJ" if jesters > 1 else "J"
        return ".".join(f"{count}x{name}" if count > 1 else name for name, count in counts.items()) + "J" * jesters

    def write_hand(self, names: Sequence[str]) -> str:
        """The cards of a hand."""
        return self.write(Cards(tuple(names))) if names else ""

    def write_in_order(self, names: Iterable[str]) -> str:
        """The cards of a stock, one after the other."""
        return ".".join(names)

    def read(self, text: str) -> Cards:
        """The cards in a text, in its order. Raises `CardsRefused`."""
        names: list[str] = []
        place = 0
        while place < len(text):
            if text[place] == "." and names and place + 1 < len(text):
                place += 1
            found = self._part.match(text, place)
            if found is None:
                raise CardsRefused(place, 1, "bad_character")
            if found[2] not in self._place or (found[1] and len(found[1]) > len("127")):
                raise CardsRefused(place, len(found[0]), "bad_character")
            names += [found[2]] * int(found[1] or 1)
            place = found.end()
        if not names:
            raise CardsRefused(0, 1, "bad_character")
        return Cards(tuple(names))

    def record_text(self, cards: Cards) -> str:
        """The cards as a record writes them, in printing order."""
        return " ".join(sorted(cards.names, key=self._place.__getitem__))


CardTexts = SuitedCards | NumberedCards
"""How the cards of a game are written and read in the hand notation; `suited` tells whether they have suits."""


@cache
def card_texts(lexicon: Lexicon, line: str) -> CardTexts:
    """How the cards of a lexicon are written, with these ranks in the order of sequences."""
    suited = any(name[0] in SUITS for name in lexicon.alphabet.names)
    return SuitedCards(lexicon, line) if suited else NumberedCards(lexicon)


def card_texts_of(profile: Profile) -> CardTexts:
    """How the cards of a game are written."""
    return card_texts(profile.lexicon, profile.line)


def read_cards(texts: CardTexts, text: str) -> Cards:
    """The cards in a text, in its order; `-` and nothing are none. Raises `CardsRefused` with the place in the text."""
    written = text.strip(" ")
    begin = len(text) - len(text.lstrip(" "))
    if written in {"", "-"}:
        return Cards(())
    try:
        return texts.read(written)
    except CardsRefused:
        spelt = spell_joined(written, (), suited=texts.suited)
    try:
        return texts.read(spelt.text)
    except CardsRefused as refused:
        place = spelt.places[min(refused.place, len(spelt.places) - 1)] if spelt.places else 0
        raise CardsRefused(begin + place, refused.length, refused.code) from refused


def hand_text(texts: CardTexts, text: str) -> str:
    """The hand in a text as a record writes it. Raises `CardsRefused` with the place in the text."""
    marks = list(UNKNOWN.finditer(text)) if "?" in text else []
    if not marks:
        return texts.record_text(read_cards(texts, text))
    begin, end = marks[0].start(), marks[-1].end()
    count = sum(int(mark[1] or 1) for mark in marks)
    if text[end:].strip() or UNKNOWN.sub("", text[begin:end]).strip() or count > MOST_UNKNOWN_CARDS:
        raise CardsRefused(begin, len(text) - begin, "bad_character")
    cards = texts.record_text(read_cards(texts, text[:begin]))
    return " ".join([*cards.split(), "?" if count == 1 else f"?*{count}"])


def hand_in_record(profile: Profile, text: str) -> str:
    """A hand that somebody typed as a record writes it; what cannot be read stays as it is, to be refused there."""
    with suppress(ReadError):
        read_hand(profile.lexicon, text)
        return text
    try:
        return hand_text(card_texts_of(profile), text)
    except CardsRefused:
        return text
