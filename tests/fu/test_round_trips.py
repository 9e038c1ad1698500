"""What is written in the hand notation, or spelt anew at random, and read again is the same record."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import msgspec
import pytest
from hypothesis import given

from daifu.replay.actions import DRAW, GIVE, WORDS
from daifu.replay.engine import take_actions
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Match, replay
from daifu.replay.table import Table
from daifu.replay.text import JOKER_WORDS, JOKERS_WRITTEN, PASS_WORDS, PASSES_WRITTEN, SUITS_WRITTEN, fold_name
from daifu.schemas.fu.acts import Turns
from daifu.schemas.fu.cards import card_texts_of
from daifu.schemas.fu.reader import read
from daifu.schemas.fu.tokens import WORD_SIGNS
from daifu.schemas.fu.writer import normal_values, write
from daifu.schemas.record.decode import DecodedRecord, decode_json, decode_raw, load_record
from daifu.schemas.record.model import RawRecord, player_name
from daifu.schemas.sources.conversion import read_raw_item
from daifu.schemas.sources.files import read_items
from daifu.schemas.sources.items import AUTO, ForeignLog, Item, log_items
from tests.support.project import CORPUS, PROJECT_ROOT
from tests.support.random_records import absurd_record, random_record
from tests.support.strategies import sittings

SAMPLES = PROJECT_ROOT / "data" / "samples"

LOGS = sorted(one for one in (CORPUS / "uecda").glob("*.gz") if ".expected." not in one.name)

SEPARATORS = (" ", "、", "→", " , ", "　", " ・ ")
RANKS = {"T": ("10", "１０", "T"), "J": ("J", "ジャック", "Ｊ"), "Q": ("Q", "クイーン", "q"), "A": ("A", "エース", "a")}
PASSES = (*PASSES_WRITTEN, *PASS_WORDS, "－", "-", "p")
SPELLINGS = {"-": PASSES, "d": ("ドロー", "d", "draw", "引く"), "X": (*JOKERS_WRITTEN, *JOKER_WORDS, "x")}
FILES = [PROJECT_ROOT / "data" / "samples" / f"{game}.ndjson" for game in PROFILES]


def normal(decoded: DecodedRecord) -> dict[str, Any]:
    return normal_values(decoded, msgspec.json.decode(decoded.text), card_texts_of(decoded.record.rules.profile))


def check(decoded: DecodedRecord) -> None:
    text = write(decoded)
    reading = read(text)
    assert [error.message.en for error in reading.errors] == []
    assert reading.values == normal(decoded)
    assert "\n%" not in text
    assert reading.decoded is not None
    assert write(reading.decoded) == text


def records_of(path: Path) -> Iterator[DecodedRecord]:
    for line in path.read_text().splitlines():
        document = json.loads(line)
        yield decode_raw(document.get("record", document))


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.ndjson")), ids=lambda path: path.stem)
def test_samples_read_back_equal_in_at_most_3_2_characters_an_action(path: Path) -> None:
    characters = actions = 0
    for decoded in list(records_of(path))[:8]:
        check(decoded)
        if path.stem != "faulty":
            characters += sum(len(line) + 1 for line in write(decoded).splitlines() if is_play(line))
            actions += sum(len(deal.actions or ()) for deal in decoded.record.deals)
    assert characters <= 3.2 * actions


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.ndjson")), ids=lambda path: path.stem)
def test_a_full_text_with_aids_for_the_eye_reads_back_equal(path: Path) -> None:
    for decoded in list(records_of(path))[:2]:
        text = write(decoded, full=True, aids="ja")
        assert read(text).values == normal(decoded)
        assert not re.search(r"^\d+:[^|]*--", text, re.MULTILINE)


def test_a_comment_that_begins_as_an_aid_does_is_kept() -> None:
    raw: Any = {"format": "daifu/1", "rules": "akagiri", "players": ["A", "B", "C"]}
    raw["deals"] = [{"hands": ["S4 ?", "?*2", "?*2"], "actions": ["1 S4 # =lock", "2 -"]}]
    check(decode_raw(raw))


def is_play(line: str) -> bool:
    return line.startswith("x ") or (line[:1].isdigit() and "|" not in line[:3])


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of known cases is not beside the project")
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.ndjson")), ids=lambda path: path.stem)
def test_known_cases_read_back_equal(path: Path) -> None:
    if path.stem in PROFILES:
        for decoded in list(records_of(path))[::3]:
            check(decoded)


@pytest.mark.soak
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of known cases is not beside the project")
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_real_logs_read_back_equal(path: Path) -> None:
    for entry in read_items([str(path)], AUTO, lambda _count: None):
        for item in log_items(entry) if isinstance(entry, ForeignLog) else (entry,):
            assert isinstance(item, Item)
            check(decode_raw(read_raw_item(item).record))


@pytest.mark.soak
@pytest.mark.parametrize(
    "path", [*SAMPLES.glob("*.ndjson"), *CORPUS.glob("*.ndjson")], ids=lambda path: str(path)[-25:]
)
def test_all_samples_and_known_cases_read_back_equal_also_exactly(path: Path) -> None:
    for decoded in records_of(path):
        check(decoded)
        assert read(write(decoded, exact=True)).values == msgspec.json.decode(decoded.text)


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(PROFILES))
def test_many_records_in_which_anything_may_happen_read_back_equal(game: str) -> None:
    for seed in range(100):
        for raw in (random_record(game, Random(seed)), absurd_record(game, {}, Random(seed))):
            check(decode_raw(raw))


@pytest.mark.parametrize("game", sorted(PROFILES))
def test_records_in_which_anything_may_happen_read_back_equal(game: str) -> None:
    for seed in range(6):
        for raw in (random_record(game, Random(seed)), absurd_record(game, {}, Random(seed))):
            check(decode_raw(raw))


@given(sittings())
def test_any_sitting_reads_back_equal(raw: RawRecord) -> None:
    check(decode_raw(raw))


def test_an_exact_text_keeps_spellings_and_what_goes_without_saying() -> None:
    raw = {
        "format": "daifu/1",
        "rules": "akagiri",
        "options": {},
        "players": ["A", {"id": "b", "name": 'B, the = \\ "second"'}, " C"],
        "event": {"name": "a  b", "odd key": [1.0, {"x": None}]},
        "source": {},
        "notes": "two\nlines }",
        "deals": [
            {
                "hands": ["S10 S3 H4", "?*2", "H3 D3 ?"],
                "hands_are": "dealt",
                "actions": ["1  S10 @05", "2 -   void # a } b \\ c\nd", "3 S3"],
                "abandoned": False,
                "result": {"order": [], "points": [1, 1.0, None]},
            },
            {"result": {}},
        ],
    }
    decoded = decode_json(json.dumps(raw).encode())
    assert read(write(decoded, exact=True)).values == raw
    assert read(write(decoded)).values == normal(decoded)


def test_every_word_of_records_has_a_sign() -> None:
    assert set(WORD_SIGNS) >= WORDS


@given(sittings(deals=1))
def test_what_a_game_says_of_its_turns_is_what_settling_on_a_copy_gives(raw: RawRecord) -> None:
    decoded = decode_raw(raw)
    rules = decoded.record.rules
    turns = Turns(rules, len(decoded.record.players))
    write(decoded)

    def compare(table: Table, actions: list[Any]) -> None:
        for index, action in enumerate(actions):
            take_actions(table, [action], index)
            if not table.over and table.pending is not None and (said := rules.settled(table)) is not None:
                assert said == turns.settle(table)

    Match(rules, len(decoded.record.players), compare).play(decoded.record.deals[0])


@pytest.mark.soak
def test_reading_takes_about_three_times_a_replay_from_json() -> None:
    """By the best of several passes in turns; a tenth more is left to the machine."""
    decoded = [one for path in sorted(SAMPLES.glob("*.ndjson")) for one in records_of(path)]
    texts = [write(one) for one in decoded]
    passes = [
        (
            seconds_of(lambda: list(map(read, texts))),
            seconds_of(lambda: [replay(load_record(one.text)) for one in decoded]),
        )
        for _ in range(8)
    ]
    reading, replaying = map(min, zip(*passes, strict=True))
    assert reading <= 3.3 * replaying


def seconds_of(work: Callable[[], object]) -> float:
    """The seconds of the processor that a work takes."""
    begin = process_time()
    work()
    return process_time() - begin


@pytest.mark.parametrize("page", ["notation.md", "notation.ja.md"])
def test_the_example_of_the_page_is_canonical(page: str) -> None:
    example = (PROJECT_ROOT / "docs" / page).read_text().split("```")[1].lstrip("\n")
    reading = read(example)
    assert reading.decoded is not None
    assert write(reading.decoded) == example


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
        if act in SPELLINGS:
            return self._rng.choice(SPELLINGS[act])
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
