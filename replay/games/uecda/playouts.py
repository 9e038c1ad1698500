"""Playouts of UECda games."""

from typing import Final

from daifu.replay.analysis.rules import PlayoutRules
from daifu.replay.analysis.suited_playout import EIGHTS, JACKS, LOCK_SETS, SIXES, SuitedRules
from daifu.replay.analysis.suited_policy import sets_last, weakest_first
from daifu.replay.analysis.suited_start import suited_playout
from daifu.replay.cards import STANDARD
from daifu.replay.games.uecda.tricks import MOST_PASSES, REVOLUTION_GROUP, REVOLUTION_RUN
from daifu.replay.options import Options

SPADE_3: Final = STANDARD.one["S3"]


def playout_rules(options: Options) -> PlayoutRules:
    """How deals are played out under these options."""
    rules = SuitedRules(
        joker_edges=True,
        joker_suits=True,
        cut_groups=EIGHTS,
        cut_runs=EIGHTS,
        revolution_group=REVOLUTION_GROUP,
        revolution_run=REVOLUTION_RUN,
        flips=JACKS if options["jack_back"] else 0,
        reverses=SIXES if options["six_reverse"] else 0,
        lock=LOCK_SETS,
        joker_lifts_lock=True,
        taker=SPADE_3,
        owner_asked=True,
        left_unasked=0 if options["trick_end"] == "all" else 1,
        most_passes=MOST_PASSES,
    )
    return PlayoutRules(
        start=lambda table, seed: suited_playout(table, rules, seed), usual_gifts=weakest_first, sparing_gifts=sets_last
    )
