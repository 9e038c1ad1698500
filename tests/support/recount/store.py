"""Counts all records of a store the slow way, and compares the statistics of the store."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import date
from functools import lru_cache
from importlib.resources import files
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from daifu.data.store.errors import DuplicateContent
from daifu.data.store.store import Store
from daifu.data.store.values import Author, DealFilter, RecordFilter, UploadStatus
from daifu.replay.analysis.deals import METHOD
from daifu.replay.counters import SEAT, TABLE
from daifu.replay.match import Record
from daifu.replay.statistics.catalogue import counters_of
from daifu.replay.statistics.record import count_record
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.decode import decode_json, load_record
from daifu.schemas.record.identity import content_hash
from tests.support.analyses import analysis_counts, random_analysis
from tests.support.recount import deals, games, house, play
from tests.support.recount.deals import CounterSheet, DealResults, SheetWriter, nonzero, played_deals
from tests.support.recount.play import GameCounting


def products(counts: Mapping[str, int], rules: str, owner: str) -> Counter[str]:
    """The products by the names of their counters, `sitting.<one>:<other>`."""
    with_sums = Counter(counts)
    with_sums["passes_seen"] = with_sums["passes.able"] + with_sums["passes.unable"]
    found = Counter[str]()
    for name in counters_of(rules, owner):
        if name.startswith("sitting."):
            one, other = name.removeprefix("sitting.").split(":")
            found[name] = with_sums[one] * with_sums[other]
    return found


def part_of_day(day: object, content: bytes, block: int) -> int:
    """The part of its day to which a block of 20 deals of a record belongs, and of no day without one."""
    return (block if day else content[0] + block) % 64


def add_up_days(days: Iterable[tuple[object, Mapping[str, int]]], rules: str, owner: str) -> dict[str, int]:
    """The sum of counts of days, each with its key; those of one day are multiplied when they are added up."""
    sums: dict[object, Counter[str]] = {}
    for day, counts in days:
        sums.setdefault(day, Counter()).update(counts)
    total = Counter[str]()
    for whole in sums.values():
        total.update(whole)
        total.update(products(whole, rules, owner))
    return {name: count for name, count in total.items() if count}


Counts = dict[str, int]
TURNED = {"higher": "lower", "lower": "higher"}

GAMES: Final = {
    "dalmuti": GameCounting(games.DALMUTI_ORDER, games.DALMUTI_GIFT_ORDER, games.DALMUTI_JOKERS, games.count_dalmuti),
    "theater": GameCounting(games.STANDARD_ORDER, games.STANDARD_ORDER, games.STANDARD_JOKERS, games.count_theater),
    "akagiri": GameCounting(
        games.STANDARD_ORDER, games.STANDARD_ORDER, games.STANDARD_JOKERS, games.count_akagiri, games.count_akagiri_end
    ),
    "floor13": GameCounting(
        games.ORDER, games.ORDER, games.STANDARD_JOKERS, games.count_floor13, passing=games.is_floor13_pass
    ),
    "biga": GameCounting(
        games.BIGA_ORDER, games.BIGA_ORDER, games.BIGA_JOKERS, games.count_biga, games.count_biga_teams
    ),
    "daifugo": GameCounting(
        games.STANDARD_ORDER,
        games.STANDARD_ORDER,
        games.STANDARD_JOKERS,
        house.count_daifugo,
        house.count_daifugo_end,
    ),
    "uecda": GameCounting(games.STANDARD_ORDER, games.STANDARD_ORDER, games.STANDARD_JOKERS, games.count_uecda),
}


def recount(record: Record) -> CounterSheet:
    """All counters of a record."""
    sheet = CounterSheet()
    for block in recount_blocks(record):
        for seat, counts in block.seats.items():
            sheet.seats[seat].update(counts)
        for seated, counts in block.tables.items():
            sheet.tables[seated].update(counts)
        for pair, counts in block.pairs.items():
            sheet.pairs[pair].update(counts)
    return sheet


def recount_blocks(record: Record) -> list[CounterSheet]:
    """All counters of a record, by block of 20 deals."""
    blocks: list[CounterSheet] = []
    game, before, decided = GAMES[record.rules.profile.name], None, 0
    counted = record.rules.sitting.counted
    for number, course in enumerate(played_deals(record)):
        if number % 20 == 0:
            blocks.append(CounterSheet())
        scribe = SheetWriter(blocks[-1], len(course.seated))
        deals.count_deal(scribe, course)
        outcomes = DealResults(course, scored=counted is None or decided < counted)
        if course.played:
            play.count_actions(scribe, course)
            play.count_sets(scribe, course, game)
            play.count_tricks(scribe, course)
            play.count_passes(scribe, course, game)
            play.count_winner(scribe, course)
            play.count_gifts(scribe, course, game)
            game.played(scribe, course)
        if course.report.decided:
            decided += 1
            deals.count_results(scribe, outcomes)
            deals.count_titles(scribe, outcomes, before)
            if course.played:
                play.count_end(scribe, outcomes, game)
                game.ended(scribe, outcomes)
        before = course
    return blocks


@lru_cache(maxsize=1024)
def sheets_of(text: bytes) -> list[CounterSheet]:
    """The counters of a record by block, cached."""
    return recount_blocks(decode_json(text).record)


class CountedRecord(NamedTuple):
    """A record with its rules, its players' ids, the day and the tournament of its event, and its counts by block."""

    rules: str
    ids: list[str]
    day: date | None
    tournament: str | None
    content: bytes
    sheets: list[CounterSheet]

    def suits(self, wanted: DealFilter) -> bool:
        """Whether its event matches. An event without a day matches no days."""
        asked = wanted.since is not None or wanted.until is not None
        in_time = self.day is not None and (wanted.since or self.day) <= self.day <= (wanted.until or self.day)
        return (in_time or not asked) and wanted.tournament in (None, self.tournament)


def counted_records(store: Store, rules: str) -> list[CountedRecord]:
    """All records of a game that are not withdrawn, with the analyses of their present revisions."""
    return [
        _counted(stored.record, store.analyses.find(stored.id, stored.revision, METHOD))
        for stored in store.each(RecordFilter(rules=rules))
    ]


def _counted(text: bytes, analysis: bytes | None) -> CountedRecord:
    raw: dict[str, Any] = json.loads(text)
    event = raw.get("event", {})
    ids = [player if isinstance(player, str) else player["id"] for player in raw["players"]]
    sheets = sheets_of(text) if analysis is None else _with_analysis(text, analysis)
    content = content_hash(decode_json(text).shape, text)
    return CountedRecord(raw["rules"], ids, _day(event.get("date")), event.get("name"), content, sheets)


def _with_analysis(text: bytes, analysis: bytes) -> list[CounterSheet]:
    """The counters of a record together with those of its analysis."""
    sheets = deepcopy(sheets_of(text))
    for (player, seated, block), counts in analysis_counts(decode_json(text).record, analysis).items():
        sheets[block].seats[player, seated].update(counts)
    return sheets


def _day(written: str | None) -> date | None:
    whole = written is not None and len(written.split("T")[0]) == len("2025-04-04")
    return date.fromisoformat(written.split("T")[0]) if written and whole else None


def counts_of_player(records: Iterable[CountedRecord], ids: Collection[str], wanted: DealFilter) -> Counts | None:
    """The counters of a player with all their ids; None if there are none."""
    return _add_up_players([one for one in _seats(records, wanted) if one[0][0] in ids]) or None


def counts_of_profile(records: Sequence[CountedRecord], wanted: DealFilter) -> tuple[Counts, Counts]:
    """The counters of the deals, and of all players."""
    tables = [
        ((record.day, record.tournament, seated, part), counts)
        for record, part, sheet in _parts(records, wanted)
        for seated, counts in sheet.tables.items()
        if wanted.seated in (None, seated)
    ]
    rules = records[0].rules if records else "uecda"
    return add_up_days(tables, rules, TABLE), _add_up_players([*_seats(records, wanted)])


def _parts(records: Iterable[CountedRecord], wanted: DealFilter) -> Iterator[tuple[CountedRecord, int, CounterSheet]]:
    """The records that suit, by block, each with its part of the day."""
    for record in records:
        for block, sheet in enumerate(record.sheets if record.suits(wanted) else ()):
            yield record, part_of_day(record.day, record.content, block), sheet


def _seats(records: Iterable[CountedRecord], wanted: DealFilter) -> Iterator[tuple[tuple[Any, ...], Counter[str]]]:
    """What was counted of the players of records, each with what is multiplied together."""
    for record, part, sheet in _parts(records, wanted):
        for (number, seated), counts in sheet.seats.items():
            if wanted.seated in (None, seated):
                yield (record.ids[number - 1], record.rules, record.day, record.tournament, seated, part), counts


def _add_up_players(found: list[tuple[tuple[Any, ...], Counter[str]]]) -> Counts:
    return add_up_days(found, found[0][0][1], SEAT) if found else {}


def counts_of_opponents(records: Iterable[CountedRecord], ids: Collection[str]) -> dict[str, Counts]:
    """The counters between a player and each opponent, seen by the player."""
    found: dict[str, Counter[str]] = {}
    for record in records:
        for one, other, counts in _views(record):
            if record.ids[one - 1] in ids and record.ids[other - 1] not in ids:
                found.setdefault(record.ids[other - 1], Counter()).update(counts)
    return {other: told for other, counts in found.items() if (told := nonzero(counts))}


def _views(record: CountedRecord) -> Iterator[tuple[int, int, dict[str, int]]]:
    """Every pair from both sides."""
    for (one, other), counts in [pair for sheet in record.sheets for pair in sheet.pairs.items()]:
        yield one, other, dict(counts)
        turned = {TURNED.get(name, name): number for name, number in counts.items()}
        yield other, one, {**turned, "points": -counts["points"]}


NO_FILTER = DealFilter()
Difference = tuple[str, object, object]
"""A counter, its value in the slow count, and the other value."""


def counter_differences(what: str, slow: dict[str, int] | None, told: dict[str, int] | None) -> list[Difference]:
    """The counters that differ, so that a failure names only these."""
    ours, theirs = slow or {}, told or {}
    names = [name for name in ours | theirs if ours.get(name) != theirs.get(name)]
    found: list[Difference] = [(f"{what}: {name}", ours.get(name), theirs.get(name)) for name in names]
    return found if (slow is None) == (told is None) else [(what, slow, told), *found]


def record_differences(record: Record) -> list[Difference]:
    """The counters of a record that differ from the slow count."""
    sheet, (_report, tallies) = recount(record), count_record(record)
    pairs = [(f"pair {pair}", sheet.pairs[pair], tallies.pairs.get(pair)) for pair in sheet.pairs | tallies.pairs]
    seats = [(f"seat {seat}", sheet.seats[seat], tallies.seats.get(seat)) for seat in sheet.seats | tallies.seats]
    tables = [(f"table of {of}", sheet.tables[of], tallies.tables.get(of)) for of in sheet.tables | tallies.tables]
    return [
        one
        for what, slow, told in (*seats, *tables, *pairs)
        for one in counter_differences(what, nonzero(slow), told or {})
    ]


def store_differences(store: Store, rules: str, filters: Sequence[DealFilter] = (NO_FILTER,)) -> list[Difference]:
    """The statistics of a game in a store that differ from the slow count of its present records."""
    records = counted_records(store, rules)
    players = sorted({id for record in records for id in record.ids})
    found = [one for wanted in filters for one in _profile_differences(store, rules, records, wanted)]
    for player, wanted in product(players, filters):
        slow, told = counts_of_player(records, [player], wanted), store.statistics.player([player], rules, wanted)
        found += counter_differences(f"{player} {wanted}", slow, told)
    for player in players:
        found += _opponent_differences(store, rules, records, [player])
    for wanted in filters:
        everybody = {one: counts for one in players if (counts := counts_of_player(records, [one], wanted))}
        said = dict(store.statistics.everybody(rules, wanted=wanted))
        found += [one for id in everybody | said for one in counter_differences(id, everybody.get(id), said.get(id))]
    return found + _pair_differences(store, rules, records, players)


def person_differences(store: Store, rules: str, player: str) -> list[Difference]:
    """The same for a person with all their ids."""
    records, ids = counted_records(store, rules), store.people.one(player).players
    slow, told = counts_of_player(records, ids, NO_FILTER), store.statistics.player(ids, rules)
    return counter_differences(player, slow, told) + _opponent_differences(store, rules, records, ids)


def _profile_differences(
    store: Store, rules: str, records: list[CountedRecord], wanted: DealFilter
) -> list[Difference]:
    slow, told = counts_of_profile(records, wanted), store.statistics.profile(rules, wanted)
    return counter_differences(f"tables {wanted}", slow[0], told[0]) + counter_differences(
        f"seats {wanted}", slow[1], told[1]
    )


def _opponent_differences(
    store: Store, rules: str, records: list[CountedRecord], ids: Sequence[str]
) -> list[Difference]:
    slow, told = counts_of_opponents(records, ids), dict(store.statistics.opponents(ids, rules))
    return [
        one for other in slow | told for one in counter_differences(f"{ids} {other}", slow.get(other), told.get(other))
    ]


def _pair_differences(
    store: Store, rules: str, records: list[CountedRecord], players: Sequence[str]
) -> list[Difference]:
    told = {(one, other): counts for one, other, counts in store.statistics.pairs(rules)}
    assert sorted(store.statistics.meetings(rules)) == sorted(told), "who met is who has counts of a pair"
    slow = {
        (one, other): counts
        for one in players
        for other, counts in counts_of_opponents(records, [one]).items()
        if (one, other) in told or (other, one) not in told
    }
    return [one for pair in slow | told for one in counter_differences(f"{pair}", slow.get(pair), told.get(pair))]


RawRecord = dict[str, Any]

SAMPLE_SIZE: Final = 6
"""The number of records of a sample that a history uses."""
AUTHOR: Final = Author("Ann")


def sample_records(profile: str, count: int = SAMPLE_SIZE) -> list[RawRecord]:
    """The first records of a sample."""
    lines = (files("daifu.data") / "samples" / f"{profile}.ndjson").read_bytes().splitlines()
    return [json.loads(line) for line in lines[:count]]


def upload_records(store: Store, *raws: RawRecord) -> list[int]:
    """Upload records. Returns their ids."""
    return [outcome.id for outcome in store.add([judge_json(json.dumps(raw).encode()) for raw in raws], AUTHOR)]


def revise_record(store: Store, record: int, revision: int, raw: RawRecord) -> int:
    """Correct this revision of a record. Returns the new revision."""
    return store.revise(record, judge_json(json.dumps(raw).encode()), AUTHOR, expected=revision).revision


class RecordHistory:
    """Random changes to some records. `texts` has the present text and revision of each."""

    def __init__(self, store: Store, raws: Iterable[RawRecord], rng: Random) -> None:
        self.store = store
        self.rng = rng
        self.waiting = list(raws)
        self.texts: dict[int, tuple[RawRecord, int]] = {}
        self.withdrawn: set[int] = set()

    def step(self) -> None:
        """Make one random change."""
        happenings: list[Callable[[], None]] = [
            self.upload,
            self.grow,
            self.correct,
            self.withdraw,
            self.send_again,
            self.analyse,
        ]
        self.rng.choice(happenings)()

    def upload(self) -> None:
        """Upload a sitting that has just begun."""
        if self.waiting:
            raw = self.waiting.pop()
            begun = {**raw, "deals": raw["deals"][: self.rng.randint(1, len(raw["deals"]))]}
            [record] = upload_records(self.store, begun)
            self.texts[record] = begun, 1

    def grow(self) -> None:
        """Add a deal: the first one once more."""
        for record, (raw, revision) in self._some():
            if record not in self.withdrawn:
                grown = {**raw, "deals": [*raw["deals"], raw["deals"][0]]}
                [outcome] = self.store.add([judge_json(json.dumps(grown).encode())], AUTHOR)
                assert outcome.status is UploadStatus.GROWN
                self.texts[record] = grown, revision + 1

    def correct(self) -> None:
        """Change players and day. A withdrawn record is restored."""
        for record, (raw, revision) in self._some():
            ids = self.rng.sample(raw["players"], len(raw["players"]))
            event = {**raw["event"], "date": f"2025-05-{self.rng.randint(10, 28)}"}
            corrected = {**raw, "players": ids, "event": event, "notes": f"correction {revision}"}
            try:
                self.texts[record] = corrected, revise_record(self.store, record, revision, corrected)
            except DuplicateContent:
                continue
            self.withdrawn.discard(record)

    def withdraw(self) -> None:
        """Withdraw a record."""
        for record, (raw, revision) in self._some():
            if record not in self.withdrawn:
                self.texts[record] = raw, self.store.withdraw(record, AUTHOR, expected=revision).revision
                self.withdrawn.add(record)

    def send_again(self) -> None:
        """Send a stored record again."""
        for _record, (raw, _revision) in self._some():
            upload_records(self.store, raw)

    def analyse(self) -> None:
        """Keep an analysis of the present revision or an earlier one, by the present method or an earlier one."""
        for record, (raw, revision) in self._some():
            wanted = 1 if record in self.withdrawn else self.rng.choice([revision, revision, 1])
            deals = len(load_record(self.store.record(record, wanted).record).deals)
            analysis = random_analysis(deals, len(raw["players"]), self.rng)
            self.store.analyses.keep(record, wanted, self.rng.choice([METHOD, METHOD, "earlier"]), analysis)

    def _some(self) -> list[tuple[int, tuple[RawRecord, int]]]:
        return self.rng.sample([*self.texts.items()], min(1, len(self.texts)))
