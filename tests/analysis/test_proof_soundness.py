"""Proofs of small deals hold against the plain search, and a wrong proof is found."""

from dataclasses import replace
from random import Random

import pytest

from daifu.replay.analysis.deals import DealProofs, prove_deal
from daifu.replay.analysis.proofs import PROVEN, REFUTED
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.position import Position
from tests.support.proof_soundness import MISSED, RefutedError, check_proofs, small_deal

DEALS, POSITIONS, STEPS = 2, 50, 20


def deal_with_missed_win() -> tuple[list[Position], DealProofs]:
    rng = Random(1)
    while True:
        steps = small_deal(PROFILES["uecda"].rules({}), rng)
        proofs = prove_deal(steps)
        if proofs.missed_wins:
            return steps, proofs


@pytest.mark.parametrize("name", PROFILES)
def test_no_proof_of_a_small_deal_is_refuted(name: str) -> None:
    rng = Random(name)
    for _ in range(DEALS):
        steps = small_deal(PROFILES[name].rules({}), rng)
        check_proofs(steps, prove_deal(steps, POSITIONS), rng, STEPS)


def test_a_missed_win_is_decided() -> None:
    steps, proofs = deal_with_missed_win()
    assert check_proofs(steps, proofs, Random(0))[MISSED, ""]


def test_a_win_that_was_not_lost_is_no_missed_win() -> None:
    steps, proofs = deal_with_missed_win()
    kept = next(found for found in proofs.actions if found.known == found.known_after == PROVEN)
    wrong = replace(proofs.missed_wins[0], action=kept.action, player=kept.player)
    with pytest.raises(RefutedError):
        check_proofs(steps, replace(proofs, missed_wins=[wrong]), Random(0))


def test_a_verdict_without_a_win_is_refuted_by_a_win() -> None:
    steps, proofs = deal_with_missed_win()
    wrong = [replace(found, known=REFUTED) for found in proofs.actions if found.known == PROVEN]
    with pytest.raises(RefutedError):
        check_proofs(steps, replace(proofs, actions=wrong, missed_wins=[]), Random(0))


def test_a_line_that_does_not_win_is_found() -> None:
    steps, proofs = deal_with_missed_win()
    win = proofs.missed_wins[0]
    with pytest.raises(RefutedError):
        check_proofs(steps, replace(proofs, missed_wins=[replace(win, line=win.line[:-1])]), Random(0))
