"""Cards are converted between the spelling of the UECda server and that of records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.schemas.foreign_log import ReadingError, WritingError
from daifu.schemas.uecda.cards import read_cards, read_set, write_cards, write_set

SUITS = "SHDC"
RANKS = "3456789TJQKA2"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
JOKER_LETTERS = dict(zip(SUITS, "KLMN", strict=True))


def written(record_cards: str) -> str:
    return write_set(tuple(record_cards.split()))


@pytest.mark.parametrize(
    ("server", "record"),
    [
        ("C7", "C7"),
        ("S6H6D6", "S6 H6 D6"),
        ("H9HTHJ", "H9 HT HJ"),
        ("Kx", "X"),
        ("H5M5", "H5 X=D"),
        ("D4N5", "D4 X=C5"),
        ("HTLJHQ", "HT X=HJ HQ"),
        ("LxH3H4", "X=H- H3 H4"),
        ("SAS2Kx", "SA S2 X=S+"),
        ("S9H9D9C9J9", "S9 H9 D9 C9 X"),
        ("LQ", "X=HQ"),
        ("S4Nx", "S4 X=C+"),
    ],
)
def test_a_set_is_converted_both_ways(server: str, record: str) -> None:
    assert read_set(server) == record
    assert written(record) == server


@pytest.mark.parametrize("text", ["J3", "S6H6J6", "S9H9D9C9J8", "S9H9D9C9L9J9"])
def test_a_joker_without_a_suit_is_only_the_fifth_card_of_a_group(text: str) -> None:
    with pytest.raises(ReadingError, match="fifth card"):
        read_set(text)


@pytest.mark.parametrize("text", ["S", "S1", "X9", "S9h9", "S9 H9", "S10"])
def test_a_text_that_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(ReadingError):
        read_set(text)


def test_only_a_joker_may_be_below_the_three_or_above_the_two() -> None:
    with pytest.raises(ReadingError, match="only a joker"):
        read_set("SxS3S4")


def test_cards_are_in_the_order_of_the_servers_table() -> None:
    with pytest.raises(ReadingError, match="by suit"):
        read_set("H6S6")
    with pytest.raises(ReadingError, match="by suit"):
        read_cards("S6S5")


def test_a_record_may_name_cards_in_any_order() -> None:
    assert written("H4 X=H- H3") == "LxH3H4"


def test_a_joker_in_a_group_may_be_written_with_its_rank() -> None:
    assert written("H5 X=D5") == written("H5 X=D")


@pytest.mark.parametrize("cards", ["S6 X", "H3 H4 X"])
def test_a_joker_without_a_card_that_it_stands_for_cannot_be_written(cards: str) -> None:
    with pytest.raises(WritingError, match="what the joker stands for"):
        written(cards)


def test_a_joker_with_only_a_suit_needs_cards_of_one_rank() -> None:
    with pytest.raises(WritingError, match="names no rank"):
        written("H3 H5 X=H")


def test_an_unknown_card_cannot_be_written() -> None:
    with pytest.raises(WritingError, match="cannot write the card"):
        write_cards(("S3", "?"))


def test_a_held_joker_is_the_last_card_of_a_hand() -> None:
    assert read_cards("S3D2J3") == "S3 D2 X"
    assert write_cards(("X", "D2", "S3")) == "S3D2J3"


@given(st.sets(st.sampled_from([*PACK, "X"]), min_size=1))
def test_any_cards_held_survive_writing_and_reading(cards: set[str]) -> None:
    assert set(read_cards(write_cards(tuple(cards))).split()) == cards


@st.composite
def submissions(draw: st.DrawFn) -> str:
    """Any submission of a client: cards in the order of the server's table, perhaps with the joker in place of one."""
    cards = sorted(draw(st.sets(st.sampled_from(PACK), min_size=1, max_size=8)), key=PACK.index)
    joker = draw(st.none() | st.sampled_from(PACK))
    if joker is None:
        return "".join(cards)
    laid = sorted({*cards, joker}, key=PACK.index)
    return "".join(JOKER_LETTERS[card[0]] + card[1] if card == joker else card for card in laid)


@given(submissions())
def test_any_submission_survives_reading_and_writing(text: str) -> None:
    assert written(read_set(text)) == text


@given(st.sampled_from(SUITS), st.sets(st.sampled_from(PACK), max_size=5), st.booleans())
def test_a_joker_at_the_edge_survives_reading_and_writing(suit: str, others: set[str], below: bool) -> None:  # noqa: FBT001
    laid = sorted(others, key=PACK.index)
    row = [card for card in laid if card[0] == suit]
    rows_before = [card for card in laid if SUITS.index(card[0]) < SUITS.index(suit)]
    at = len(rows_before) + (0 if below else len(row))
    text = "".join([*laid[:at], JOKER_LETTERS[suit] + "x", *laid[at:]])
    assert written(read_set(text)) == text
