"""Plays that were taken back, faulty plays that count as a pass, and records that break off."""

from random import Random
from typing import TYPE_CHECKING, Final

from hypothesis import assume, given
from hypothesis import strategies as st

from daifu.replay.actions import DRAW
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.equivalent_records import map_deals, split_action
from tests.support.positions import snapshot, walk_record
from tests.support.random_records import absurd_action, choose_carelessly
from tests.support.reports import FaultOutcome, fault_outcome, fault_outcomes, judge_record, result_values
from tests.support.strategies import sittings

if TYPE_CHECKING:
    from daifu.replay.options import Value

chance = st.integers(0, 2**32).map(Random)

TOLD_LATER: Final = {"effect_missing", "wrong_draw_count"}
"""Faults of an action that only a later one brings to light, or the end of the record (F-QBOMB-2, F-PASS-1)."""


def with_one_taken_back(deal: RawDeal, text: str, place: int) -> RawDeal:
    return {**deal, "actions": [*deal["actions"][:place], text, *deal["actions"][place:]]}


@given(sittings(deals=3), chance)
def test_what_is_taken_back_changes_nothing(raw: RawRecord, rng: Random) -> None:
    """Record format, section 4: a void action is reported, and that is all."""
    lexicon, players = PROFILES[raw["rules"]].lexicon, len(raw["players"])
    text = f"{split_action(absurd_action(lexicon, players, rng))._replace(marks=[]).text} void"
    other = judge_record(
        map_deals(raw, lambda deal: with_one_taken_back(deal, text, rng.randint(0, len(deal["actions"]))))
    )
    assert result_values(other) == result_values(judge_record(raw))
    codes = {"action_after_out", "action_after_end"}
    reported = [fault for deal in other.deals for fault in deal.faults if fault.code not in codes]
    assert all(fault.resolution == "void" for fault in reported if fault.action is not None)


@given(sittings(choose=choose_carelessly, deals=1), chance)
def test_nor_does_it_after_careless_play(raw: RawRecord, rng: Random) -> None:
    lexicon, players = PROFILES[raw["rules"]].lexicon, len(raw["players"])
    text = f"{split_action(absurd_action(lexicon, players, rng))._replace(marks=[]).text} void"
    place = rng.randint(0, len(raw["deals"][0]["actions"]))
    report, other = judge_record(raw), judge_record(map_deals(raw, lambda deal: with_one_taken_back(deal, text, place)))
    assert result_values(other) == result_values(report)
    kept = [fault for fault in fault_outcomes(other.deals[0]) if fault.action != place]
    assert [before_insertion(fault, place) for fault in kept] == fault_outcomes(report.deals[0])


def before_insertion(fault: FaultOutcome, place: int) -> FaultOutcome:
    """The fault as it was before an action was written in at this place."""
    behind = fault.action is not None and fault.action > place
    return fault._replace(action=fault.action - 1) if behind and fault.action is not None else fault


CHANGED_BY_ANY_ACTION: Final = {"index", "faults", "speaker", "rights"}
"""What even an ignored action changes: it ends the rights of the last set."""
MOVED_BY_DRAWS: Final = {"hands", "unknown", "stock"}
"""What a draw changes though it is ignored: cards that the record says have moved have moved."""


WHERE_NOTHING_WAITS: Final = ("dalmuti", "akagiri", "floor13", "uecda")
"""The games without something that any action ends: calls on jacks in theater, declarations in biga."""


@given(sittings(WHERE_NOTHING_WAITS, choose=choose_carelessly, deals=1), chance)
def test_an_ignored_action_changes_nothing_but_rights(raw: RawRecord, rng: Random) -> None:
    """Record format, section 4."""
    lexicon, players = PROFILES[raw["rules"]].lexicon, len(raw["players"])
    actions = [absurd_action(lexicon, players, rng) for _ in range(5)]
    for step in walk_record(map_deals(raw, lambda deal: {**deal, "actions": mixed(deal["actions"], actions, rng)})):
        of_action = [fault for fault in step.after.faults if fault.action == step.after.index]
        if of_action and all(fault.resolution == "ignored" for fault in of_action):
            before, after = snapshot(step.before), snapshot(step.after)
            changed = {name for name in before if before[name] != after[name]} - CHANGED_BY_ANY_ACTION
            assert changed <= (MOVED_BY_DRAWS if step.action.verb == DRAW else set())


def mixed(actions: list[str], others: list[str], rng: Random) -> list[str]:
    """The actions with the others written in anywhere."""
    found = [*actions]
    for text in others:
        found.insert(rng.randint(0, len(found)), text)
    return found


@given(sittings(choose=choose_carelessly, deals=1), chance)
def test_a_record_that_breaks_off_has_the_faults_of_its_beginning(raw: RawRecord, rng: Random) -> None:
    """Section 4: every fault is reported where it happens, whatever comes later."""
    place = rng.randint(0, len(raw["deals"][0]["actions"]))
    report = judge_record(raw)
    cut = judge_record(map_deals(raw, lambda deal: {**deal, "actions": deal["actions"][:place], "result": {}})).deals[0]
    assert cut.order == report.deals[0].order[: len(cut.order)] or cut.decided
    assert immediate_faults([fault_outcome(fault) for fault in cut.faults], place) == immediate_faults(
        fault_outcomes(report.deals[0]), place
    )


def immediate_faults(faults: list[FaultOutcome], end: int) -> list[FaultOutcome]:
    """The faults of actions before `end` that are known as soon as these have happened."""
    return [
        fault for fault in faults if fault.action is not None and fault.action < end and fault.code not in TOLD_LATER
    ]


@given(sittings(deals=1), chance)
def test_a_legal_record_that_breaks_off_is_incomplete_and_nothing_worse(raw: RawRecord, rng: Random) -> None:
    place = rng.randint(0, len(raw["deals"][0]["actions"]))
    cut = judge_record(map_deals(raw, lambda deal: {**deal, "actions": deal["actions"][:place], "abandoned": False}))
    codes = {fault.code for fault in cut.deals[0].faults} - {"bad_deal", "wrong_draw_count"}
    assert codes == (set() if cut.deals[0].decided else {"deal_incomplete"})


WHERE_A_PASS_IS_NO_DRAW = ("dalmuti", "theater", "akagiri", "biga", "uecda")


def with_illegal_play(raw: RawRecord, value: str) -> RawRecord:
    option: Value = {"then": value} if PROFILES[raw["rules"]].base else value
    return {**raw, "options": {**raw.get("options", {}), "illegal_play": option}}


def as_pass(raw: RawRecord) -> RawRecord:
    return with_illegal_play(raw, "pass")


def rejected_sets(raw: RawRecord, faults: list[FaultOutcome]) -> set[int]:
    """The actions that counted as passes though they were none, apart from attempts to open the deal."""
    started = {place for place, step in enumerate(walk_record(raw)) if step.before.started}
    return started & {fault.action for fault in faults if fault.action is not None and fault.resolution == "pass"}


def passing(deal: RawDeal, places: set[int]) -> RawDeal:
    """The deal with passes in these places."""
    actions = [f"{text.split()[0]} -" if place in places else text for place, text in enumerate(deal["actions"])]
    return {**deal, "actions": actions}


@given(sittings(WHERE_A_PASS_IS_NO_DRAW, choose=choose_carelessly, deals=1))
def test_a_pass_instead_of_a_faulty_set_gives_the_same_result(raw: RawRecord) -> None:
    assume(not raw.get("options", {}).get("implicit_passes"))  # a set tells that the others have passed (D-OPT-8)
    strict = as_pass(raw)
    report = judge_record(strict)
    places = rejected_sets(strict, fault_outcomes(report.deals[0]))
    other = judge_record({**strict, "deals": [passing(strict["deals"][0], places)]})
    assert result_values(other) == result_values(report)
    assert [fault for fault in fault_outcomes(other.deals[0]) if fault.action not in places] == [
        fault for fault in fault_outcomes(report.deals[0]) if fault.action not in places
    ]


@given(sittings(deals=3))
def test_it_makes_no_difference_to_legal_play(raw: RawRecord) -> None:
    stands = with_illegal_play(raw, "stands")
    assert result_values(judge_record(as_pass(raw))) == result_values(judge_record(stands))
    assert judge_record(as_pass(raw)).legal == judge_record(stands).legal
