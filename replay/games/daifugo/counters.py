"""The counters of daifugo with local rules beyond those of every game: how often each rule had its effect.

What a set does by its form is counted with the set. What depends on the table is looked at after it was laid.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from daifu.replay.actions import DISCARD, NAME, SAY, Action
from daifu.replay.cards import JOKER, STANDARD
from daifu.replay.counters import (
    CANNOT_TELL,
    SEATS_AND_TABLES,
    AnswerTest,
    Collector,
    EndCollector,
    Family,
    Increment,
    SetHook,
    cannot_tell,
    family,
)
from daifu.replay.deal import DealReport
from daifu.replay.faults import STANDS
from daifu.replay.games.daifugo.catalogue import house_rules
from daifu.replay.games.daifugo.marks import NO_REVOLUTION, REVOLUTION, Marks, cut_reasons, turning_of
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import HouseSet, plain_suits, rank_number
from daifu.replay.games.daifugo.table import FLIP, LOCKS, WINDOW_OPEN, HouseTable
from daifu.replay.melds import GROUP, JOKER_STRENGTH, RUN, STANDARD_ORDER, Combination
from daifu.replay.rules import CountingRules
from daifu.replay.statistics.answers import (
    ALL_JOKERS,
    JOKER_SHIFT,
    MOST_JOKERS,
    NATURAL_CARDS,
    RANK_BITS,
    WHOLE_RANK,
    AnswerTests,
    group_test,
    jokers_answer,
    line_test,
    ranks_above,
    run_test,
    starts_above,
    unless_last,
)
from daifu.replay.titles import TITLE_POINTS

EFFECTS: Final[Mapping[str, tuple[str, ...]]] = {"eight_cut": ("effect.8",), "jack_back": ("effect.J",)}
"""The counters of effects that other games have, too, by the rule that they belong to."""
COUNTERS: Final = {
    rule: (f"house.{rule}", *EFFECTS.get(rule, ())) for rule, found in house_rules().built.items() if found.counted
}
"""The counters that grow when a rule has its effect."""

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "effect.*",
        SEATS_AND_TABLES,
        "Sets laid for what they do under the rules in force: 8 clears the trick, S3 takes a lone joker, lock binds "
        "the trick, J turned the order of the trick.",
        "効果のある組を出した回数（採用中の規則による）。8は8切り、S3はジョーカーへのスペ3返し、lockは縛り、"
        "Jは11バック。",
        ("8", "S3", "lock", "J"),
    ),
    family(
        "house.*",
        SEATS_AND_TABLES,
        "How often a local rule had its effect by the player: a set with its mark was laid, an exception was used, "
        "cards moved, or a place was decided.",
        "ローカルルールがそのプレイヤーによって働いた回数。効果のある組を出した、特別な強さを使った、カードが動いた、"
        "順位が決まった、のいずれか。",
        tuple(COUNTERS),
    ),
)

FINISH_BAN: Final = house_rules().built["finish_ban"].number


class HouseCounters:
    """Counts what the rules of a house do; `counters` names what grows with each of them."""

    def __init__(self, house: House, marks: Marks, counters: Mapping[str, tuple[str, ...]]) -> None:
        self._house, self._marks, self._counters = house, marks, counters
        self._hooks_all = house.any_on("down_number", "four_stop", "eight_on_eight", "finish_clear")

    def _add(self, collector: Collector, player: int, rule: str, number: int = 1) -> None:
        for name in self._counters.get(rule, ()):
            collector.add(player, name, number)

    def note(self, laid: Combination) -> tuple[tuple[Increment, ...], SetHook | None]:
        """The counters of a set by its form, and the function that looks at the table where that is not all."""
        if not isinstance(laid, HouseSet):
            return (), None
        house, turning = self._house, turning_of(self._house, laid)
        reasons = [reason for reason in cut_reasons(house, laid) if reason[0] != "sandstorm"]
        found = [rule for rule, normal, turned in reasons if normal and turned]
        found += ["omen"] if turning.omen else []
        found += self._marks.happening(laid)
        by_order = any(normal != turned for _rule, normal, turned in reasons)
        exception = laid.storm or laid.taker or (laid.lone and house.on("joker_on_joker"))
        hooked = self._hooks_all or by_order or exception or turning.itself or turning.by_word
        marks = tuple([(name, 1) for rule in found for name in self._counters.get(rule, ())])
        return marks, self.count_set if hooked else None

    def count_set(self, collector: Collector, table: HouseTable, player: int) -> None:
        """Count what a set did to the table that it was laid on."""
        laid = table.top or table.cleared
        if not isinstance(laid, HouseSet):
            return
        answered, by = table.answer
        if answered == table.index:
            self._add(collector, player, by)
            if by == "four_stop":
                return
        if table.rights.get(REVOLUTION) == 0:
            collector.revolution(table, player)
        for rule in self._by_table(collector, table, laid):
            self._add(collector, player, rule)
        if collector.is_on_joker and laid.taker:
            collector.add(player, "effect.S3")
        if self._house.on("finish_clear") and not table.has_cards(player):
            self._add(collector, player, "finish_clear")

    def _by_table(self, collector: Collector, table: HouseTable, laid: HouseSet) -> Iterator[str]:
        """The rules by which a set turned the order, cleared the trick in one order only, or lies on the one below."""
        house = self._house
        if table.rights.get(REVOLUTION) == 0:
            turning = turning_of(house, laid)
            yield from turning.rules
            if turning.freezes:
                yield "super_revolution"
        if table.cut_at == table.index:
            yield from (rule for rule, normal, turned in cut_reasons(house, laid) if normal != turned)
        if collector.leading:
            return
        if laid.storm:
            yield "sandstorm"
        if collector.is_on_jokers and laid.lone and house.on("joker_on_joker"):
            yield "joker_on_joker"
        single = house.spade3.takes == "single" and laid.count == 1
        if laid.taker and house.on("spade3") and (single or collector.is_on_jokers):
            yield "spade3"
        under = table.under
        if house.on("down_number") and isinstance(under, HouseSet) and self._is_down(table, under, laid):
            yield "down_number"

    def _is_down(self, table: HouseTable, under: HouseSet, laid: HouseSet) -> bool:
        """Whether a set lies on one of equal suits and the next rank above, in the order in force before it."""
        if not laid.natural or not under.natural or not laid.kind == GROUP == under.kind or laid.suits != under.suits:
            return False
        return laid.ranks[0] - under.ranks[0] == (1 if table.down_before else -1)

    def count_lock(self, collector: Collector, table: HouseTable, player: int, lock: int) -> None:
        """Count the locks that a set has added to these."""
        for rule, bits in LOCKS.items():
            if table.lock & bits & ~lock:
                self._add(collector, player, rule)

    def count_word(self, collector: Collector, table: HouseTable, action: Action) -> Iterator[None]:
        """Count words that turn the order or take a revolution back; words that change nothing are not counted."""
        turned, down = table.turned, table.down
        hands = list(table.hands)
        yield
        player, word = action.player, action.word
        if word == FLIP and table.down != down:
            self._add(collector, player, "jack_back")
        elif table.turned != turned:
            number = -1 if word == NO_REVOLUTION else 1
            collector.revolution(table, player, number)
            laid = table.top or table.cleared
            if isinstance(laid, HouseSet):
                for rule in turning_of(self._house, laid).rules:
                    self._add(collector, player, rule, number)
        elif table.hands != hands:
            self._add(collector, player, "upheaval")

    def count_aside(self, collector: Collector, table: HouseTable, action: Action) -> Iterator[None]:
        """Count cards laid aside: for a ten of the player, else for a queen, which names them or lets all choose."""
        by_ten = action.verb == DISCARD and table.right(action.player, DISCARD) > 0
        held = [*table.hands, *table.unknown]
        yield
        if [*table.hands, *table.unknown] != held:
            self._add(collector, action.player, "ten_discard" if by_ten else "queen_bomber")

    def count_end(self, closing: EndCollector, table: HouseTable, report: DealReport) -> None:
        """Count who fell, who turned the world, and who went out with a banned set."""
        if table.final:
            closing.add(table.places[-1], "house.gekokujo")
        elif table.fallen:
            fell = "fallen_daifugo" if table.fallen == table.places[0] else "kyo_ochi"
            closing.add(table.fallen, f"house.{fell}")
        for fault in report.faults:
            if fault.rule == FINISH_BAN and fault.player is not None and fault.resolution == STANDS:
                closing.add(fault.player, "house.finish_ban")


Doubt = tuple[int, int]
"""Cards of which so many, jokers included, may be an answer that a test of ranks does not see."""


def doubted(test: AnswerTest, doubts: list[Doubt], *, sure: bool = True) -> AnswerTest:
    """The test that leaves it to trying where a hand has the cards of a doubt, and of each yes unless it is `sure`."""

    def asked(hand: int) -> int | None:
        found = test(hand)
        if found or found is None:
            return found if sure else None
        jokers = hand >> JOKER_SHIFT
        return None if any((hand & cards).bit_count() + jokers >= number for cards, number in doubts) else 0

    some = test.some
    for cards, _number in doubts:
        some |= cards | ALL_JOKERS
    return AnswerTest(asked, some) if doubts or not sure else test


def rank_cards(rank: int, suits: int = WHOLE_RANK) -> int:
    """The cards of a rank in these suits; of a rank that there is not, none."""
    return suits << RANK_BITS * rank & NATURAL_CARDS if rank >= 0 else 0


def exceptional(house: House, top: HouseSet, down: int) -> list[Doubt]:
    """The cards that may answer a set by an exception but a sandstorm, or by jokers at the ends of a run."""
    if top.kind == RUN:
        return [(0, 1)] if house.runs.joker_ends else []
    found: list[Doubt] = []
    if house.any_on("joker_on_joker", "spade3") and top.floor[0] >= JOKER_STRENGTH:
        found.append((STANDARD.mask(house.spade3.cards), top.count))
    if house.on("down_number") and top.count <= house.down_number.count and top.ranks:
        found.append((rank_cards(top.ranks[0] + (1 if down else -1), plain_suits(top.suits)), top.count))
    return found


def hand_tests(house: House) -> AnswerTests:
    """The tests of hands for answers: groups by their rank, runs by where they start.

    Locks on sets of several cards and exceptions of comparison can only be tried.
    """
    runs, wild, storm = house.runs, house.joker_wild, house.sandstorm
    storms = [(rank_cards(rank_number(storm.rank)), storm.count)] if house.on("sandstorm") else []
    named = [(0, 1)] if house.any_on("number_lock", "full_lock") else []
    beyond_pack = house.jokers.count + 1 << JOKER_SHIFT

    def asked(table: HouseTable, top: Combination) -> AnswerTest:
        lock, down, count = table.lock, table.down, top.count
        if not isinstance(top, HouseSet):
            return CANNOT_TELL
        if top.kind == GROUP:
            ranks = ranks_above(top.floor, down)
            test = group_test(count, ranks, joining=wild.groups, alone=jokers_answer(top, down))
            return doubted(test, exceptional(house, top, down), sure=not lock)
        if count <= MOST_JOKERS:
            return CANNOT_TELL
        starts = starts_above(top.ceiling if runs.answer == "beyond" else top.floor, count, down)
        mixed = runs.suits == "any"
        test = line_test(1, count, starts, joining=wild.runs) if mixed else run_test(count, starts, joining=wild.runs)
        return doubted(test, exceptional(house, top, down), sure=not lock and runs.answer != "next")

    def whole(test: AnswerTest, count: int) -> AnswerTest:
        """The test where what is left of the hand may matter, jokers may be named, or a storm may come."""
        if house.on("finish_ban"):
            test = unless_last(cannot_tell, test, count)
        doubts = storms if storm.on == "any" or storm.count == count else []
        test = doubted(test, doubts + named if count == 1 else doubts)
        if wild.suit != "missing":
            return test
        return AnswerTest(lambda hand: None if hand >= beyond_pack else test(hand), test.some)

    leads = AnswerTest(lambda hand: 1 if hand & NATURAL_CARDS else None)
    return AnswerTests(asked, whole, whole(leads, 1) if house.first_lead.must == "free" else CANNOT_TELL)


def counting_rules(house: House, marks: Marks, counters: Mapping[str, tuple[str, ...]] = COUNTERS) -> CountingRules:
    """The counting rules of a house, where `counters` names what grows with each rule."""
    counts = HouseCounters(house, marks, counters)
    return CountingRules(
        titles=tuple(TITLE_POINTS),
        kinds=("single", "group", "run"),
        families=FAMILIES,
        order=STANDARD_ORDER,
        jokers=frozenset({JOKER}),
        note=counts.note,
        asking=hand_tests(house).at,
        locks=~WINDOW_OPEN,
        locked=counts.count_lock,
        given="house.seven_give",
        action_hooks={SAY: counts.count_word, DISCARD: counts.count_aside, NAME: counts.count_aside},
        closed=counts.count_end,
    )
