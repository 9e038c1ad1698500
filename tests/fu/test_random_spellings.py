"""A text that is spelt anew at random, by the tables of what people write, reads back as the same record."""

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from daifu.replay.actions import DRAW, GIVE
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import JOKER_WORDS, JOKERS_WRITTEN, PASS_WORDS, PASSES_WRITTEN, SUITS_WRITTEN, fold_name
from daifu.schemas.fu.reader import read
from daifu.schemas.fu.writer import write
from daifu.schemas.record.decode import DecodedRecord, decode_json
from daifu.schemas.record.model import player_name
from tests.support.project import PROJECT_ROOT

SEPARATORS = (" ", "、", "→", " , ", "　", " ・ ")
RANKS = {"T": ("10", "１０", "T"), "J": ("J", "ジャック", "Ｊ"), "Q": ("Q", "クイーン", "q"), "A": ("A", "エース", "a")}
PASSES = (*PASSES_WRITTEN, *PASS_WORDS, "－", "-", "p")
WORDS = {"-": PASSES, "d": ("ドロー", "d", "draw", "引く"), "X": (*JOKERS_WRITTEN, *JOKER_WORDS, "x")}
FILES = [PROJECT_ROOT / "data" / "samples" / f"{game}.ndjson" for game in PROFILES]


class Speller:
    """Spells the lines of a full text, in which every act has its player."""

    def __init__(self, decoded: DecodedRecord, rng: Random) -> None:
        self._rng = rng
        self._decoded = decoded
        names = list(map(player_name, decoded.record.players))
        begins = [fold_name(name) for name in names]
        self._names = ["" if begins.count(name) > 1 or re.search(r"[\s:が、,]|\d", name) else name for name in begins]
        self._deal = -1

    def spell(self, line: str) -> str:
        """The line in other words; lines that are not those of a trick, and acts with marks, stay."""
        self._deal += line.startswith("deal ")
        if not re.match(r"\d+!?:", line) or "{" in line:
            return line
        tokens = line.split(" ")
        words = [self._token(token, is_first=number == 0) for number, token in enumerate(tokens)]
        if tokens[-1] != "." and self._rng.random() < 0.3:
            words.append(self._rng.choice(("流れ", "clear", "流し")))
        return "".join(word + self._rng.choice(SEPARATORS) for word in words[:-1]) + words[-1]

    def _token(self, token: str, *, is_first: bool) -> str:
        who, colon, act = token.partition(":")
        if not colon or who.endswith("!") or "@" in act or "(" in act:
            return token
        return self._who(int(who), is_first=is_first) + self._act(act, int(who))

    def _who(self, player: int, *, is_first: bool) -> str:
        ways = [f"{player}:", f"{player}：", f"{player}: ", f"{player}番", f"{player}さん "]
        if name := self._names[player - 1]:
            ways += [f"{name}が", f"{name}: ", f"{name.upper()}："]
        return self._rng.choice(ways if is_first else [*ways, "", ""])

    def _act(self, act: str, player: int) -> str:
        if act in WORDS:
            return self._rng.choice(WORDS[act])
        if counted := re.fullmatch(r"(\d+)x(\d+)", act):
            return self._counted(*map(int, counted.groups()))
        if not re.fullmatch("([SHDC][3-9TJQKA2])+", act):
            return act
        cards = re.findall("..", act)
        ranks = {card[1] for card in cards}
        if len(ranks) == 1 and self._is_only_way(player, cards) and self._rng.random() < 0.5:
            [rank] = ranks
            return self._rng.choice((rank * len(cards), f"{rank}が{len(cards)}枚", f"{len(cards)}枚の{rank}"))
        self._rng.shuffle(cards)
        text = "".join(map(self._card, cards))
        return f"[{text}]" if self._rng.random() < 0.1 else text

    def _counted(self, count: int, number: int) -> str:
        if count >= number or count == 1:
            return f"{count}x{number}"
        return self._rng.choice((f"{number}×{count}", f"{count}枚の{number}", f"{count}*{number}", f"{count}x{number}"))

    def _is_only_way(self, player: int, cards: list[str]) -> bool:
        """Whether the player has no other card of this rank in the whole deal."""
        deal = self._decoded.record.deals[self._deal]
        hand = deal.hands[player - 1] if deal.hands else None
        if hand is None or hand.unknown or any(action.verb == DRAW for action in deal.actions or ()):
            return False
        held = self._decoded.record.rules.alphabet.list(hand.cards)
        for action in deal.actions or ():
            if action.verb == GIVE and action.target == player:
                held += action.meld.names
        return sorted(name for name in held if name[1:] == cards[0][1:]) == sorted(cards)

    def _card(self, card: str) -> str:
        suit, rank = card[0], card[1]
        signs = [sign + ("の" if sign[0] > "\u3000" else "") for sign in SUITS_WRITTEN[suit] if not sign.isascii()]
        written = self._rng.choice([suit, suit.lower(), chr(ord(suit) + 0xFEE0), *signs])
        return written + self._rng.choice(RANKS.get(rank, (rank,)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_text_in_other_spellings_reads_back_equal(path: Path) -> None:
    with path.open() as file:
        for number, line in enumerate(islice(file, 4)):
            decoded = decode_json(line.encode())
            speller = Speller(decoded, Random(f"{path.stem} {number}"))
            loose = "\n".join(map(speller.spell, write(decoded, full=True).splitlines()))
            found = read(loose)
            assert [error.message.en for error in found.errors] == []
            assert found.decoded is not None
            assert write(found.decoded) == write(decoded)
