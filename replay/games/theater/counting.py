"""What is counted of theater games beyond what every game has."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from replay.actions import SAY, SHOW, Action
from replay.cards import JOKER
from replay.counters import CANNOT_TELL, SEATS_AND_TABLES, AnswerTest, Collector, Family, Increment, SetHook, family
from replay.games.theater.effects import REVOLUTION_COUNT, allow_call, watch_for_heart_3
from replay.games.theater.sets import is_heart_3
from replay.games.theater.table import TheaterTable
from replay.groups_and_runs import STANDARD_ORDER, is_lone_joker
from replay.melds import DOUBLE_RUN, GROUP, RUN, TRIPLE_RUN, Combination
from replay.rules import CountingRules
from replay.statistics.answers import (
    ONE_JOKER,
    AnswerTests,
    exceeds_counting,
    group_test,
    ranks_above,
    ranks_with,
    run_test,
    starts_above,
    unless_last,
)
from replay.statistics.rows import count_revolution
from replay.tricks import cut_trick

TITLES: Final = ("daifugo", "fugo", "hinmin", "daihinmin")
KINDS: Final = ("single", "group", "run", "double_run", "triple_run")

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "effect.*",
        SEATS_AND_TABLES,
        "Sets laid for what they do: 8 ends the trick, H3 takes a joker, J may be called on.",
        "効果のある組を出した回数。8は8切り、H3はジョーカーへのハーツの3、Jはイレブンバックを宣言できる組。",
        ("8", "H3", "J"),
    ),
    family(
        "call.*", SEATS_AND_TABLES, "Calls on jacks: up or down.", "Jでの宣言の回数。upは上、downは下。", ("up", "down")
    ),
    family("ittsu", SEATS_AND_TABLES, "Ittsu shown.", "イッツーで上がった回数。"),
)

EFFECT_COUNTERS: Final = ((cut_trick, "effect.8"), (allow_call, "effect.J"))
ROW_FOLDS: Final = {DOUBLE_RUN: 2, TRIPLE_RUN: 3}
"""The cards of a rank in sets of several rows."""


def set_increments(laid: Combination) -> tuple[tuple[Increment, ...], SetHook | None]:
    """What a set counts as beside its kind."""
    if is_heart_3(laid):
        return (), count_heart_3
    least = REVOLUTION_COUNT.get(laid.kind)
    marks = tuple((name, 1) for effect, name in EFFECT_COUNTERS if effect in laid.effects)
    return marks, count_revolution if least and laid.count >= least else None


def count_heart_3(clerk: Collector, table: TheaterTable, player: int) -> None:
    """A heart 3 took a joker: the one below it, or the one that had already won its trick (T-H3-1, T-Q-16)."""
    interrupted = clerk.leading and (table.cut or table.top is None)
    if clerk.is_on_joker or interrupted:
        clerk.add(player, "effect.H3")


def count_call(clerk: Collector, _table: TheaterTable, action: Action) -> Iterator[None]:
    """Calls on jacks; revolutions have come about without a word."""
    yield
    if action.word in ("up", "down"):
        clerk.add(action.player, f"call.{action.word}")


def count_ittsu(clerk: Collector, _table: TheaterTable, action: Action) -> Iterator[None]:
    """An ittsu that was none is refused."""
    yield
    clerk.add(action.player, "ittsu")


def answer_test(table: TheaterTable, top: Combination) -> AnswerTest:
    """How hands are asked for groups and runs; sets of several rows are tried where there may be some."""
    if top.kind == GROUP:
        return group_test(top.count, ranks_above(top.ceiling, table.down), joining=False)
    if top.kind == RUN:
        return run_test(top.count, starts_above(top.ceiling, top.count, table.down), joining=False)
    if top.kind not in ROW_FOLDS:
        return CANNOT_TELL
    return AnswerTest(partial(may_have_rows, fold=ROW_FOLDS[top.kind], count=top.count))


def may_have_rows(hand: int, *, fold: int, count: int) -> int | None:
    """There are none where too few ranks have enough cards; otherwise they are to be tried."""
    return None if exceeds_counting(hand) or ranks_with(hand, fold).bit_count() * fold >= count else 0


def unless_joker_last(hand: int) -> int | None:
    """Whether the joker may be the last card has to be tried (T-FOUL-1)."""
    return None if hand == ONE_JOKER else 1


def is_settled(table: TheaterTable, _action: Action) -> bool:
    """Whether all that may be to come is the heart 3 of another player, on a joker that it would answer anyway."""
    return table.pending is None or (table.pending is watch_for_heart_3 and is_lone_joker(table.top))


def counting_rules() -> CountingRules:
    """What theater daihinmin says about its counters."""
    return CountingRules(
        titles=TITLES,
        kinds=KINDS,
        families=FAMILIES,
        order=STANDARD_ORDER,
        jokers=frozenset({JOKER}),
        note=set_increments,
        action_hooks={SAY: count_call, SHOW: count_ittsu},
        settled=is_settled,
        asking=AnswerTests(answer_test, partial(unless_last, unless_joker_last)).at,
    )
