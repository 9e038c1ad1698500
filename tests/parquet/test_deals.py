"""The table of the deals."""

from tests.support.command_line import FAULTY, LEGAL
from tests.support.documents import document, one_deal
from tests.support.tables import rows_of

RESULTS = [{"result": {"order": [3, 1, 2, 4]}}, {"result": {"order": [1, 3, 4, 2], "points": [3, 0.5, -1, None]}}]


def test_deals_are_numbered_from_one() -> None:
    rows = rows_of("deals", document(deals=RESULTS), document())
    assert [(row["record"], row["deal"]) for row in rows] == [(1, 1), (1, 2), (2, 1)]


def test_the_ranking_that_a_deal_starts_from_is_that_of_the_one_before() -> None:
    first, second = rows_of("deals", document(deals=RESULTS))
    assert (first["places"], second["places"]) == ([], [3, 1, 2, 4])


def test_seats_are_there_where_only_the_rules_tell_them() -> None:
    first, second = rows_of(
        "deals", document(rules="dalmuti", deals=[*RESULTS[:1], {"result": {"order": [1, 2, 3, 4]}}])
    )
    assert first["seats"] == [1, 2, 3, 4]
    assert second["seats"] == [3, 1, 2, 4]


def test_the_order_is_there_as_replayed_and_as_written() -> None:
    _, second = rows_of("deals", document(deals=RESULTS))
    assert (second["order"], second["unfinished"]) == ([1, 3, 4, 2], [])
    assert (second["written_order"], second["written_points"]) == ([1, 3, 4, 2], [3.0, 0.5, -1.0, None])


def test_a_deal_without_actions_is_decided_and_not_verified() -> None:
    [row] = rows_of("deals", document())
    assert (row["decided"], row["verified"], row["actions"], row["abandoned"]) == (True, False, 0, False)


def test_a_deal_that_breaks_off_is_verified_and_not_decided() -> None:
    [row] = rows_of("deals", LEGAL)
    assert (row["decided"], row["verified"], row["actions"], row["abandoned"]) == (False, True, 6, True)
    assert (row["order"], row["unfinished"]) == ([], [1, 2, 3, 4])


def test_faults_are_counted() -> None:
    [row] = rows_of("deals", FAULTY)
    assert (row["legal"], row["faults"]) == (False, 3)


def test_what_was_not_written_is_null() -> None:
    [row] = rows_of("deals", one_deal(abandoned=True))
    assert [row[name] for name in ("dealer", "first", "stock", "written_order", "written_points", "notes")] == [
        None
    ] * 6


def test_what_was_written_about_the_deal_is_there() -> None:
    deal = {
        "first": 2,
        "stock": "C9 D9",
        "hands": ["C4 S6", "D6 C7"],
        "actions": [],
        "notes": "late",
        "abandoned": True,
    }
    [row] = rows_of("deals", document(rules="floor13", players=["Ren", "Mei"], deals=[deal]))
    assert (row["first"], row["stock"], row["notes"], row["exchanged"]) == (2, ["C9", "D9"], "late", False)
