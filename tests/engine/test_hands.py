"""How hands and the stock are written (record format, sections 1 and 2)."""

import pytest

from replay.actions import Unreadable
from replay.games.catalogue import PROFILES
from replay.hands import read_cards, read_hand, read_hands
from replay.melds import Lexicon

THEATER, DALMUTI, BIGA = (PROFILES[name].lexicon for name in ("theater", "dalmuti", "biga"))


@pytest.mark.parametrize(
    ("lexicon", "text", "cards", "unknown"),
    [
        (THEATER, "S5 D3 X", ["D3", "S5", "X"], 0),
        (THEATER, "  D3   S10 ", ["D3", "ST"], 0),
        (THEATER, "D3 ? S5 ?", ["D3", "S5"], 2),
        (THEATER, "?*13", [], 13),
        (THEATER, "?*200", [], 200),
        (THEATER, "", [], 0),
        (DALMUTI, "12 12 10 J 1", ["1", "10", "12", "12", "J"], 0),
        (BIGA, "XB XS S3 S3", ["S3", "S3", "XS", "XB"], 0),
    ],
)
def test_a_hand_is_its_known_cards_and_how_many_are_unknown(
    lexicon: Lexicon, text: str, cards: list[str], unknown: int
) -> None:
    hand = read_hand(lexicon, text)
    assert sorted(lexicon.alphabet.list(hand.cards)) == sorted(cards)
    assert (hand.unknown, hand.size) == (unknown, len(cards) + unknown)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("D3 Z S5 10", "Z 10"),
        ("d3", "d3"),
        ("D3,S5", "D3,S5"),
        ("J", "J"),
        ("X=D3", "X=D3"),
        ("?*", "?*"),
        ("?*0", "?*0"),
        ("?13", "?13"),
        ("-", "-"),
    ],
)
def test_a_hand_that_cannot_be_read_is_refused_with_all_that_is_wrong(text: str, shown: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_hand(THEATER, text)
    assert refusal.value.text.en == f"expected cards of this game, found {shown!r}"
    assert refusal.value.text.ja == f"このゲームのカードが必要ですが、「{shown}」とあります"


@pytest.mark.parametrize("text", ["?*201", "?*200 ?", "?*100 ?*101", "?*999"])
def test_a_hand_has_at_most_200_unknown_cards(text: str) -> None:
    with pytest.raises(Unreadable, match="at most 200 unknown cards"):
        read_hand(THEATER, text)


@pytest.mark.parametrize("read", [read_hand, read_cards])
def test_a_text_too_long_for_any_hand_is_refused(read: object) -> None:
    assert callable(read)
    with pytest.raises(Unreadable, match="at most 500 characters"):
        read(THEATER, "D3 " * 167)


def test_the_hands_of_a_deal_are_those_of_each_player() -> None:
    texts = ["D3 S5", None, "? D4", ""]
    assert read_hands(THEATER, texts) == [None if text is None else read_hand(THEATER, text) for text in texts]
    assert read_hands(THEATER, ["D3", None]) == [read_hand(THEATER, "D3"), None]


def test_one_unreadable_hand_is_enough() -> None:
    with pytest.raises(Unreadable, match="'Z'"):
        read_hands(THEATER, ["D3", "Z"])


def test_cards_keep_their_order() -> None:
    assert read_cards(THEATER, "S5 D3 H10 S5") == ("S5", "D3", "HT", "S5")


@pytest.mark.parametrize("text", ["?", "D3 ?*2", "12"])
def test_cards_in_order_are_all_known(text: str) -> None:
    with pytest.raises(Unreadable, match="expected cards of this game"):
        read_cards(THEATER, text)
