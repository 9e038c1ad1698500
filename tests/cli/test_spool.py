"""Output that is too long for memory waits in temporary files, and none of them is left behind."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from daifu.api.cli.check import command
from daifu.api.cli.check.command import BatchOutput, Spool, SpoolFolder
from daifu.api.cli.program.output import write_text

WORDS = [b"one ", b"two ", "三つ".encode(), b" four"]


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpoolFolder]:
    """A room for spools that hold no more than five bytes."""
    monkeypatch.setattr(command, "MEMORY_LIMIT", 5)
    with SpoolFolder() as room:
        yield room


def filled_spool(room: SpoolFolder) -> Spool:
    found = Spool(room)
    for word in WORDS:
        found.put(word)
    return found


def test_bytes_come_out_as_they_were_put_in(room: SpoolFolder) -> None:
    assert b"".join(filled_spool(room).take()) == b"".join(WORDS)


def test_a_room_without_files_is_never_made() -> None:
    with SpoolFolder() as room:
        few = Spool(room)
        few.put(b"few")
        assert (b"".join(few.take()), few.path) == (b"few", "")


def test_what_was_taken_leaves_no_file(room: SpoolFolder) -> None:
    found = filled_spool(room)
    path = Path(found.path)
    assert path.exists()
    list(found.take())
    assert not path.exists()


def test_what_is_dropped_leaves_no_file(room: SpoolFolder) -> None:
    found = filled_spool(room)
    path = Path(found.path)
    found.drop()
    assert (path.exists(), b"".join(found.take())) == (False, b"")


def test_a_room_leaves_nothing_behind() -> None:
    with SpoolFolder() as room:
        path = Path(room.new_file())
    assert not path.parent.exists()


def test_another_process_shares_the_folder_and_takes_its_files(room: SpoolFolder) -> None:
    theirs: Spool = pickle.loads(pickle.dumps(filled_spool(room)))  # noqa: S301 - our own
    assert (theirs.folder.path, b"".join(theirs.take())) == (room.path, b"".join(WORDS))


def test_output_for_the_same_stream_is_joined_in_order(room: SpoolFolder) -> None:
    told = BatchOutput(room)
    few = Spool(room)
    few.put(b"in ")
    told.print(b"begin ", aside=False)
    told.add_spool(few, aside=False)
    told.add_spool(filled_spool(room), aside=False)
    told.print(b" end", aside=False)
    told.print(b"aside", aside=True)
    assert [aside for aside, _ in told.pieces] == [False, False, True]
    printed = [b"".join(piece.take()) for _, piece in told.pieces]
    assert b"".join(printed[:2]) == b"begin in " + b"".join(WORDS) + b" end"


def test_a_sign_in_two_pieces_is_printed_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    write_text([bytes([byte]) for byte in "三つ".encode()])
    assert capsys.readouterr().out == "三つ"
