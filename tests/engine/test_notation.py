"""How actions are written, and what was meant by what is not (record format, sections 2 and 3)."""

import re

import pytest

from daifu.replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW, Notation
from daifu.replay.deal import read_hand
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import ReadError, Text


def notation(rules: str, players: int = 5) -> Notation:
    return PROFILES[rules].rules({}).notation(players)


THEATER, UECDA, DALMUTI, BIGA = notation("theater"), notation("uecda"), notation("dalmuti"), notation("biga")


@pytest.mark.parametrize(
    ("text", "verb", "cards"),
    [
        ("1 D3", PLAY, ["D3"]),
        ("5 S5 H5", PLAY, ["S5", "H5"]),
        ("3 -", PASS, []),
        ("2 draw", DRAW, []),
        ("2 draw S4 C9", DRAW, ["S4", "C9"]),
        ("2 discard S4", DISCARD, ["S4"]),
        ("2 show SA SK", SHOW, ["SK", "SA"]),
        ("1 show", SHOW, []),
        ("1 say up", SAY, []),
        ("1 name Q", NAME, []),
        ("4 give 1 D2 X", GIVE, ["D2", "X"]),
    ],
)
def test_an_action_is_a_player_and_what_they_did(text: str, verb: str, cards: list[str]) -> None:
    action = THEATER[text]
    assert (action.player, action.verb) == (int(text[0]), verb)
    assert THEATER.lexicon.alphabet.list(action.cards) == cards


def test_a_gift_names_its_taker() -> None:
    assert THEATER["4 give 1 D2 X"].target == 1


@pytest.mark.parametrize("word", ["up", "down", "flip", "revolution", "no-revolution", "partner", "heart"])
@pytest.mark.parametrize("actions", [THEATER, UECDA, DALMUTI, BIGA])
def test_every_word_can_be_said_at_every_table(actions: Notation, word: str) -> None:
    assert actions[f"1 say {word}"].word == word


@pytest.mark.parametrize(("written", "rank"), [("Q", "Q"), ("3", "3"), ("T", "T"), ("10", "T"), ("X", "X")])
@pytest.mark.parametrize("actions", [THEATER, UECDA, DALMUTI, BIGA])
def test_a_rank_can_be_named_at_every_table(actions: Notation, written: str, rank: str) -> None:
    """Whether anything allows it is for the rules to say."""
    assert actions[f"1 name {written}"].word == rank


def test_a_ten_may_be_written_with_two_digits() -> None:
    assert THEATER["1 S10 H10"].cards == THEATER["1 ST HT"].cards
    assert BIGA["1 S10"].cards == BIGA["1 ST"].cards
    assert UECDA["1 S9 SJ X=S10"].meld is UECDA["1 S9 SJ X=ST"].meld


def test_the_ten_of_dalmuti_is_a_number() -> None:
    assert DALMUTI.lexicon.alphabet.list(DALMUTI["1 10 J"].cards) == ["10", "J"]


def test_cards_may_be_laid_in_any_order() -> None:
    assert THEATER["1 S5 H5 D5"].meld is THEATER["1 D5 S5 H5"].meld


def test_a_card_may_be_named_more_than_once() -> None:
    assert BIGA.lexicon.alphabet.list(BIGA["1 H5 H5"].cards) == ["H5", "H5"]
    assert DALMUTI["1 12 12 12"].meld.count == 3


@pytest.mark.parametrize("stand_in", ["D7", "H", "H-", "H+"])
def test_a_joker_may_be_said_to_stand_for_a_card_or_in_uecda_for_a_suit_or_an_edge(stand_in: str) -> None:
    meld = UECDA[f"1 D5 D6 X={stand_in}"].meld
    assert (meld.names, meld.stand_ins) == (("D5", "D6", "X"), (stand_in,))


@pytest.mark.parametrize("text", ["1 D5 D6 X=H", "1 H3 H4 X=H-", "1 HA H2 X=H+"])
def test_suits_and_edges_are_written_in_uecda_only(text: str) -> None:
    with pytest.raises(ReadError):
        THEATER[text]


def test_marks_stand_behind_the_action() -> None:
    action = THEATER["3 H5 void @1234 # they had not seen the jack"]
    assert (action.verb, action.void, action.time, action.comment) == (PLAY, True, 1234, "they had not seen the jack")


@pytest.mark.parametrize(
    ("text", "void", "time", "comment"),
    [
        ("3 - void", True, None, ""),
        ("3 - @0", False, 0, ""),
        ("3 - # too late", False, None, "too late"),
        ("3 - @5 # @7 void", False, 5, "@7 void"),
        ("3 -", False, None, ""),
        ("3 - #", False, None, ""),
    ],
)
def test_every_mark_may_be_left_out(text: str, void: bool, time: int | None, comment: str) -> None:  # noqa: FBT001 - what is expected
    action = THEATER[text]
    assert (action.void, action.time, action.comment) == (void, time, comment)


def test_a_marked_action_leaves_the_plain_one_unmarked() -> None:
    assert THEATER["2 S9 void"].void
    assert not THEATER["2 S9"].void


def test_the_text_of_an_action_is_kept_as_it_was_written() -> None:
    assert THEATER["2  S10   @5"].text == "2  S10   @5"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "D3",
        "1 void",
        "1 @5",
        "# a comment",
        "0 D3",
        "6 D3",
        "01 D3",
        "x D3",
        "-1 D3",
        "1 3D",
        "1 d3",
        "1 D1",
        "1 S11",
        "1 joker",
        "1 D3,D4",
        "1 ?",
        "1 - D3",
        "1 D3 -",
        "1 pass",
        "1 X=",
        "1 X=X",
        "1 X=Z9",
        "1 D3=D4",
        "1 give",
        "1 give D3",
        "1 give 2",
        "1 give 6 D3",
        "1 discard",
        "1 name",
        "1 name 1",
        "1 name S5",
        "1 name Q Q",
        "1 say",
        "1 say hello",
        "1 say up down",
        "1 D3 void void",
        "1 D3 @5 void",
        "1 D3 @x",
        "1 D3 @-5",
        "1 D3 @1 @2",
        "1 D3# no blank before it",
        "1 D3 D4 D5 @",
    ],
)
def test_other_texts_cannot_be_read(text: str) -> None:
    with pytest.raises(ReadError) as refusal:
        THEATER[text]
    assert refusal.value.text.en.startswith("expected ")
    assert refusal.value.text.ja


@pytest.mark.parametrize(
    ("rules", "text"), [("dalmuti", "1 13"), ("dalmuti", "1 X"), ("dalmuti", "1 J=5"), ("biga", "1 X")]
)
def test_cards_are_those_of_the_game(rules: str, text: str) -> None:
    with pytest.raises(ReadError):
        notation(rules)[text]


def test_a_player_must_be_in_the_record() -> None:
    assert notation("theater", 12)["12 D3"].player == 12
    with pytest.raises(ReadError, match="from 1 to 4"):
        notation("theater", 4)["5 D3"]


def test_a_long_text_is_shortened_where_it_is_complained_about() -> None:
    with pytest.raises(ReadError) as refusal:
        THEATER["1 " + "Z" * 500]
    assert max(re.findall("Z+", refusal.value.text.en)) == "Z" * 40


def test_no_more_cards_are_laid_than_can_be_counted() -> None:
    assert DALMUTI["1" + " 12" * 127].meld.count == 127
    with pytest.raises(ReadError, match="1 to 127 cards"):
        DALMUTI["1" + " 12" * 128]


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
