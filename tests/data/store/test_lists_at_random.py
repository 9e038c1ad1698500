"""Whatever is asked for, a list has the records that fit."""

from contextlib import closing
from datetime import date
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.store import Store
from data.store.asked import Wanted
from data.store.seats import TOGETHER
from schemas.judged import Facts, Judged
from tests.support.kept import ANN, alike, judged

NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
FAULTS: Final = ("not_stronger", "out_of_turn")
BEFORE: Final = TOGETHER - 4
OTHERS: Final = [
    one._replace(facts=one.facts._replace(players=[(name, name) for name in NAMES[-4:]])) for one in alike(BEFORE)
]

days = st.sampled_from([date(2025, 4, day) for day in (1, 2, 3)])
facts = st.builds(
    Facts,
    rules=st.sampled_from(["theater", "biga"]),
    players=st.permutations(NAMES).map(lambda ids: [(one, one) for one in ids[:4]]),
    tournament=st.sampled_from([None, "The league", "The cup"]),
    round=st.none(),
    date=st.none() | days.map(date.isoformat),
    deals=st.just(1),
    actions=st.just(8),
    legal=st.booleans(),
    faults=st.dictionaries(st.sampled_from(FAULTS), st.integers(1, 3)),
)
wishes = st.builds(
    Wanted,
    player=st.none() | st.sampled_from(NAMES),
    rules=st.none() | st.sampled_from(["theater", "biga"]),
    tournament=st.none() | st.sampled_from(["The league", "The cup"]),
    legal=st.none() | st.booleans(),
    fault=st.none() | st.sampled_from(FAULTS),
    since=st.none() | days,
    until=st.none() | days,
    withdrawn=st.booleans(),
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which nearly so many records of others are that players are entered."""
    path = tmp_path_factory.mktemp("begun") / "test.db"
    with closing(Store.open(path)) as store:
        store.add(OTHERS, ANN)
    return path


def fits(wanted: Wanted, known: Facts, *, withdrawn: bool) -> bool:
    """Whether these are the facts of a record that is wanted."""
    day = known.date and date.fromisoformat(known.date)
    return (
        wanted.withdrawn == withdrawn
        and wanted.player in (None, *(player for player, _ in known.players))
        and wanted.rules in (None, known.rules)
        and wanted.tournament in (None, known.tournament)
        and wanted.legal in (None, known.legal)
        and wanted.fault in (None, *known.faults)
        and (wanted.since is None or bool(day and wanted.since <= day))
        and (wanted.until is None or bool(day and day <= wanted.until))
    )


def with_facts(number: int, known: Facts) -> Judged:
    """A record of which all that lists ask for is this."""
    return judged()._replace(content=bytes([1, number] * 8), opening=bytes([1, number] * 4), facts=known)


@given(st.lists(st.tuples(facts, st.booleans()), max_size=12), st.lists(wishes, min_size=5, max_size=5))
def test_a_list_has_all_records_that_fit_and_no_other(
    begun: Path, known: list[tuple[Facts, bool]], asked: list[Wanted]
) -> None:
    with TemporaryDirectory() as folder, closing(Store.open(Path(copy(begun, folder)))) as store:
        store.add([with_facts(number, one) for number, (one, _) in enumerate(known)], ANN)
        for number, (_, withdrawn) in enumerate(known, BEFORE + 1):
            if withdrawn:
                store.withdraw(number, ANN, expected=1, reason="a test")
        every = [*((one.facts, False) for one in OTHERS), *known]
        for wanted in asked:
            fitting = [number for number, (one, gone) in enumerate(every, 1) if fits(wanted, one, withdrawn=gone)]
            assert [record.id for record in store.page(wanted, None, len(every)).records] == fitting[::-1]
            assert [stored.id for stored in store.each(wanted)] == fitting
