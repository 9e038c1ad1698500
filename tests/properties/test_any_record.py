"""Every well-formed record replays to a whole report, also one that was changed at random; no card is lost."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import accumulate
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.actions import PLAY
from daifu.replay.deal import DealReport, Points
from daifu.replay.engine import take_actions
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match, Report, replay
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord
from daifu.schemas.report import report_json
from tests.support.command_line import command_environment
from tests.support.mutated_records import KINDS, judge_mutated
from tests.support.positions import check_cards, walk_record
from tests.support.project import PROJECT_ROOT
from tests.support.random_records import absurd_record, choose_carelessly, random_record
from tests.support.strategies import GAMES, options_of, sittings

SEEDS = range(12)

Raw = dict[str, Any]
FaultKey = tuple[int | None, int | None, str, str]


CASES = [(rules, seed) for rules in PROFILES for seed in SEEDS]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: "-".join(map(str, case)))
def record(request: pytest.FixtureRequest) -> Raw:
    """A record, generated once for all tests: they do not change it."""
    rules, seed = request.param
    return random_record(rules, Random(seed))


def replay_raw(raw: Raw) -> Report:
    return replay(load_raw_record(raw))


def with_actions(raw: Raw, change: Callable[[list[str]], list[str]]) -> Raw:
    """The same record with other actions."""
    return {**raw, "deals": [{**deal, "actions": change(deal["actions"])} for deal in raw["deals"]]}


def fault_keys(deal: DealReport, actions: list[str]) -> list[FaultKey]:
    """The faults of a deal that are not those of void actions, which are not counted either."""
    counted = [place - 1 for place in accumulate("void" not in text for text in actions)]
    return [
        (None if fault.action is None else counted[fault.action], fault.player, fault.code, fault.resolution)
        for fault in deal.faults
        if fault.action is None or "void" not in actions[fault.action]
    ]


def test_a_report_is_whole(record: Raw) -> None:
    """Everybody has a place or is unfinished, and faults are sorted."""
    report = replay_raw(record)
    players = len(report.players)
    for deal in report.deals:
        assert sorted(deal.order + deal.unfinished) == list(range(1, players + 1))
        assert deal.decided or (deal.points, deal.titles) == ([None] * players, [None] * players)
        assert deal.faults == sorted(deal.faults, key=lambda fault: fault.sort_key())


def test_every_fault_can_be_put_into_words(record: Raw) -> None:
    """In both languages, and nothing is left open in the sentence."""
    for fault in (fault for deal in replay_raw(record).deals for fault in deal.faults):
        assert fault.resolution in {"stands", "void", "pass", "ignored"}
        assert (fault.action is None) <= (fault.player is None)
        assert not {"{", "None"} & {*fault.message.en.split(), *fault.message.ja.split()}
        assert not fault.message.en.endswith((" ", ":"))


def test_what_was_taken_back_has_changed_nothing(record: Raw) -> None:
    bare = with_actions(record, lambda actions: [text for text in actions if "void" not in text])
    assert outcome(bare) == outcome(record)


def test_times_and_comments_do_not_matter(record: Raw) -> None:
    other = with_actions(record, lambda actions: [text.partition(" #")[0] + " # so it was" for text in actions])
    assert outcome(other) == outcome(record)


def outcome(raw: Raw) -> list[tuple[list[int], Points, list[FaultKey]]]:
    """Order, points and faults of every deal."""
    deals = zip(replay_raw(raw).deals, raw["deals"], strict=True)
    return [(deal.order, deal.points, fault_keys(deal, written["actions"])) for deal, written in deals]


@given(sittings(choose=choose_carelessly))
def test_careless_play_is_reported(raw: RawRecord) -> None:
    report_json(replay(load_raw_record(raw)))


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), rng=st.randoms(use_true_random=False))
def test_what_nobody_can_have_played_has_a_report_too(name: str, data: st.DataObject, rng: Random) -> None:
    raw = absurd_record(name, data.draw(options_of(PROFILES[name])), rng)
    report_json(replay(load_raw_record(raw)))


@given(sittings(choose=choose_carelessly, deals=1), st.integers(0, 50))
def test_legal_actions_can_be_listed_in_every_position(raw: RawRecord, taken: int) -> None:
    record = load_raw_record(raw)
    match = Match(record.rules, len(record.players))
    table = match.open(match.start(record.deals[0], []))
    take_actions(table, (record.deals[0].actions or [])[:taken])
    legal_actions(table, record.rules.notation(match.count))


@given(sittings())
def test_legal_play_keeps_the_cards(raw: RawRecord) -> None:
    check_cards(raw)


@given(sittings(choose=choose_carelessly))
def test_careless_play_keeps_them_all_the_same(raw: RawRecord) -> None:
    check_cards(raw)


@given(sittings(choose=choose_carelessly))
def test_a_set_takes_cards_from_nobody_but_its_player(raw: RawRecord) -> None:
    for action, before, after in walk_record(raw):
        if action.verb == PLAY:
            others = [player for player in before.seated if player != action.player]
            assert [after.hands[player] for player in others] == [before.hands[player] for player in others]


@given(sittings(choose=choose_carelessly))
def test_what_was_taken_back_moves_nothing(raw: RawRecord) -> None:
    for action, before, after in walk_record(raw):
        if action.void:
            assert (after.hands, after.unknown, after.turn) == (before.hands, before.unknown, before.turn)


FEW: Final = 100
MANY: Final = 1_000_000 // len(KINDS)
COMPILED: Final = PROJECT_ROOT / "build" / "compiled"

every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
def test_records_with_random_changes_are_judged_or_refused(kind: str) -> None:
    assert judge_mutated(kind, FEW).endswith(" refused")


@pytest.mark.soak
@every_kind
def test_a_million_records_with_random_changes_are_judged_or_refused(kind: str) -> None:
    """On the compiled engine, which takes a third of the time."""
    call = [sys.executable, "-P", "-m", "tests.support.mutated_records", kind, str(MANY)]
    path = os.pathsep.join(map(os.fspath, [COMPILED, PROJECT_ROOT]))
    run = subprocess.run(call, env=command_environment(PYTHONPATH=path), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("compiled engine: ")
