"""Errors of SQLite are told as those of a store."""

import pytest

from data.store.sqlite.errors import TRANSLATED_ERRORS


def test_what_the_program_makes_too_large_is_no_missing_record() -> None:
    with pytest.raises(OverflowError), TRANSLATED_ERRORS:
        (2**80).to_bytes(8)
