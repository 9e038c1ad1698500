"""A canonical text that is spelt anew by the tables of what people write reads back as the same record."""

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from schemas.fu.reader import read
from schemas.fu.writer import write
from schemas.record.decode import decode_json
from tests.support.project import PROJECT_ROOT

SUITS = {"S": "♠♤Ｓs", "H": "♥♡Ｈh", "D": "♦♢Ｄ◆", "C": "♣♧Ｃc"}
NAMES = {"S": "スペードの", "H": "ハートの", "D": "ダイヤの", "C": "クラブの"}
SEPARATORS = (" ", "、", "→", " , ", "　")
PASSES = ("パス", "PASS", "p", "－", "-")
FILES = [PROJECT_ROOT / "data" / "samples" / f"{game}.ndjson" for game in ("akagiri", "theater", "uecda", "floor13")]


def respelt(line: str, rng: Random) -> str:
    who, _, acts = line.partition(":")
    if not who.rstrip("!").isdigit() or "{" in line:
        return line
    words = [word for token in acts.split(" ") for word in respelt_token(token, rng)]
    separator = rng.choice(SEPARATORS)
    return f"{who}{rng.choice(':：') if not who.endswith('!') else ':'}{separator.join(words)}"


def respelt_token(token: str, rng: Random) -> list[str]:
    if re.fullmatch("-+", token):
        return [rng.choice(PASSES) for _ in token]
    if re.fullmatch("d+", token):
        return ["ドロー" for _ in token]
    if not re.fullmatch("([SHDC][3-9TJQKA2])+", token):
        return [token]
    cards = re.findall("..", token)
    rng.shuffle(cards)
    return ["".join(respelt_card(card, rng) for card in cards)]


def respelt_card(card: str, rng: Random) -> str:
    suit, rank = card[0], card[1]
    rank = rng.choice(("10", "１０")) if rank == "T" else rank
    if rng.random() < 0.2:
        return NAMES[suit] + rank
    return rng.choice(SUITS[suit]) + rank


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_text_in_other_spellings_reads_back_equal(path: Path) -> None:
    rng = Random(path.stem)
    with path.open() as file:
        for line in islice(file, 4):
            canonical = write(decode_json(line.encode()))
            head, *lines = canonical.splitlines()
            loose = "\n".join([head, *(respelt(text, rng) for text in lines)])
            found = read(loose)
            assert [error.message.en for error in found.errors] == []
            assert found.decoded is not None
            assert write(found.decoded) == canonical
