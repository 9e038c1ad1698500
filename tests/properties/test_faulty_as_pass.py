"""The option `illegal_play: pass`: a faulty set is a pass, and no more than that (record format, section 4)."""

from hypothesis import assume, given

from schemas.raw import RawDeal, RawRecord
from tests.support.garbage import careless
from tests.support.outcome import Found, found, judged, results
from tests.support.strategies import sittings
from tests.support.walk import steps

WHERE_A_PASS_IS_NO_DRAW = ("dalmuti", "theater", "akagiri", "biga", "uecda")


def as_pass(raw: RawRecord) -> RawRecord:
    return {**raw, "options": {**raw.get("options", {}), "illegal_play": "pass"}}


def turned_down(raw: RawRecord, faults: list[Found]) -> set[int]:
    """The actions that counted as passes though they were none, apart from attempts to open the deal."""
    started = {place for place, step in enumerate(steps(raw)) if step.before.started}
    return started & {fault.action for fault in faults if fault.action is not None and fault.resolution == "pass"}


def passing(deal: RawDeal, places: set[int]) -> RawDeal:
    """The deal with passes in these places."""
    actions = [f"{text.split()[0]} -" if place in places else text for place, text in enumerate(deal["actions"])]
    return {**deal, "actions": actions}


@given(sittings(WHERE_A_PASS_IS_NO_DRAW, choose=careless, deals=1))
def test_whoever_passes_instead_of_a_faulty_set_gets_the_same_result(raw: RawRecord) -> None:
    assume(not raw.get("options", {}).get("implicit_passes"))  # a set tells that the others have passed (D-OPT-8)
    strict = as_pass(raw)
    report = judged(strict)
    places = turned_down(strict, found(report.deals[0]))
    other = judged({**strict, "deals": [passing(strict["deals"][0], places)]})
    assert results(other) == results(report)
    assert [fault for fault in found(other.deals[0]) if fault.action not in places] == [
        fault for fault in found(report.deals[0]) if fault.action not in places
    ]


@given(sittings(deals=3))
def test_it_makes_no_difference_to_legal_play(raw: RawRecord) -> None:
    stands: RawRecord = {**raw, "options": {**raw.get("options", {}), "illegal_play": "stands"}}
    assert results(judged(as_pass(raw))) == results(judged(stands))
    assert judged(as_pass(raw)).legal == judged(stands).legal
