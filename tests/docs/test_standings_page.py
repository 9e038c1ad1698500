"""The page about standings as tables: its examples do what they say."""

import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import ROOT, daifu
from tests.support.markdown import FENCED, text_of
from tests.support.parquet import read
from tests.support.scorekeeper import Scorekeeper


@pytest.mark.parametrize("page", ["docs/tournament-standings.md", "docs/tournament-standings.ja.md"])
def test_the_page_reads_what_it_has_written(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keeper = Scorekeeper()
    keeper.opens(4)
    for number in ("1", "2", "3"):
        keeper.seats("1,2,3,4")
        keeper.does("result", number, "1", "--points", "1/3,0,1,0")
    blocks = FENCED.findall(text_of(ROOT / page))
    [call] = re.findall("^daifu (tournament .*)$", "".join(code for _, code in blocks), re.MULTILINE)
    assert daifu(*shlex.split(call)).exit_code == 0
    scope: dict[str, Any] = {}
    exec(next(code for language, code in blocks if language == "python"), scope)  # noqa: S102 - as a reader would
    assert scope["points"] == [Fraction(3), Fraction(1), Fraction(0), Fraction(0)]
    assert [row["name"] for row in read(Path("standing.parquet").read_bytes())][:2] == ["Player 3", "Player 1"]
