"""What a table noticed and took back, and where a record breaks off."""

from random import Random
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from replay.games.catalogue import PROFILES
from schemas.raw import RawDeal, RawRecord
from tests.support.garbage import any_action, careless
from tests.support.outcome import Found, found, judged, results, told
from tests.support.rewrite import parts, with_deals
from tests.support.strategies import sittings

chance = st.integers(0, 2**32).map(Random)

TOLD_LATER: Final = {"effect_missing", "wrong_draw_count"}
"""Faults of an action that only a later one brings to light, or the end of the record (F-QBOMB-2, F-PASS-1)."""


def with_one_taken_back(deal: RawDeal, text: str, place: int) -> RawDeal:
    return {**deal, "actions": [*deal["actions"][:place], text, *deal["actions"][place:]]}


@given(sittings(deals=3), chance)
def test_what_is_taken_back_changes_nothing(raw: RawRecord, rng: Random) -> None:
    """Record format, section 4: a void action is reported, and that is all."""
    lexicon, players = PROFILES[raw["rules"]].lexicon, len(raw["players"])
    text = f"{parts(any_action(lexicon, players, rng))._replace(marks=[]).text} void"
    other = judged(with_deals(raw, lambda deal: with_one_taken_back(deal, text, rng.randint(0, len(deal["actions"])))))
    assert results(other) == results(judged(raw))
    codes = {"action_after_out", "action_after_end"}
    reported = [fault for deal in other.deals for fault in deal.faults if fault.code not in codes]
    assert all(fault.resolution == "void" for fault in reported if fault.action is not None)


@given(sittings(choose=careless, deals=1), chance)
def test_nor_does_it_after_careless_play(raw: RawRecord, rng: Random) -> None:
    lexicon, players = PROFILES[raw["rules"]].lexicon, len(raw["players"])
    text = f"{parts(any_action(lexicon, players, rng))._replace(marks=[]).text} void"
    place = rng.randint(0, len(raw["deals"][0]["actions"]))
    report, other = judged(raw), judged(with_deals(raw, lambda deal: with_one_taken_back(deal, text, place)))
    assert results(other) == results(report)
    kept = [fault for fault in found(other.deals[0]) if fault.action != place]
    assert [moved_up(fault, place) for fault in kept] == found(report.deals[0])


def moved_up(fault: Found, place: int) -> Found:
    """The fault as it was before an action was written in at this place."""
    behind = fault.action is not None and fault.action > place
    return fault._replace(action=fault.action - 1) if behind and fault.action is not None else fault


@given(sittings(choose=careless, deals=1), chance)
def test_a_record_that_breaks_off_has_the_faults_of_its_beginning(raw: RawRecord, rng: Random) -> None:
    """Section 4: every fault is reported where it happens, whatever comes later."""
    place = rng.randint(0, len(raw["deals"][0]["actions"]))
    report = judged(raw)
    cut = judged(with_deals(raw, lambda deal: {**deal, "actions": deal["actions"][:place], "result": {}})).deals[0]
    assert cut.order == report.deals[0].order[: len(cut.order)] or cut.decided
    assert at_once([told(fault) for fault in cut.faults], place) == at_once(found(report.deals[0]), place)


def at_once(faults: list[Found], end: int) -> list[Found]:
    """The faults of actions before `end` that are known as soon as these have happened."""
    return [
        fault for fault in faults if fault.action is not None and fault.action < end and fault.code not in TOLD_LATER
    ]


@given(sittings(deals=1), chance)
def test_a_legal_record_that_breaks_off_is_incomplete_and_nothing_worse(raw: RawRecord, rng: Random) -> None:
    place = rng.randint(0, len(raw["deals"][0]["actions"]))
    cut = judged(with_deals(raw, lambda deal: {**deal, "actions": deal["actions"][:place], "abandoned": False}))
    codes = {fault.code for fault in cut.deals[0].faults} - {"bad_deal", "wrong_draw_count"}
    assert codes == (set() if cut.deals[0].decided else {"deal_incomplete"})
