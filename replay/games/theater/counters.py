"""The counters of theater games beyond those of every game."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from daifu.replay.actions import SAY, SHOW, Action
from daifu.replay.cards import JOKER
from daifu.replay.counters import (
    CANNOT_TELL,
    SEATS_AND_TABLES,
    AnswerTest,
    Collector,
    Family,
    Increment,
    SetHook,
    family,
)
from daifu.replay.games.theater.effects import allow_call, revolve, take_joker, watch_for_heart_3
from daifu.replay.games.theater.sets import PAIR
from daifu.replay.games.theater.table import TITLES, TheaterTable
from daifu.replay.melds import GROUP, LAYERS_OF_RUNS, RUN, STANDARD_ORDER, Combination, is_lone_joker
from daifu.replay.rules import CountingRules
from daifu.replay.statistics.answers import (
    ONE_JOKER,
    AnswerTests,
    group_test,
    line_test,
    ranks_above,
    run_test,
    starts_above,
    unless_last,
)
from daifu.replay.statistics.rows import count_revolution
from daifu.replay.tricks import cut_trick

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


def set_increments(laid: Combination) -> tuple[tuple[Increment, ...], SetHook | None]:
    """The counters of a set beside its kind."""
    if take_joker in laid.effects:
        return (), count_heart_3
    marks = tuple((name, 1) for effect, name in EFFECT_COUNTERS if effect in laid.effects)
    return marks, count_revolution if revolve in laid.effects else None


def count_heart_3(collector: Collector, table: TheaterTable, player: int) -> None:
    """Count a heart 3 that took a joker: the one below it, or one that had won the trick before (T-H3-1, T-Q-16)."""
    took = table.cut or table.top is None
    if took and (collector.is_on_joker or collector.leading):
        collector.add(player, "effect.H3")


def count_call(collector: Collector, _table: TheaterTable, action: Action) -> Iterator[None]:
    """Count calls on jacks; revolutions happen without a word."""
    yield
    if action.word in ("up", "down"):
        collector.add(action.player, f"call.{action.word}")


def count_ittsu(collector: Collector, _table: TheaterTable, action: Action) -> Iterator[None]:
    """Count an ittsu that was not refused."""
    yield
    collector.add(action.player, "ittsu")


def answer_test(table: TheaterTable, top: Combination) -> AnswerTest:
    """The test of hands for groups and runs; where two runs in one suit each may make a double run, they are tried."""
    if top.kind == GROUP:
        return group_test(top.count, ranks_above(top.ceiling, table.down), joining=False)
    if top.kind == RUN:
        return run_test(top.count, starts_above(top.ceiling, top.count, table.down), joining=False)
    if top.kind not in LAYERS_OF_RUNS:
        return CANNOT_TELL
    fold = LAYERS_OF_RUNS[top.kind]
    length = top.count // fold
    test = line_test(fold, length, starts_above(top.ceiling, length, table.down), joining=False)
    any_suits = fold > PAIR or table.rules.options["ipeiko_any_suits"]
    return test if any_suits else AnswerTest(lambda hand: 0 if test(hand) == 0 else None)


def unless_joker_last(hand: int) -> int | None:
    """None if the whole hand is the joker, which the rules may ban: then the set is tried (T-FOUL-1)."""
    return None if hand == ONE_JOKER else 1


def is_settled(table: TheaterTable, _action: Action) -> bool:
    """Whether nothing else can come first than another player's heart 3 on a joker, which it would answer anyway."""
    return table.pending is None or (table.pending is watch_for_heart_3 and is_lone_joker(table.top))


def counting_rules() -> CountingRules:
    """The counting rules of theater daihinmin."""
    return CountingRules(
        titles=TITLES,
        kinds=("single", "group", "run", "double_run", "triple_run"),
        families=FAMILIES,
        order=STANDARD_ORDER,
        jokers=frozenset({JOKER}),
        note=set_increments,
        action_hooks={SAY: count_call, SHOW: count_ittsu},
        settled=is_settled,
        asking=AnswerTests(answer_test, partial(unless_last, unless_joker_last)).at,
    )
