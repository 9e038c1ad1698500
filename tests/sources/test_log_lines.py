"""Lines of a log have line ends, and a truncated file has a tail."""

import pytest

from daifu.schemas.foreign_log import CutOff, LogError, LogLines, Tail


def test_lines_are_taken_without_their_endings() -> None:
    lines = LogLines(["one\r\n", "two\r\n"])
    assert (lines.take(), lines.take()) == ("one", "two")


def test_a_whole_file_has_no_tail() -> None:
    lines = LogLines(["one\n"])
    lines.take()
    lines.mark_complete()
    assert lines.tail() is None


def test_a_line_without_its_ending_is_not_whole() -> None:
    lines = LogLines(["one\n", "tw"])
    lines.take()
    lines.mark_complete()
    assert lines.at_end()
    assert lines.tail() == Tail(2, "tw")


def test_an_unfinished_game_belongs_to_the_tail() -> None:
    lines = LogLines(["one\n", "two\n", "thr"])
    lines.take()
    lines.mark_complete()
    lines.take()
    with pytest.raises(CutOff):
        lines.take()
    assert lines.tail() == Tail(2, "two\nthr")


@pytest.mark.parametrize("first_and_second", [["one\n", "two\r\n"], ["one\r\n", "two\n"], ["one\n", "t\rwo\n"]])
def test_mixed_line_ends_are_refused(first_and_second: list[str]) -> None:
    lines = LogLines(first_and_second)
    lines.take()
    with pytest.raises(LogError, match="line 2: a line end unlike"):
        lines.take()


def test_lines_without_endings_are_refused() -> None:
    lines = LogLines(["one", "two"])
    with pytest.raises(LogError, match="line 1: the line has no ending"):
        lines.tail()
