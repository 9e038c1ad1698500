"""The drawing of a position: what it says is what the position is, whoever looks at it and however it looks."""

from itertools import islice
from random import Random
from xml.etree import ElementTree as ET

import pytest

import daifu
from daifu.replay.faults import Fault, FaultKind
from daifu.replay.text import Text
from daifu.schemas.drawing.layout import SHAPES
from daifu.schemas.drawing.style import THEMES
from daifu.schemas.drawing.svg import lines, shortened, width
from daifu.schemas.drawing.words import fault_sentence
from tests.support.drawings import PLAYERS, described, random_game, random_positions, read_drawing
from tests.support.samples import SAMPLES_FOLDER

KINDS = [(rules, max(counts)) for rules, counts in PLAYERS.items()]


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_a_drawing_says_what_the_position_is(rules: str, players: int) -> None:
    for position in random_game(rules, players, Random(7), 6):
        for shape in SHAPES:
            told = read_drawing(position.svg("ja", shape=shape))
            drawn = told.pop("drawn")
            assert told == described(position)
            if position.top is not None:
                assert position.top in drawn


@pytest.mark.soak
def test_the_drawings_of_a_hundred_random_games_say_what_the_positions_are() -> None:
    for position in random_positions(100, 10):
        for shape in SHAPES:
            told = read_drawing(position.svg(shape=shape))
            del told["drawn"]
            assert told == described(position)


def first_position(rules: str = "daifugo") -> daifu.Position:
    record = next(daifu.read(SAMPLES_FOLDER / f"{rules}.ndjson"))
    return daifu.position_after(record, 1, 5)


def test_the_same_position_gives_the_same_text() -> None:
    assert first_position().svg() == first_position().svg()


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_is_a_file_of_its_own(theme: str) -> None:
    root = ET.fromstring(first_position().svg(theme=theme))  # type: ignore[arg-type] # noqa: S314
    used = {use.attrib["href"][1:] for use in root.iter("{http://www.w3.org/2000/svg}use")}
    there = {one.attrib["id"] for one in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert used <= there
    assert ("var(" in first_position().svg(theme=theme)) == (theme == "auto")  # type: ignore[arg-type]


def test_suits_have_four_colours_on_request() -> None:
    assert "#1f5fbf" not in first_position().svg(theme="light")
    assert "#1f5fbf" in first_position().svg(theme="light", four_colours=True)


def test_the_chosen_player_sits_nearest() -> None:
    seats = list(read_drawing(first_position().svg(seat=2))["players"])
    assert seats[0] == 2


def test_cards_that_may_be_laid_stand_out() -> None:
    position = daifu.Game("akagiri", players=3, hands=["S3 S9", "D6 H2", "C5 C8"], dealer=1).position
    assert 'class="d-playable"' in position.svg(legal=True)
    assert 'class="d-playable"' not in position.svg()


def test_a_fault_is_told_first_with_the_signs_of_its_cards() -> None:
    record = next(islice(daifu.read(SAMPLES_FOLDER / "faulty.ndjson"), 11, None))
    drawn = ET.fromstring(daifu.position_after(record, 1, 3).svg("en"))  # noqa: S314
    told = drawn.findtext("{http://www.w3.org/2000/svg}desc") or ""
    assert told.startswith("Fault: ♥\ufe0e9 breaks the suit lock (♠\ufe0e). ")


def test_the_sets_under_the_top_one_are_told_too() -> None:
    game = daifu.Game("akagiri", players=["Ann", "Ben", "Cho"], hands=["S3 S9", "D6 H2", "C8 C5"], dealer=1)
    for text in ("1 S3", "2 D6", "3 C8"):
        game.push(text)
    told = ET.fromstring(game.position.svg()).findtext("{http://www.w3.org/2000/svg}desc") or ""  # noqa: S314
    assert "To beat: clubs 8, laid by Cho. Beaten: diamonds 6, laid by Ben; spades 3" in told


def test_a_set_that_ended_its_trick_lies_with_those_that_it_beat() -> None:
    hands = ["S3 S9", "D6 H2", "C8 C5"]
    game = daifu.Game("daifugo", players=["Ann", "Ben", "Cho"], hands=hands, options={"eight_cut": True}, dealer=1)
    for text in ("1 S3", "2 D6", "3 C8"):
        game.push(text)
    drawn = read_drawing(game.position.svg())
    assert (drawn["trick"], drawn["drawn"]) == ([], ["S3", "D6", "C8"])
    told = ET.fromstring(game.position.svg()).findtext("{http://www.w3.org/2000/svg}desc") or ""  # noqa: S314
    assert "The trick is over: spades 3, laid by Ann; diamonds 6, laid by Ben; clubs 8, laid by Cho. Nothing" in told


@pytest.mark.parametrize(
    ("sentence", "details", "told"),
    [
        ("player {who} may not {what}", {"who": 1, "what": Text("discard D4", "D4を捨てる")}, "Aki may not discard ♦4"),
        ("the {set} is no {top}", {"set": "9-10-J", "top": "J"}, "The 9-10-J is no J"),
        ("{set} is not a combination", {"set": "S7 X"}, "♠7 ★ is not a combination"),
        ("{cards} breaks the lock ({suits})", {"cards": "HT", "suits": "S D"}, "♥10 breaks the lock (♠ ♦)"),
    ],
)
def test_a_fault_names_cards_by_their_signs(sentence: str, details: dict[str, object], told: str) -> None:
    entry = FaultKind("", "", Text(sentence, sentence))
    fault = Fault(entry=entry, action=None, player=1, rule="", resolution="", details=details)
    assert fault_sentence(fault, ["Aki"], "en", signs=True, alone=True) == told


def test_a_joker_shows_what_it_stands_for() -> None:
    game = daifu.Game("akagiri", players=3, hands=["S3 S4 X D9", "D6 H6", "C9 S9"], dealer=1)
    game.push("1 S3 S4 X=S5")
    assert read_drawing(game.position.svg())["drawn"] == ["S3 S4 X=S5"]
    assert '<use href="#c-S5"' in game.position.svg()


@pytest.mark.parametrize(("wrong", "value"), [("shape", "round"), ("theme", "pink"), ("seat", 9)])
def test_what_cannot_be_drawn_is_named(wrong: str, value: object) -> None:
    with pytest.raises(ValueError, match=wrong):
        first_position().svg(**{wrong: value})  # type: ignore[arg-type]


def test_names_are_text_and_a_long_one_is_cut() -> None:
    names = ["<b>&" * 20, "長い名前" * 20, "عربي" * 20, "\u202eab"]
    game = daifu.Game("theater", players=names, seed=1)
    root = ET.fromstring(game.position.svg(shape="tall"))  # noqa: S314
    texts = [one.text or "" for one in root.iter("{http://www.w3.org/2000/svg}text") if one.get("class") == "d-name"]
    assert [text for text in texts if width(text) > 25] == []
    assert names[0] in [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")]


def test_a_text_is_cut_or_broken_where_there_is_no_room() -> None:
    assert shortened("Haru", 10) == "Haru"
    assert shortened("Harunobu Tanaka", 6).endswith("…")
    assert lines("one two three", 5) == ["one two", "three"]
    assert all(line[0] not in "、。）" for line in lines("渡す（強いものから）、それから。", 4))
