"""`daifu tournament log` shows every change, in English by the words of the log and in Japanese by Japanese ones."""

import re
from typing import get_args

import msgspec

from daifu.api.views.tournaments.text import CHANGE_NAMES, FIELD_NAMES
from daifu.data.tournaments.changes import AnyChange
from tests.support.command_line import daifu
from tests.support.tournaments.cli import CommandScorekeeper


def test_every_change_and_every_field_of_one_has_a_japanese_name() -> None:
    kinds = get_args(AnyChange)
    assert set(CHANGE_NAMES) == {kind.__struct_config__.tag for kind in kinds}
    assert set(FIELD_NAMES) == {field.encode_name for kind in kinds for field in msgspec.structs.fields(kind)}


def test_an_entry_has_its_number_author_change_and_reason(keeper: CommandScorekeeper) -> None:
    keeper.create("Winter cup")
    keeper.run("enter", "Haru", "--team", "Reds", "--as", "Mio", "--reason", "came late")
    assert re.fullmatch(
        r'2  \S+ \S+Z  Mio  entered name="Haru" team="Reds" \(came late\)', keeper.run("log").splitlines()[1]
    )


def test_an_entry_in_japanese_has_japanese_words(keeper: CommandScorekeeper) -> None:
    keeper.create("冬の大会")
    keeper.run("enter", "春", "--team", "赤組", "--reason", "遅れて到着")
    printed = daifu("--lang", "ja", "tournament", "log", "1", *keeper.target).stdout.splitlines()
    assert printed[0].endswith('大会作成 名前="冬の大会" ゲーム="dalmuti" 設定={}')
    assert printed[1].endswith('参加登録 名前="春" チーム="赤組"（遅れて到着）')
