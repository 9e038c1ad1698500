"""What holds of the counters of any record, and of sittings that are drawn."""

from collections import Counter
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daifu.replay.counters import PAIR, SEAT, TABLE, Counts
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import replay
from daifu.replay.statistics.catalogue import counters_of
from daifu.replay.statistics.record import RecordCounters, count_record
from daifu.replay.statistics.results import thousandths
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord
from daifu.schemas.report import report_json
from tests.support.drawn_sittings import draw_record, draw_tables
from tests.support.random_records import choose_carelessly, random_record
from tests.support.recount.store import products
from tests.support.reports import seat_total, table_total
from tests.support.strategies import sittings

PLACES = [f"place.{place}" for place in (*range(1, 21), "none")]

seeds = st.integers(0, 2**32)
strange = st.builds(lambda rules, seed: random_record(rules, Random(seed)), st.sampled_from(sorted(PROFILES)), seeds)
any_of_them = st.one_of(strange, sittings(choose=choose_carelessly))


@given(any_of_them)
def test_the_report_is_that_of_the_replay(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    assert report_json(count_record(record)[0]) == report_json(replay(record))


@given(any_of_them)
def test_every_counter_is_in_the_catalogue_and_none_is_0(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    rules = record.rules.profile.name
    for whose, counts in everything(count_record(record)[1]):
        assert counts.keys() <= counters_of(rules, whose).keys()
        assert all(counts.values())


@given(any_of_them)
def test_every_deal_has_its_result_at_each_seat(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    report, tallies = count_record(record)
    seated = sum(len(deal.order) + len(deal.unfinished) for deal in report.deals)
    decided = [deal for deal in report.deals if deal.decided]
    assert seat_total(tallies, "seated") == seated == seat_total(tallies, "deals") + seat_total(tallies, "undecided")
    assert table_total(tallies, "deals") == len(decided) == len(report.deals) - table_total(tallies, "undecided")
    for counts in tallies.seats.values():
        assert sum(counts.get(place, 0) for place in PLACES) == counts.get("deals", 0)
    assert seat_total(tallies, "first") == sum(len(deal.order) > 0 for deal in decided)


@given(any_of_them)
def test_points_are_the_totals_of_the_report(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    report, tallies = count_record(record)
    for player, points in enumerate(report.totals, 1):
        own = [counts.get("points", 0) for (number, _seated), counts in tallies.seats.items() if number == player]
        assert sum(own) == pytest.approx(0 if points is None else thousandths(points), rel=1e-12, abs=10)


@given(any_of_them)
def test_faults_are_those_of_the_report(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    report, tallies = count_record(record)
    faults = [fault for deal in report.deals for fault in deal.faults]
    assert table_total(tallies, "faults") == len(faults)
    assert seat_total(tallies, "faults") == sum(fault.player is not None for fault in faults)
    for fault in faults:
        assert table_total(tallies, f"faults.{fault.code}") == sum(other.code == fault.code for other in faults)
        assert table_total(tallies, f"rule.{fault.rule}") == sum(other.rule == fault.rule for other in faults)


@given(any_of_them)
def test_every_action_is_counted_once(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    tallies = count_record(record)[1]
    actions = sum(len(deal.actions or ()) for deal in record.deals)
    passes = [seat_total(tallies, f"passes.{kind}") for kind in ("able", "unable", "unseen")]
    assert seat_total(tallies, "actions") == table_total(tallies, "actions") == actions
    assert seat_total(tallies, "passes") == sum(passes)
    assert (
        seat_total(tallies, "leads.won")
        <= seat_total(tallies, "tricks")
        <= seat_total(tallies, "leads")
        <= seat_total(tallies, "sets")
    )


@given(any_of_them)
def test_what_table_and_seats_both_count_agrees(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    tallies = count_record(record)[1]
    both = ("sets", "cards", "passes", "tricks", "bombs", "revolutions", "jokers")
    for name in both:
        assert table_total(tallies, name) == seat_total(tallies, name)
    kinds = {name for counts in tallies.seats.values() for name in counts if name.startswith("set.")}
    assert sum(seat_total(tallies, kind) for kind in kinds) == seat_total(tallies, "sets")


@given(sittings())
def test_in_fair_play_cards_laid_and_cards_left_are_those_of_the_hands(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    report, tallies = count_record(record)
    if record.rules.profile.name in ("floor13", "biga", "theater"):  # where cards are drawn, captured, or shown away
        return
    assume(all(deal.decided for deal in report.deals))  # of other deals the cards left are not counted
    cards = sum(
        record.rules.alphabet.count(hand.cards)
        for deal in record.deals
        for hand in deal.hands or ()
        if hand is not None
    )
    assert seat_total(tallies, "cards") + seat_total(tallies, "left") == cards
    assert seat_total(tallies, "gifts.given.cards") == seat_total(tallies, "gifts.received.cards")


def everything(tallies: RecordCounters) -> list[tuple[str, Counts]]:
    """All counters, with whose they are."""
    seats = [(SEAT, counts) for counts in tallies.seats.values()]
    tables = [(TABLE, counts) for counts in tallies.tables.values()]
    return seats + tables + [(PAIR, counts) for counts in tallies.pairs.values()]


@given(sittings(choose=choose_carelessly))
def test_pairs_are_seen_from_both_sides_alike(raw: RawRecord) -> None:
    tallies = count_record(load_raw_record(raw))[1]
    for (player, other), counts in tallies.pairs.items():
        assert player < other
        assert counts["deals"] == sum(counts.get(name, 0) for name in ("higher", "lower", "equal"))


@pytest.mark.soak
@pytest.mark.parametrize("sitting", [1, 9])
@pytest.mark.parametrize("rules", ["biga", "dalmuti"])
def test_what_is_added_up_for_a_table_is_what_its_records_count(rules: str, sitting: int) -> None:
    deals, tables = 9, 1
    drawn = draw_tables(rules, deals, sitting, tables, Random(5))
    rng = Random(5)
    for table in drawn.tables:
        counts = [Counter[str]() for _ in table]
        for _ in range(deals // sitting):
            seats = count_record(load_raw_record(draw_record(rules, sitting, rng)))[1].seats
            for (player, _), found in seats.items():
                counts[player - 1].update(found)
                counts[player - 1].update(products(found, rules, SEAT))
        assert table == [{name: value for name, value in found.items() if value} for found in counts]
