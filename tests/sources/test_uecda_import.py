"""The replay finds the trick-end rule of a server log, and exchanges that are not written."""

from io import StringIO

from daifu.schemas.foreign_log import ImportedRecord
from daifu.schemas.uecda.importer import import_server_log
from daifu.schemas.uecda.writer import write_server_log

HEAD = "%-----%palyer_name% Ume Take Matsu Kiku Ran\n"


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


OWNER_OUT = "0D3EE 1H9EE 2EE 3EE 4EE"
REST = "2S5EE 3S6EE 4S7EE"


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


OLD_LINES = """\
%00000%mibun% 01234
%00000%seat% 01234
%00000%palyer_cards% S4S5H6 H4H5 D3 C4C2 D8DAD2\x20
%00000%play%  PLAY
%00000%result% 21403
"""
UNTIL_THE_END = "2D3EE 3C4EE 4S5EE 0H6EE 1C2EE 3EE 4EE 0EE 1EE 1H5EE 3EE 4D8EE 4S4EE 0DAEE 3EE 0EE 0D2EE"


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
