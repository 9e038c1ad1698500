import re

import pytest

from data.tournaments.refusals import CATALOGUE, Refused


@pytest.mark.parametrize("code", CATALOGUE)
def test_both_languages_tell_the_same_details(code: str) -> None:
    sentence = CATALOGUE[code]
    english, japanese = (set(re.findall(r"{(\w+)}", text)) for text in sentence)
    assert english == japanese


def test_a_refusal_says_what_was_wrong() -> None:
    refused = Refused("table_too_many", table=9, count=8)
    assert refused.text.en == "the round has 8 tables, no table 9"
    assert str(refused) == refused.text.en
