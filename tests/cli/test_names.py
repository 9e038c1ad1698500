"""Players as tables name them: by name, and by id where that says more."""

import pytest

from api.cli.names import names_of, person


@pytest.mark.parametrize(
    ("id", "name", "shown"),
    [
        ("Mu", "Mu", "Mu"),
        ("j", "Junko", "Junko (j)"),
        ("mu2", "mu", "mu (mu2)"),
        ("Annabel", "Ann", "Ann (Annabel)"),
        ("mu#", "mu", "mu (mu#)"),
        ("mu#12", "mu", "mu (mu#12)"),
        ("mu#3", "mu", "mu#3"),
        ("#3", "mu", "mu (#3)"),
    ],
)
def test_a_person_is_shown_by_his_name_unless_his_id_says_it(id: str, name: str, shown: str) -> None:
    assert person({"id": id, "name": name}) == shown


def test_namesakes_are_told_apart_by_their_ids() -> None:
    shown = names_of([{"id": "mu#1", "name": "mu"}, {"id": "mu2", "name": "mu"}, "Junko"])
    assert shown == ["mu#1", "mu (mu2)", "Junko"]
