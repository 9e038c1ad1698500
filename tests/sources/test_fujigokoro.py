"""FujiGokoro files are read game by game, converted to deals, and written from them."""

from collections.abc import Sequence
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.options import Value
from daifu.schemas.foreign_log import LogError, WritingError, raise_if_broken
from daifu.schemas.fujigokoro.game import Game
from daifu.schemas.fujigokoro.importer import (
    FujiGokoroFile,
    FujiGokoroSource,
    deal_from_game,
    game_source,
    import_fujigokoro,
)
from daifu.schemas.fujigokoro.writer import write_fujigokoro
from daifu.schemas.record.model import RawRecord
from daifu.schemas.uecda.deals import Gift

FIRST = """\
/*\x20
game 7\x20
score\x20
class 0 1 2 3 4\x20
seat 1 0 2 4 3\x20
dealt { h5 } { c4 d4 } { d3 s3 } { s6 h9 } { c2 jo }\x20
changed { } { } { } { } { }\x20
original { h5 } { c4 d4 } { d3 s3 } { s6 h9 } { c2 jo }\x20
play s-3[1500] p[999] jk[12] p\x20
result 4 3 2 1 0\x20
*/\x20
"""
SECOND = """\
/*\x20
game 8\x20
score\x20
class 4 3 2 1 0\x20
seat 1 0 2 4 3\x20
dealt { c2 jo } { c4 ha } { h5 } { c3 s6 } { d3 h3 c7 s7 }\x20
changed { c2 jo } { ha } { } { c3 } { h3 c7 }\x20
original { h3 c7 } { c3 c4 } { h5 } { s6 ha } { d3 s7 c2 jo }\x20
play cs-7(c)[40]\x20
result 0 1 2 3 4\x20
*/\x20
"""
NAMES = "player Ume Take Ume Matsu Kiku\n"
INVALID_GIFT = SECOND.replace("{ c3 } {", "{ s6 } {")


def read(text: str) -> tuple[FujiGokoroFile, list[Game]]:
    file = FujiGokoroFile(StringIO(text, newline="\n"))
    games = list(file.games())
    raise_if_broken(file)
    return file, games


def game(text: str) -> Game:
    return read(NAMES + text)[1][0]


def log_error_of(text: str) -> LogError:
    with pytest.raises(LogError) as caught:
        read(text)
    return caught.value


def record(text: str, players: Sequence[Sequence[int]] = ((3, 5, 4, 2), (5,))) -> RawRecord:
    """The file as a record, with the players of its plays."""
    file, games = read(text)
    tail = file.tail or (0, "")
    source = FujiGokoroSource(
        format="fujigokoro",
        first_game=games[0].number,
        games=[game_source(game) for game in games],
        tail_line=tail[0],
        tail=tail[1],
        line_end=file.line_end,
    )
    return {
        "format": "daifu/1",
        "rules": "uecda",
        "options": {"illegal_play": "stands"},
        "players": [{"id": f"{name}#{at}", "name": name} for at, name in enumerate(file.names)],
        "source": source.to_raw(),
        "deals": [deal_from_game(game, by) for game, by in zip(games, players, strict=False)],
    }


def test_a_game_is_read_with_all_its_values() -> None:
    first = game(FIRST)
    assert first.number == 7
    assert first.dealt == ("H5", "C4 D4", "D3 S3", "S6 H9", "C2 X")
    assert [(turn.cards, turn.microseconds) for turn in first.plays] == [("S3", 1500), ("", 999), ("X", 12), ("", None)]


def test_a_game_becomes_a_deal_with_times_in_whole_milliseconds() -> None:
    assert deal_from_game(game(FIRST), [3, 5, 4, 2]) == {
        "seats": [2, 1, 3, 5, 4],
        "places": None,
        "hands": ["H5", "C4 D4", "D3 S3", "S6 H9", "C2 X"],
        "actions": ["3 S3 @1", "5 - @0", "4 X @0", "2 -"],
        "result": {"order": [5, 4, 3, 2, 1]},
    }


def test_gifts_follow_from_the_ranks_with_the_poor_first() -> None:
    deal = deal_from_game(game(SECOND), [5])
    assert deal["places"] == [5, 4, 3, 2, 1]
    assert deal["actions"] == ["1 give 5 C2 X", "2 give 4 HA", "5 give 1 H3 C7", "4 give 2 C3", "5 S7 X=C @0"]


def test_the_gift_that_replaced_an_invalid_one_is_found_in_the_hands() -> None:
    assert game(INVALID_GIFT).gifts[3] == Gift(4, 2, ("C3",))
    assert game_source(game(INVALID_GIFT)).changed == ["C2 X", "HA", "", "S6", "H3 C7"]


def test_hands_that_do_not_follow_from_the_exchange_are_refused() -> None:
    error = log_error_of(NAMES + SECOND.replace("{ s6 ha }", "{ s6 h2 }"))
    assert (error.line, error.what.en) == (9, "these hands are not the result of the exchange")


@pytest.mark.parametrize(
    "text", [NAMES + FIRST + SECOND, NAMES + FIRST + INVALID_GIFT, NAMES + SECOND.replace("8", "9")]
)
def test_a_file_is_written_again_as_it_was_read(text: str) -> None:
    by = [(3, 5, 4, 2), (5,)] if "game 7" in text else [(5,)]
    assert write_fujigokoro(record(text, by)) == text


def test_a_newer_file_does_not_number_its_games() -> None:
    text = (NAMES + FIRST + SECOND).replace("game 7 \n", "").replace("game 8 \n", "")
    assert read(text)[1][1].number is None
    assert write_fujigokoro(record(text)) == text


def test_a_file_is_written_with_its_own_line_ends() -> None:
    text = (NAMES + FIRST + SECOND).replace("\n", "\r\n")
    assert write_fujigokoro(record(text)) == text


def test_an_unusual_spelling_of_a_play_is_kept() -> None:
    text = NAMES + FIRST.replace("jk[12]", "hs-9[12]") + SECOND.replace("cs-7(c)", "sc-7(c)")
    written = record(text)
    assert written["deals"][1]["actions"][4] == "5 S7 X=C @0"
    assert write_fujigokoro(written) == text


@pytest.mark.parametrize("cut", [len(SECOND) - 1, SECOND.index("original"), 2])
def test_a_truncated_file_keeps_its_whole_games_and_its_tail(cut: int) -> None:
    text = NAMES + FIRST + SECOND[:cut]
    file, games = read(text)
    assert (len(games), file.tail) == (1, (13, SECOND[:cut]))
    assert write_fujigokoro(record(text)) == text


def test_a_file_without_a_whole_line_is_refused() -> None:
    assert log_error_of("player Ume").line == 1


@pytest.mark.parametrize(
    ("line", "whole", "broken"),
    [
        (1, "player Ume", "player  Ume"),
        (2, "/* ", "/*"),
        (3, "game 7 ", "game seven "),
        (3, "game 7 ", "game " + "7" * 5_000 + " "),
        (4, "score ", "score 3 "),
        (5, "class 0 1", "class 0 0"),
        (6, "4 3 \nd", "4 3\nd"),
        (7, "{ h5 } {", "{h5} {"),
        (7, "h9", "h1"),
        (8, "changed { } ", "changed "),
        (10, "s-3[1500]", "s-3[1500"),
        (10, "s-3[1500]", "s-3[" + "1" * 5_000 + "]"),
        (10, "s-3[1500]", "s-13[1500]"),
        (10, "[12] p ", "[12] p"),
        (11, "result 4", "results 4"),
        (14, "game 8", "game 9"),
    ],
)
def test_a_malformed_line_is_refused_with_its_number(line: int, whole: str, broken: str) -> None:
    text = NAMES + FIRST + SECOND
    assert whole in text
    error = log_error_of(text.replace(whole, broken, 1))
    assert error.line == line
    assert f"{line}行目" in error.message.ja


@given(st.integers(min_value=0), st.sampled_from(sorted({*NAMES, *FIRST, *SECOND, "\r", "é", "٣", "\u2028"})))
def test_a_file_with_one_changed_character_is_refused_or_written_again_as_it_is(place: int, character: str) -> None:
    text = NAMES + FIRST + SECOND
    at = place % len(text)
    changed = text[:at] + character + text[at + 1 :]
    try:
        imported = import_fujigokoro(StringIO(changed, newline="\n"))
    except LogError:
        return
    assert write_fujigokoro(imported.record) == changed


def record_from_elsewhere() -> RawRecord:
    """The two games without the `source` of the file."""
    plain = record(NAMES + FIRST + SECOND)
    del plain["source"]
    return plain


def test_a_record_from_another_source_is_written_with_its_own_times() -> None:
    written = write_fujigokoro(record_from_elsewhere())
    assert "play s-3[1000] p[0] jk[0] p \n" in written
    assert "game" not in written
    assert read(written)[1][1].gifts == game(SECOND).gifts


@pytest.mark.parametrize("option", [{}, {"illegal_play": "pass"}])
def test_a_record_without_a_faulty_play_is_written_whatever_becomes_of_faulty_plays(option: dict[str, Value]) -> None:
    plain = record_from_elsewhere()
    plain["deals"][0]["actions"] = ["3 S3", "5 -", "4 H9", "2 -"]
    written = write_fujigokoro({**plain, "options": option})
    assert written == write_fujigokoro(plain)
    assert "play s-3 p h-9 p \n" in written


@pytest.mark.parametrize("option", [{}, {"illegal_play": "pass"}])
def test_a_play_that_was_rejected_cannot_be_written(option: dict[str, Value]) -> None:
    """The server took the joker of player 4, who did not hold it, for a pass."""
    with pytest.raises(WritingError, match=r"deal 1: action 3 \(4 X @0\): a faulty play .* illegal_play") as caught:
        write_fujigokoro({**record_from_elsewhere(), "options": option})
    assert "1回目：3番目の行動（4 X @0）" in caught.value.message.ja


@pytest.mark.parametrize(
    ("actions", "place"),
    [
        (["3 S3", "4 H9"], 2),
        (["5 C2"], 1),
        (["3 S3", "4 -", "5 C2"], 2),
        (["3 D3", "5 C2", "3 S3"], 3),
        (["3 S3", "5 C2", "4 -", "2 -", "1 -", "3 -", "3 D3"], 7),
    ],
)
def test_a_play_that_would_be_read_as_that_of_another_player_is_not_written(actions: list[str], place: int) -> None:
    """The format does not say who played: each play is taken for that of the player on turn."""
    other = record_from_elsewhere()
    other["deals"][0]["actions"] = actions
    with pytest.raises(WritingError, match=f"deal 1: .* play {place} ") as caught:
        write_fujigokoro(other)
    assert f"{place}番目の着手" in caught.value.message.ja


@pytest.mark.parametrize("name", ["jack_back", "six_reverse"])
def test_an_option_that_changes_the_play_cannot_be_written(name: str) -> None:
    plain = record_from_elsewhere()
    with pytest.raises(WritingError, match=f"no place for the option {name}"):
        write_fujigokoro({**plain, "options": {"illegal_play": "stands", name: True}})
    off: dict[str, Value] = {"illegal_play": "stands", name: False}
    assert write_fujigokoro({**plain, "options": off}) == write_fujigokoro(plain)


@pytest.mark.parametrize(
    "gifts",
    [[], ["1 give 4 C2 X", "2 give 5 HA", "5 give 2 H3 C7", "4 give 1 C3"], ["1 give 5 S9", "5 give 1 H3"]],
)
def test_gifts_that_do_not_follow_from_the_ranks_cannot_be_written(gifts: list[str]) -> None:
    other = record_from_elsewhere()
    other["deals"][1]["actions"][:4] = gifts
    with pytest.raises(WritingError, match="deal 2: the gifts"):
        write_fujigokoro(other)


@pytest.mark.parametrize("action", ["3 S3 @2", "3 S3"])
def test_times_that_contradict_the_source_are_not_written(action: str) -> None:
    edited = record(NAMES + FIRST)
    edited["deals"][0]["actions"][0] = action
    with pytest.raises(WritingError, match="does not fit the deals"):
        write_fujigokoro(edited)


def test_a_spelling_that_contradicts_the_record_is_not_written() -> None:
    edited = record(NAMES + FIRST.replace("s-3", "hd-3"))
    edited["deals"][0]["actions"][0] = "3 S3 @1"
    with pytest.raises(WritingError, match="does not fit the deals"):
        write_fujigokoro(edited)


def test_a_source_of_other_games_is_refused() -> None:
    edited = record(NAMES + FIRST + SECOND)
    del edited["deals"][0]
    with pytest.raises(WritingError, match="does not fit the deals"):
        write_fujigokoro(edited)
    with pytest.raises(WritingError, match=r"FujiGokoro files writes it: /games: expected this field, found nothing"):
        write_fujigokoro({**edited, "source": {"format": "fujigokoro"}})
    games = [{"thinking": [], "spelt": {"0": "p", "x": "p"}}]
    with pytest.raises(WritingError, match=r"/games/0/spelt/x: expected a whole number, found 'x'"):
        write_fujigokoro({**edited, "source": {"format": "fujigokoro", "games": games}})
