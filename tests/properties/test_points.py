"""What the points of a deal add up to, and who gets a place."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.deal import DealReport, Number
from daifu.schemas.record.model import RawRecord
from tests.support.equivalent_records import deal_starts
from tests.support.random_records import choose_carelessly
from tests.support.reports import judge_deals, judge_record
from tests.support.strategies import sittings

UECDA_SUM = 5 + 4 + 3 + 2 + 1


def decided(raw: RawRecord) -> list[DealReport]:
    """The deals that were played to their end."""
    return [deal for deal in judge_record(raw).deals if deal.decided]


def points_of(deal: DealReport) -> list[Number | None]:
    """The points of those who sat at the table."""
    return [deal.points[player - 1] for player in deal.order + deal.unfinished]


def sums(deals: list[DealReport]) -> list[Number]:
    """The sum of the points of each deal in which everybody's points are known."""
    return [sum(point or 0 for point in points) for points in map(points_of, deals) if None not in points]


@given(sittings(("akagiri",), choose=choose_carelessly))
def test_akagiri_adds_up_to_nothing_at_every_table_of_titles(raw: RawRecord) -> None:
    """A-SCORE-2, A-OPT-TITLE."""
    assert set(sums(decided(raw))) <= {0}


@given(sittings(("floor13",), choose=choose_carelessly))
def test_floor13_adds_up_to_nothing_when_the_winner_takes_all(raw: RawRecord) -> None:
    """F-SCORE-UNO; without a winner all hands are counted (F-END-3)."""
    if raw.get("options", {}).get("scoring", "uno") == "uno":
        assert set(sums([deal for deal in decided(raw) if any(deal.titles)])) <= {0}


@given(sittings(("biga",), choose=choose_carelessly))
def test_big_a_adds_up_to_nothing(raw: RawRecord) -> None:
    """B-SCORE-5."""
    if not raw.get("options", {}).get("seed_literal_p2d5"):
        assert set(sums(decided(raw))) <= {0}


@given(sittings(("dalmuti",), choose=choose_carelessly))
def test_dalmuti_gives_a_point_for_each_pair_of_players_and_philosophers_up_to_two_more(raw: RawRecord) -> None:
    """D-SCORE-2, D-PHIL-1."""
    options = raw.get("options", {})
    for deal in decided(raw):
        pairs = len(deal.order) * (len(deal.order) - 1) // 2
        more = range(3 if options.get("philosophical") else 1)
        assert set(sums([deal])) <= {pairs + philosophical for philosophical in more}
        assert options.get("score", True) or not sums([deal])


@given(sittings(("uecda",), choose=choose_carelessly))
def test_uecda_gives_fifteen_points(raw: RawRecord) -> None:
    """U-SCORE-1."""
    assert set(sums(decided(raw))) <= {UECDA_SUM}


@given(sittings(choose=choose_carelessly))
def test_everybody_has_a_place_or_is_unfinished(raw: RawRecord) -> None:
    for deal, start in zip(judge_record(raw).deals, deal_starts(raw), strict=True):
        assert sorted(deal.order + deal.unfinished) == sorted(start.seats)
        assert deal.decided or not any([*deal.titles, *(points is not None for points in deal.points)])


@given(sittings(choose=choose_carelessly, deals=3))
def test_totals_are_the_sums_of_the_decided_deals(raw: RawRecord) -> None:
    """Record format, section 4; a table may limit the deals that count (D-OPT-3)."""
    target = raw.get("options", {}).get("hands_target")
    counted = decided(raw)[: target if isinstance(target, int) else None]
    report = judge_record(raw)
    for player, total in enumerate(report.totals):
        gained = [points for deal in counted if (points := deal.points[player]) is not None]
        assert total == (sum(gained) if gained else None)


@given(sittings(choose=choose_carelessly))
def test_no_points_of_a_replay_are_doubted_where_somebody_only_wrote_them_down(raw: RawRecord) -> None:
    for found, start in zip(judge_record(raw).deals, deal_starts(raw), strict=True):
        if found.decided and None not in points_of(found):
            for result in ({"order": found.order, "points": found.points}, {"points": found.points}):
                places = {"places": list(start.ranking)} if start.ranking else {}
                deal = {"seats": list(start.seats), **places, "result": result}
                [again] = judge_deals(raw["rules"], [deal], len(found.points), raw.get("options")).deals
                assert "points_inconsistent" not in {fault.code for fault in again.faults}


@given(sittings(choose=choose_carelessly), st.data())
def test_the_better_total_has_the_better_rank(raw: RawRecord, data: st.DataObject) -> None:
    """Equal totals share a rank and the next is left out; on the thirteenth floor few points are good (F-NEXT-1)."""
    report = judge_record(raw)
    sign = -1 if raw["rules"] == "floor13" else 1
    ranked = [
        (sign * total, rank)
        for total, rank in zip(report.totals, report.ranks, strict=True)
        if total is not None and rank
    ]
    assert len(ranked) == sum(total is not None for total in report.totals)
    mine, theirs = data.draw(st.sampled_from(ranked or [(0, 1)])), data.draw(st.sampled_from(ranked or [(0, 1)]))
    assert (mine[0] > theirs[0]) == (mine[1] < theirs[1])
    shared = Counter(rank for _, rank in ranked)
    assert all(rank == 1 + sum(shared[better] for better in shared if better < rank) for rank in shared)
