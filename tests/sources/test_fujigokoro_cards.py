"""Cards are converted between the spelling of FujiGokoro and that of records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.schemas.foreign_log import ReadingError, WritingError
from daifu.schemas.fujigokoro.game import read_cards, read_set, usual_spelling, write_cards

SUITS = "cdhs"
RANKS = "3456789tjqka2"
PACK = [suit + rank for rank in RANKS for suit in SUITS]


@pytest.mark.parametrize(
    ("spelt", "record"),
    [
        ("s-9", "S9"),
        ("dh-j", "DJ HJ"),
        ("cds-4(d)", "C4 S4 X=D"),
        ("cdhsx-7(cdhsx)", "C7 D7 H7 S7 X"),
        ("jk", "X"),
        ("d-jqk", "DJ DQ DK"),
        ("h-9tj(t)", "H9 X=HT HJ"),
        ("c--345(-)", "X=C- C3 C4 C5"),
        ("h-ka2+(+)", "HK HA H2 X=H+"),
    ],
)
def test_a_set_is_converted_both_ways(spelt: str, record: str) -> None:
    assert read_set(spelt) == record
    assert usual_spelling(record) == spelt


@pytest.mark.parametrize("spelt", ["cdhsx-k", "cdhsx-k(cdhs)", "cdhsx-k(s)"])
def test_the_parentheses_of_a_group_of_five_are_ignored(spelt: str) -> None:
    assert read_set(spelt) == "CK DK HK SK X"


def test_no_cards_are_a_pass() -> None:
    assert usual_spelling("") == "p"


@pytest.mark.parametrize(
    "text",
    ["", "x", "d-", "d3", "D-3", "d-1", "h-34", "h-678(9)", "h-67-", "ch-a(s)", "c-3(c)", "cx-3", "cc-3(c)", "jk(s)"],
)
def test_a_text_that_is_not_a_set_is_refused(text: str) -> None:
    with pytest.raises(ReadingError):
        read_set(text)


@pytest.mark.parametrize("cards", ["S3 H4", "S3 S4", "S3 X=S-", "S5 H6 D7", "X X", "S5 X=S", "X=S5"])
def test_cards_that_are_neither_a_group_nor_a_run_cannot_be_written(cards: str) -> None:
    with pytest.raises(WritingError, match="neither a group nor a run"):
        usual_spelling(cards)


@pytest.mark.parametrize("cards", ["S6 X", "H3 H4 X"])
def test_a_joker_without_a_card_that_it_stands_for_cannot_be_written(cards: str) -> None:
    with pytest.raises(WritingError, match="what the joker stands for"):
        usual_spelling(cards)


@pytest.mark.parametrize("words", [["S3"], ["jk"], ["s1"], ["s3", "c3"], ["jo", "s3"]])
def test_a_hand_with_unknown_words_or_in_another_order_is_refused(words: list[str]) -> None:
    with pytest.raises(ReadingError):
        read_cards(words)


def test_an_unknown_card_cannot_be_written() -> None:
    with pytest.raises(WritingError, match="cannot write the card"):
        write_cards(["S3", "?"])


@given(st.sets(st.sampled_from([*PACK, "jo"]), min_size=1))
def test_any_cards_held_survive_reading_and_writing(words: set[str]) -> None:
    hand = sorted(words, key=[*PACK, "jo"].index)
    assert write_cards(read_cards(hand).split()) == hand


@st.composite
def groups(draw: st.DrawFn) -> str:
    suits = sorted(draw(st.sets(st.sampled_from(SUITS), min_size=2)), key=SUITS.index)
    joker = draw(st.none() | st.sampled_from(suits))
    return f"{''.join(suits)}-{draw(st.sampled_from(RANKS))}" + (f"({joker})" if joker else "")


@st.composite
def runs(draw: st.DrawFn) -> str:
    length = draw(st.integers(min_value=3, max_value=9))
    places = f"-{RANKS}+"
    first = draw(st.integers(min_value=0, max_value=len(places) - length))
    ranks = places[first : first + length]
    edges = [rank for rank in ranks if rank in "-+"]
    joker = edges[0] if edges else draw(st.none() | st.sampled_from(ranks))
    return f"{draw(st.sampled_from(SUITS))}-{ranks}" + (f"({joker})" if joker else "")


@given(groups() | runs())
def test_any_set_survives_reading_and_writing(spelt: str) -> None:
    assert usual_spelling(read_set(spelt)) == spelt
