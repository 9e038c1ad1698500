"""The analysis of a revision is kept and counted with its record, and with no other revision or method."""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from daifu.data.store.errors import NoSuchRecord, RecordWithdrawn
from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter
from daifu.replay.analysis.deals import METHOD
from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from daifu.replay.counters import COUNTING_VERSION
from daifu.replay.figures.figures import player_figures
from daifu.replay.figures.leaderboard import leaderboard_counters, rank_players
from daifu.schemas.analysis import DealAnalysis
from tests.support.analyses import analysed_deal, choice, deal_not_analysed, luck, proof, random_analysis
from tests.support.evenings import PLAYERS, judged_results
from tests.support.recount.store import store_differences
from tests.support.stores import ANN, judged_sitting, verification_errors

OTHER_METHOD = "proofs-1"
ANALYSIS = b'[{"deal":0}]'


@pytest.fixture
def record(store: Store) -> int:
    """A record with an analysis."""
    [outcome] = store.add([judged_sitting()], ANN)
    store.analyses.keep(outcome.id, 1, OTHER_METHOD, ANALYSIS)
    return outcome.id


def test_an_analysis_is_found_as_it_was_kept(store: Store, record: int) -> None:
    assert store.analyses.find(record, 1, OTHER_METHOD) == ANALYSIS


def test_there_is_no_analysis_before_one_is_kept(store: Store, record: int) -> None:
    for other in ((record + 1, 1), (record, 2), (2**80, 1), (record, 2**80)):
        assert store.analyses.find(*other, OTHER_METHOD) is None


def test_the_analysis_by_another_version_of_the_method_is_not_found(store: Store, record: int) -> None:
    assert store.analyses.find(record, 1, "proofs-2") is None


def test_a_later_analysis_replaces_the_earlier_one(store: Store, record: int) -> None:
    store.analyses.keep(record, 1, "proofs-2", b"[]")
    assert store.analyses.find(record, 1, "proofs-2") == b"[]"
    assert store.analyses.find(record, 1, OTHER_METHOD) is None


def test_a_corrected_record_has_no_analysis_and_its_earlier_revision_keeps_it(store: Store, record: int) -> None:
    store.revise(record, judged_sitting("B"), ANN, expected=1)
    assert store.analyses.find(record, 2, OTHER_METHOD) is None
    assert store.analyses.find(record, 1, OTHER_METHOD) == ANALYSIS


def test_all_analyses_come_by_record_and_revision(store: Store, record: int) -> None:
    store.revise(record, judged_sitting("B"), ANN, expected=1)
    store.analyses.keep(record, 2, OTHER_METHOD, b"[]")
    assert list(store.analyses.each()) == [(record, 1, OTHER_METHOD, ANALYSIS), (record, 2, OTHER_METHOD, b"[]")]


def test_an_analysis_of_nothing_is_refused(store: Store, record: int) -> None:
    for other in ((record + 1, 1), (record, 2), (2**80, 1), (record, 2**80)):
        with pytest.raises(NoSuchRecord):
            store.analyses.keep(*other, OTHER_METHOD, ANALYSIS)


def test_a_withdrawal_has_no_analysis(store: Store, record: int) -> None:
    store.withdraw(record, ANN, expected=1)
    with pytest.raises(RecordWithdrawn):
        store.analyses.keep(record, 2, OTHER_METHOD, ANALYSIS)


def test_a_store_with_analyses_is_consistent(store: Store, record: int) -> None:
    assert store.analyses.find(record, 1, OTHER_METHOD)
    assert verification_errors(store) == []


MU = PLAYERS[0]
RULES = "dalmuti"
DEAL = analysed_deal(
    [proof(1, 1, PROVEN, PROVEN), proof(2, 1, PROVEN, REFUTED), proof(3, 1, PROVEN, PROVEN), proof(4, 2, UNKNOWN)],
    choices=[choice(2, 0.25, swing=-0.25), choice(5, 0.0, swing=0.05)],
    lucks=[luck(1, 0.1, -0.3, 0.7, 0.08), luck(2, -0.1, 0.3, -0.7, -0.08)],
)
"""A deal in which the first player kept two proven wins and missed one, and won with bad cards."""


@pytest.fixture
def played(store: Store) -> int:
    """A record of two deals."""
    [outcome] = store.add([judged_results(PLAYERS[:4], [[1, 2, 3, 4], [2, 1, 3, 4]])], ANN)
    return outcome.id


def keep(store: Store, played: int, revision: int, *deals: DealAnalysis, method: str = METHOD) -> None:
    store.analyses.keep(played, revision, method, msgspec.json.encode(deals))


def analysed(store: Store, players: Sequence[str] = (MU,)) -> int:
    """The number of analysed deals of a player, given by all of their ids."""
    counts = store.statistics.player(players, RULES) or {}
    return counts.get("analysed", 0)


def correct(store: Store, played: int) -> None:
    store.revise(played, judged_results(PLAYERS[:4], [[4, 3, 2, 1], [2, 1, 3, 4]]), ANN, expected=1)


def test_an_analysis_gives_its_players_figures(store: Store, played: int) -> None:
    keep(store, played, 1, DEAL, deal_not_analysed())
    counts = store.statistics.player([MU], RULES) or {}
    expected = {
        "analysed": (1, 1, 1),
        "wins.missed": (1, 1, 1),
        "wins.played": (2, 3, 2 / 3),
        "accuracy": (1, 2, 0.5),
        "swing": (-20, 2, -10),
        "luck": (-20, 1, -20),
        "luck.seat": (10, 1, 10),
        "luck.cards": (-30, 1, -30),
        "luck.play": (70, 1, 70),
        "luck.adjusted": (116, 1, 116),
    }
    figures = player_figures(RULES, counts, counts)
    found = {id: (figures[id].numerator, figures[id].denominator, figures[id].value) for id in expected}
    assert found == expected


def test_without_an_analysis_there_are_no_such_figures(store: Store, played: int) -> None:
    keep(store, played, 1, deal_not_analysed(), deal_not_analysed())
    counts = store.statistics.player([MU], RULES) or {}
    assert counts
    assert not {"analysed", "wins.missed", "luck"} & player_figures(RULES, counts, counts).keys()


def test_a_leaderboard_has_the_players_with_analysed_deals(store: Store, played: int) -> None:
    keep(store, played, 1, DEAL)
    counters = leaderboard_counters(RULES, "luck.cards")
    players = store.statistics.everybody(RULES, counters=counters)
    found = rank_players(RULES, "luck.cards", players, store.statistics.profile(RULES)[1])
    assert [(one.player, one.value.value) for one in found.entries] == [(PLAYERS[1], 30), (MU, -30)]


def test_an_analysis_counts_in_the_filters_of_its_record(store: Store, played: int) -> None:
    keep(store, played, 1, DEAL, DEAL)
    assert (store.statistics.player([MU], RULES, DealFilter(seated=4)) or {})["analysed"] == 2
    assert store.statistics.player([MU], RULES, DealFilter(seated=5)) is None


def test_an_analysis_changes_the_version_of_the_statistics(store: Store, played: int) -> None:
    before = store.statistics.version(RULES)
    keep(store, played, 1, DEAL)
    assert store.statistics.version(RULES) > before


def test_an_analysis_that_is_made_again_counts_once(store: Store, played: int) -> None:
    keep(store, played, 1, DEAL, DEAL)
    keep(store, played, 1, DEAL)
    assert analysed(store) == 1


def test_a_correction_takes_the_analysis_away(store: Store, played: int) -> None:
    keep(store, played, 1, DEAL)
    correct(store, played)
    assert analysed(store) == 0
    assert store_differences(store, RULES) == []


def test_the_analysis_of_an_earlier_revision_does_not_count(store: Store, played: int) -> None:
    correct(store, played)
    keep(store, played, 1, DEAL)
    assert analysed(store) == 0
    keep(store, played, 2, DEAL)
    assert analysed(store) == 1


def test_a_withdrawal_takes_the_analysis_away(store: Store, played: int) -> None:
    keep(store, played, 1, DEAL)
    store.withdraw(played, ANN, expected=1)
    assert store.statistics.profile(RULES) == ({}, {})


def test_the_analysis_of_a_withdrawn_record_does_not_count(store: Store, played: int) -> None:
    store.withdraw(played, ANN, expected=1)
    keep(store, played, 1, DEAL)
    assert store.statistics.profile(RULES) == ({}, {})


def test_an_analysis_by_another_method_does_not_count_and_takes_the_earlier_one_away(store: Store, played: int) -> None:
    keep(store, played, 1, DEAL)
    keep(store, played, 1, DEAL, method="earlier")
    assert analysed(store) == 0
    keep(store, played, 1, DEAL)
    assert analysed(store) == 1


def test_merged_people_have_the_analysed_deals_of_all_their_ids(store: Store, played: int) -> None:
    [other] = store.add([judged_results(["Nao", *PLAYERS[1:4]], [[1, 2, 3, 4]])], ANN)
    keep(store, played, 1, DEAL, DEAL)
    keep(store, other.id, 1, DEAL)
    merge = store.people.merge("Nao", MU, ANN, "one and the same")
    assert analysed(store, store.people.one(MU).players) == 3
    store.people.undo(merge, ANN, "they are two")
    assert analysed(store, store.people.one(MU).players) == 2


def test_analyses_of_long_records_are_counted_as_a_slow_count_has_them(store: Store, played: int) -> None:
    long = judged_results(PLAYERS[:5], [[1, 2, 3, 4, 5]] * 45, event={"table": "long"})
    [other] = store.add([long], ANN)
    store.analyses.keep(played, 1, METHOD, random_analysis(2, 4, Random(1)))
    store.analyses.keep(other.id, 1, METHOD, random_analysis(45, 5, Random(2)))
    assert store_differences(store, RULES) == []
    assert verification_errors(store) == []


def test_a_new_version_of_the_method_is_a_new_version_of_the_counting() -> None:
    assert (COUNTING_VERSION, METHOD) == (14, "proofs/3 playouts/3 luck/2")
