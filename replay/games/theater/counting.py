"""What is counted of theater games beyond what every game has."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from replay.actions import SAY, SHOW, Action
from replay.cards import JOKER, RANKS, SUITS
from replay.combination import DOUBLE_RUN, GROUP, RUN, TRIPLE_RUN, Combination
from replay.counting import SEATS_AND_TABLES, Family, family
from replay.effects import cut
from replay.games.theater.order import allow_call
from replay.games.theater.sets import is_heart_3
from replay.games.theater.specials import REVOLUTION_COUNT, watch_for_heart_3
from replay.games.theater.table import TheaterTable
from replay.noting import UNSURE, Clerk, Counting, Mark, Question, Then
from replay.suited import is_lone_joker
from replay.tallies.answering import Asking, group_asked, run_asked, unless_last
from replay.tallies.holdings import A_JOKER, is_odd, ranks_above, ranks_with, starts_above
from replay.tallies.seen import revolts

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

ORDER: Final = (*(tuple(suit + rank for suit in SUITS) for rank in RANKS), (JOKER,))
MARKS: Final = ((cut, "effect.8"), (allow_call, "effect.J"))
ROWS: Final = {DOUBLE_RUN: 2, TRIPLE_RUN: 3}
"""The cards of a rank in sets of several rows."""


def note(laid: Combination) -> tuple[tuple[Mark, ...], Then | None]:
    """What a set counts as beside its kind."""
    if is_heart_3(laid):
        return (), took_joker
    least = REVOLUTION_COUNT.get(laid.kind)
    marks = tuple((name, 1) for effect, name in MARKS if effect in laid.effects)
    return marks, revolts if least and laid.count >= least else None


def took_joker(clerk: Clerk, table: TheaterTable, player: int) -> None:
    """A heart 3 took a joker: the one below it, or the one that had already won its trick (T-H3-1, T-Q-16)."""
    interrupted = clerk.leading and (table.cut or table.top is None)
    if clerk.on_joker or interrupted:
        clerk.add(player, "effect.H3")


def said(clerk: Clerk, _table: TheaterTable, action: Action) -> Iterator[None]:
    """Calls on jacks; revolutions have come about without a word."""
    yield
    if action.word in ("up", "down"):
        clerk.add(action.player, f"call.{action.word}")


def shown(clerk: Clerk, _table: TheaterTable, action: Action) -> Iterator[None]:
    """An ittsu that was none is refused."""
    yield
    clerk.add(action.player, "ittsu")


def asked(table: TheaterTable, top: Combination) -> Question:
    """How hands are asked for groups and runs; sets of several rows are tried where there may be some."""
    if top.kind == GROUP:
        return group_asked(top.count, ranks_above(top.ceiling, table.down), joining=False)
    if top.kind == RUN:
        return run_asked(top.count, starts_above(top.ceiling, top.count, table.down), joining=False)
    if top.kind not in ROWS:
        return UNSURE
    return Question(partial(may_have_rows, fold=ROWS[top.kind], count=top.count))


def may_have_rows(hand: int, *, fold: int, count: int) -> int | None:
    """There are none where too few ranks have enough cards; otherwise they are to be tried."""
    return None if is_odd(hand) or ranks_with(hand, fold).bit_count() * fold >= count else 0


def unless_joker(hand: int) -> int | None:
    """Whether the joker may be the last card has to be tried (T-FOUL-1)."""
    return None if hand == A_JOKER else 1


def settled(table: TheaterTable, _action: Action) -> bool:
    """Whether all that may be to come is the heart 3 of another player, on a joker that it would answer anyway."""
    return table.pending is None or (table.pending is watch_for_heart_3 and is_lone_joker(table.top))


def counting() -> Counting:
    """What theater daihinmin says about its counters."""
    return Counting(
        titles=TITLES,
        kinds=KINDS,
        families=FAMILIES,
        order=ORDER,
        jokers=frozenset({JOKER}),
        note=note,
        watches={SAY: said, SHOW: shown},
        settled=settled,
        asking=Asking(asked, partial(unless_last, unless_joker)).at,
    )
