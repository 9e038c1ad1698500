"""Cards of the UECda server are converted; the replay finds the trick-end rule of a log, and exchanges not written."""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.schemas.foreign_log import ImportedRecord, ReadingError, WritingError
from daifu.schemas.uecda.cards import read_cards, read_set, write_cards, write_set
from daifu.schemas.uecda.importer import import_server_log
from daifu.schemas.uecda.writer import write_server_log

SUITS = "SHDC"
RANKS = "3456789TJQKA2"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
JOKER_LETTERS = dict(zip(SUITS, "KLMN", strict=True))

HEAD = "%-----%palyer_name% Ume Take Matsu Kiku Ran\n"

OWNER_OUT = "0D3EE 1H9EE 2EE 3EE 4EE"
REST = "2S5EE 3S6EE 4S7EE"

OLD_LINES = """\
%00000%mibun% 01234
%00000%seat% 01234
%00000%palyer_cards% S4S5H6 H4H5 D3 C4C2 D8DAD2\x20
%00000%play%  PLAY
%00000%result% 21403
"""
UNTIL_THE_END = "2D3EE 3C4EE 4S5EE 0H6EE 1C2EE 3EE 4EE 0EE 1EE 1H5EE 3EE 4D8EE 4S4EE 0DAEE 3EE 0EE 0D2EE"


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


def game(play: str, gifts: str = "NULL", number: int = 0, hands: str = "D3C4 H9 S5 S6 S7") -> str:
    """A game in which the second player goes out first, then the others in turn."""
    lines = [
        "mibun% 22222",
        "seat% 01234",
        f"palyer_cards% {hands} ",
        f"change_cards% {gifts}",
        f"play%  {play}",
        "result% 12340",
        "points% 1 5 4 3 2",
    ]
    return "".join(f"%{number:05}%{line}\n" for line in lines)


def imported(log: str) -> ImportedRecord:
    return import_server_log(StringIO(log, newline="\n"))


def settled_trick_end(*plays: str) -> object:
    games = [game(play, number=number) for number, play in enumerate(plays)]
    return imported(HEAD + "".join(games)).record["options"].get("trick_end")


def test_a_trick_that_waits_for_the_last_pass_shows_the_rule_all() -> None:
    assert settled_trick_end(f"{OWNER_OUT} 0EE {REST}") == "all"


def test_a_trick_that_ends_before_the_last_pass_shows_the_rule_all_but_one() -> None:
    assert settled_trick_end(f"{OWNER_OUT} {REST}") == "all_but_one"


def test_a_game_that_fits_neither_rule_leaves_it_to_the_next_game() -> None:
    assert settled_trick_end(REST) is None
    assert settled_trick_end(REST, f"{OWNER_OUT} {REST}") == "all_but_one"


def test_the_option_keeps_its_default_if_no_game_shows_the_rule() -> None:
    without_a_pass = game("0D3EE 1H5EE 2S6EE 3C7EE 4D9EE", hands="D3C4 H5 S6 C7 D9")
    assert "trick_end" not in imported(HEAD + without_a_pass).record["options"]


def old(play: str) -> str:
    return HEAD + OLD_LINES.replace("PLAY", play)


def test_the_exchange_of_an_old_log_is_the_one_with_which_the_game_ends_as_written() -> None:
    record, notices = imported(old(UNTIL_THE_END))
    assert record["deals"][0]["actions"][:5] == [
        "5 give 1 D2 DA",
        "4 give 2 C2",
        "1 give 5 S4 S5",
        "2 give 4 H4",
        "3 D3",
    ]
    assert notices == []


def test_if_several_exchanges_fit_only_the_gifts_of_the_poor_are_added() -> None:
    all_pass = " ".join(["2EE 3EE 4EE 0EE 1EE"] * 4)
    record, notices = imported(old(all_pass))
    assert record["deals"][0]["actions"][:3] == ["5 give 1 D2 DA", "4 give 2 C2", "3 -"]
    assert record["source"]["unsettled_exchanges"] == [0]
    assert "deal 1" in notices[0].en
    assert "1回目" in notices[0].ja


def test_if_no_exchange_fits_only_the_gifts_of_the_poor_are_added() -> None:
    record, notices = imported(old("3C4EE"))
    assert record["deals"][0]["actions"] == ["5 give 1 D2 DA", "4 give 2 C2", "4 C4"]
    assert len(notices) == 1


def test_a_rejected_play_may_name_cards_that_were_not_given() -> None:
    rejected = UNTIL_THE_END.replace("3EE 4D8EE", "3KxEE 4D8EE")
    assert imported(old(rejected)).record["deals"][0]["actions"][2] == "1 give 5 S4 S5"


def test_an_old_log_with_a_found_exchange_is_written_unchanged() -> None:
    log = old(UNTIL_THE_END)
    assert write_server_log(imported(log).record) == log


def test_a_gift_of_a_card_that_is_not_held_shows_no_rule() -> None:
    log = HEAD + game(f"{OWNER_OUT} {REST}", " 01S3EE")
    assert "trick_end" not in imported(log).record["options"]


def test_a_notice_on_a_truncated_log_names_the_line_of_its_tail() -> None:
    cut = imported(HEAD + game(f"{OWNER_OUT} {REST}") + "%00001%mib")
    assert "line 9" in cut.notices[0].en
    assert "9行目" in cut.notices[0].ja


def test_a_notice_on_nul_bytes_at_the_end_names_their_line() -> None:
    padded = imported(HEAD + game(f"{OWNER_OUT} {REST}") + "\0" * 20)
    assert "20 NUL bytes on line 9" in padded.notices[0].en
    assert "9行目" in padded.notices[0].ja


def test_a_play_that_no_record_can_hold_shows_no_rule() -> None:
    too_many = "0" + "S3" * 128 + "EE"
    assert settled_trick_end(f"{OWNER_OUT} {REST} {too_many}") is None
    assert settled_trick_end(too_many, f"{OWNER_OUT} {REST}") == "all_but_one"
    assert imported(old(too_many)).notices == []
