"""A card or a word that is spelt otherwise is refused with what was probably meant, and nothing is read loosely."""

import pytest

from daifu.replay.deal import read_hand
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import ReadError, Text


def refusal(action: str, rules: str = "theater", players: int = 4) -> Text:
    notation = PROFILES[rules].rules({}).notation(players)
    with pytest.raises(ReadError) as refused:
        notation[action]
    return refused.value.text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("d3", "D3"),
        ("s10", "ST"),
        ("♠5", "S5"),
        ("♥️10", "HT"),
        ("♢Q", "DQ"),
        ("5S", "S5"),
        ("10h", "HT"),
        ("Ｓ５", "S5"),
        ("ハート10", "HT"),
        ("ｸﾗﾌﾞ3", "C3"),
        ("joker", "X"),
        ("ジョーカー", "X"),
        ("x", "X"),
        ("pass", "-"),
        ("パス", "-"),
        ("ﾊﾟｽ", "-"),
        ("D3,D4", "D3 D4"),
        ("d3、♦4", "D3 D4"),
        ("D3D4D5", "D3 D4 D5"),
        ("GIVE", "give"),
    ],
)
def test_a_card_or_pass_in_another_spelling_is_named(written: str, meant: str) -> None:
    said = refusal(f"1 {written}")
    assert f"found {written!r}: did you mean {meant}? A card is written S5: a suit S H D C" in said.en
    assert f"「{written}」とあります（{meant}のことですか？）カードはS5のように" in said.ja


@pytest.mark.parametrize("written", ["Z9", "S1", "5", "D3,Z9", "S5S", "♠"])
def test_what_means_no_card_is_told_how_cards_are_written(written: str) -> None:
    said = refusal(f"1 {written}")
    assert "did you mean" not in said.en
    assert "A card is written S5: a suit S H D C, then a rank 3 to 9 T J Q K A 2; a joker X, a pass -" in said.en
    assert "カードはS5のようにマーク" in said.ja


@pytest.mark.parametrize(
    ("action", "meant"),
    [("1 name q", "Q"), ("1 name ｘ", "X"), ("1 say UP", "up"), ("1 say 革命", "revolution"), ("１ D3", "1")],
)
def test_a_word_or_number_in_another_spelling_is_named(action: str, meant: str) -> None:
    assert refusal(action).en.endswith(f": did you mean {meant}?")
    assert refusal(action).ja.endswith(f"（{meant}のことですか？）")


def test_each_game_says_how_its_own_cards_are_written() -> None:
    assert "A card is written as its number from 1 to 12, a jester as J" in refusal("1 D3", "dalmuti").en
    assert "did you mean J?" in refusal("1 j", "dalmuti").en
    assert "a joker XB or XS" in refusal("1 Z9", "biga", 5).en


def test_a_hand_is_told_what_all_of_its_cards_mean() -> None:
    with pytest.raises(ReadError) as refused:
        read_hand(PROFILES["theater"].lexicon, "d3 S5 ♥10")
    assert "found 'd3 ♥10': did you mean D3 HT?" in refused.value.text.en
