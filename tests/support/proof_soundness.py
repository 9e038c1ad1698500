"""Whether proofs hold: missed wins and verdicts that there is no win, in real and generated deals of all games.

`python -m tests.support.proof_soundness` holds each of them against the plain search and prints how many of each it
could decide. It ends with status 1 if these are fewer than 100,000 of a kind, and stops at the first proof that does
not hold, with the deal. With the compiled engine it takes about half an hour on two idle cores. After it, a seed may be
given for the generated deals.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import daifu
from daifu.replay.actions import PLAY, Action
from daifu.replay.analysis.deals import DealProofs, MissedWin, prove_deal
from daifu.replay.analysis.proofs import REFUTED
from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match, Record
from daifu.replay.position import Position, walk_deals
from daifu.replay.rules import Rules
from daifu.replay.table import Table
from daifu.schemas.record.decode import load_raw_record
from tests.support.plain_search import WORDS, PlainSearch, TooLong, goal_is_reached, goal_of, stepped
from tests.support.playouts import legal_sitting
from tests.support.project import CORPUS
from tests.support.random_records import random_options
from tests.support.strategies import table_sizes

MISSED: Final = "missed wins"
NO_WIN: Final = "no win"
UNDECIDED: Final = "undecided"
"""The plain search would take too many steps."""

FEWEST: Final = 100_000
"""The missed wins that have to be decided, and the verdicts that there is no win."""

REAL, WHOLE, SMALL = "real", "whole", "small"
"""Deals that were recorded, deals of whole packs, and deals of a few cards, both of players who act at random."""

SMALL_DEALS: Final = {
    "uecda": 9_000,
    "akagiri": 31_000,
    "theater": 4_000,
    "dalmuti": 32_000,
    "floor13": 2_000,
    "biga": 8_000,
}
WHOLE_DEALS: Final = 20
BATCH: Final = 100
"""The small deals of a task, which share nothing."""
WHOLE_BATCH: Final = 5
REAL_BATCH: Final = 20

POSITIONS: Final = 1_000
STEPS: Final = 500
"""The most positions for a question of the proofs, and for one of the plain search."""

MOST_PLAYERS: Final = 4
HANDS: Final = (2, 3, 3, 4)
SPREADS: Final = (1.0, 1.5, 3.0)
"""The sizes of small hands, and from how much of the pack they come: few neighbours make many sets."""
MOST_CARDS: Final = {"floor13": 8}
"""The most cards of all small hands of a game together: discards and gifts give each of its sets many ways to go on."""
LONGEST: Final = 40
"""The most actions of a small deal."""
PLAYED: Final = 0.5
SAID: Final = 0.9
"""How often players lay a set rather than anything, and how often they say something before the first lead."""

BIG_ACES: Final = {"biga": ["HA", "HA"]}
"""The cards without which nobody can declare and nothing is proven."""

Tally = Counter[tuple[str, str]]
"""How many proofs of each kind the plain search decided, as they were, and how many it did not."""


class RefutedError(AssertionError):
    """The plain search says otherwise than a proof."""


class Batch(NamedTuple):
    """Deals of a game: which ones, by the number of the first and the one after the last."""

    game: str
    source: str
    first: int
    end: int
    seed: int = 0
    path: Path | None = None


def check_proofs(steps: Sequence[Position], proofs: DealProofs, rng: Random, most: int = STEPS) -> Tally:
    """Hold the missed wins of a deal, and as many verdicts without a win and two more, against the plain search.

    Raises `RefutedError`.
    """
    found: Tally = Counter()
    for win in proofs.missed_wins:
        before, after = steps[win.action].table, steps[win.action + 1].table
        check_line(before, win)
        found[MISSED, _outcome([(before, True), (after, False)], before, win.player, most)] += 1
    without = [action for action in proofs.actions if action.known == REFUTED]
    for action in rng.sample(without, min(len(without), len(proofs.missed_wins) + 2)):
        before = steps[action.action].table
        found[NO_WIN, _outcome([(before, False)], before, action.player, most)] += 1
    return found


def _outcome(expected: Sequence[tuple[Table, bool]], before: Table, player: int, most: int) -> str:
    """Whether the plain search decides these positions: an empty text, or `UNDECIDED`. Raises `RefutedError`."""
    search = PlainSearch(goal_of(before, player), most)
    with suppress(TooLong):
        for table, wins in expected:
            if search.can_force(table) is not wins:
                raise RefutedError(f"player {player}, action {before.index}: expected {wins}")
        return ""
    return UNDECIDED


def check_line(before: Table, win: MissedWin) -> None:
    """Raise `RefutedError` unless the line of a missed win is legal and ends with its player or their team out."""
    table, notation = before, before.rules.notation(len(before.hands) - 1)
    for text in win.line:
        table = stepped(table, notation[text])
    legal = {fault.code for fault in table.faults[len(before.faults) :]} <= table.rules.proofs.fouls
    if not legal or not goal_is_reached(table, goal_of(before, win.player)):
        raise RefutedError(f"player {win.player}, action {win.action}: {win.line}")


def small_deal(rules: Rules, rng: Random) -> list[Position]:
    """The positions of a deal of a few cards each, without a stock, whose players take legal actions at random."""
    players = rng.choice([size for size in table_sizes(rules) if size <= MOST_PLAYERS] or table_sizes(rules))
    match = Match(rules, players)
    deal = Deal(hands=_small_hands(rules, players, rng), first=1, dealer=1, stock=(), abandoned=True)
    start = match.start(deal, [])
    table = match.open(start)
    tables = [table.copy()]
    taken: list[Action] = []
    notation = rules.notation(players)
    while len(taken) < LONGEST and (legal := legal_actions(table, notation)):
        taken.append(_choose(table, legal, rng))
        take_actions(table, taken[-1:], len(taken))
        tables.append(table.copy())
    deal.actions = taken
    record = Record(rules, rules.options, [f"P{number}" for number in range(1, players + 1)], [deal])
    return [Position(record, 0, at, start, reached, []) for at, reached in enumerate(tables)]


def _small_hands(rules: Rules, players: int, rng: Random) -> list[Hand | None]:
    pack = rules.sitting.pack(players)
    names = pack.alphabet.list(pack.cards)
    game, cut = rules.profile.name, rng.randrange(len(names))
    cards = min(rng.choice(HANDS) * players, MOST_CARDS.get(game, len(names)) // players * players)
    fixed = BIG_ACES.get(game, [])
    near = (names[cut:] + names[:cut])[: int(cards * rng.choice(SPREADS))]
    dealt = rng.sample(near, min(cards, len(near)) - len(fixed)) + fixed
    rng.shuffle(dealt)
    return [Hand.of(rules.alphabet, rules.alphabet.pack(dealt[place::players])) for place in range(players)]


def _choose(table: Table, legal: list[Action], rng: Random) -> Action:
    words = [action for action in legal if action.verb in WORDS]
    if words and not table.started and rng.random() < SAID:
        return rng.choice(words)
    sets = [action for action in legal if action.verb == PLAY]
    return rng.choice(sets if sets and rng.random() < PLAYED else legal)


def check_batch(batch: Batch) -> Tally:
    """Check the proofs of some deals. Raises `RefutedError` with the deal."""
    found: Tally = Counter()
    for number, steps in enumerate(deals_of(batch)):
        proofs = prove_deal(steps, POSITIONS)
        try:
            found += check_proofs(steps, proofs, Random(number))
        except RefutedError as error:
            raise RefutedError(f"{batch}, deal {number}: {deal_text(steps)}: {error}") from error
    return found


def deals_of(batch: Batch) -> Iterator[list[Position]]:
    """The positions of each deal of a batch."""
    if batch.source == REAL:
        assert batch.path is not None
        yield from walk_deals(next(daifu.read(batch.path)).loaded, batch.first, batch.end)
        return
    for number in range(batch.first, batch.end):
        rng = Random(f"{batch.game} {batch.source} {batch.seed} {number}")
        profile = PROFILES[batch.game]
        rules = profile.rules(random_options(profile, rng) if number % 2 else {})
        if batch.source == SMALL:
            yield small_deal(rules, rng)
        else:
            players = rng.choice(table_sizes(rules))
            yield from walk_deals(load_raw_record(legal_sitting(batch.game, players, 1, rng)))


def deal_text(steps: Sequence[Position]) -> str:
    """A deal as JSON: the rules, hands and actions."""
    first = steps[0]
    rules, deal = first.record.rules, first.start.deal
    hands = [hand and " ".join(rules.alphabet.list(hand.cards)) for hand in deal.hands or ()]
    actions = [action.text for action in first.actions]
    return json.dumps({"rules": rules.profile.name, "options": dict(rules.options), "hands": hands, "actions": actions})


def batches(seed: int) -> Iterator[Batch]:
    """All deals that are checked, the longest batches first."""
    for path in sorted((CORPUS / "uecda").glob("*.gz")):
        if ".expected." not in path.name:
            deals = len(next(daifu.read(path)).loaded.deals)
            for first in range(0, deals, 2 * REAL_BATCH):
                yield Batch("uecda", REAL, first, first + REAL_BATCH, path=path)
    for source, counts, size in (
        (WHOLE, dict.fromkeys(PROFILES, WHOLE_DEALS), WHOLE_BATCH),
        (SMALL, SMALL_DEALS, BATCH),
    ):
        for game, count in counts.items():
            for first in range(0, count, size):
                yield Batch(game, source, first, first + size, seed)


def table_lines(found: dict[tuple[str, str], Tally]) -> Iterator[str]:
    """A line for each game and source, and one with the sums."""
    yield f"{'':<16}" + "".join(f"{kind:>12} {UNDECIDED:>10}" for kind in (MISSED, NO_WIN))
    total: Tally = sum(found.values(), Counter())
    for name, tally in [*((" ".join(key), tally) for key, tally in sorted(found.items())), ("all", total)]:
        counts = "".join(f"{tally[kind, '']:>12,} {tally[kind, UNDECIDED]:>10,}" for kind in (MISSED, NO_WIN))
        yield f"{name:<16}{counts}"


def main() -> int:
    """Check all deals and print the table. Returns the exit status."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    found: dict[tuple[str, str], Tally] = {}
    with ProcessPoolExecutor() as pool:
        tasks: dict[Future[Tally], Batch] = {pool.submit(check_batch, batch): batch for batch in batches(seed)}
        try:
            for task in as_completed(tasks):
                batch = tasks[task]
                found.setdefault((batch.game, batch.source), Counter()).update(task.result())
        except RefutedError:
            pool.shutdown(cancel_futures=True)
            raise
    sys.stdout.write("\n".join([*table_lines(found), ""]))
    total: Tally = sum(found.values(), Counter())
    return 0 if min(total[MISSED, ""], total[NO_WIN, ""]) >= FEWEST else 1


if __name__ == "__main__":
    sys.exit(main())
