"""`daifu tournament log` shows every change, in English by the words of the log and in Japanese by Japanese ones."""

from typing import get_args

import msgspec

from daifu.api.views.tournaments.text import CHANGE_NAMES, FIELD_NAMES
from daifu.data.tournaments.changes import AnyChange


def test_every_change_and_every_field_of_one_has_a_japanese_name() -> None:
    kinds = get_args(AnyChange)
    assert set(CHANGE_NAMES) == {kind.__struct_config__.tag for kind in kinds}
    assert set(FIELD_NAMES) == {field.encode_name for kind in kinds for field in msgspec.structs.fields(kind)}
