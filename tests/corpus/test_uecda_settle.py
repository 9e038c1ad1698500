"""Real logs: what the replay settles of them is what is known of them."""

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from schemas.fujigokoro.settle import import_fujigokoro
from schemas.fujigokoro.writer import write_fujigokoro
from schemas.uecda.server_log_writer import write_server_log
from schemas.uecda.settle import import_server_log

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "uecda"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real logs is not beside the project")


def unpacked(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def given(gifts: list[tuple[int, int, list[str]]]) -> list[tuple[int, int, list[str]]]:
    return sorted((giver, taker, sorted(cards)) for giver, taker, cards in gifts)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.log.gz")), ids=lambda path: path.name)
def test_every_log_shows_its_trick_end_rule(path: Path) -> None:
    expected = "all_but_one" if path.name.startswith("other-trick-end") else "all"
    log = unpacked(path)
    record, _notices = import_server_log(StringIO(log, newline="\n"))
    assert record["options"]["trick_end"] == expected
    assert write_server_log(record) == log


def test_the_exchange_that_an_old_server_did_not_write_is_found_in_every_game() -> None:
    record, notices = import_server_log(StringIO(unpacked(CORPUS / "no-exchange-written.log.gz"), newline="\n"))
    known: dict[str, Any] = json.loads(unpacked(CORPUS / "no-exchange-written.expected.json.gz"))
    assert notices == []
    for deal, game in zip(record["deals"], known["games"], strict=True):
        texts = [text.split() for text in deal["actions"] if " give " in text]
        found = [(int(words[0]) - 1, int(words[2]) - 1, words[3:]) for words in texts]
        expected = [
            (giver, taker, ["X" if card == "J3" else card for card in cards])
            for giver, taker, cards in game["gifts"] or []
        ]
        assert given(found) == given(expected)


def test_the_plays_of_a_fujigokoro_file_find_their_players() -> None:
    text = unpacked(CORPUS / "blaux5.dat.gz")
    record, notices = import_fujigokoro(StringIO(text, newline="\n"))
    assert record["options"] == {"illegal_play": "stands", "trick_end": "all"}
    assert notices == []
    assert write_fujigokoro(record) == text
