"""Errors of SQLite become those of a store."""

import pytest

from daifu.data.store.sqlite.errors import TRANSLATED_ERRORS


def test_errors_of_the_program_are_not_translated() -> None:
    with pytest.raises(OverflowError), TRANSLATED_ERRORS:
        (2**80).to_bytes(8)
