"""Records of the samples in a store, and random changes to them."""

import json
from collections.abc import Callable, Iterable
from importlib.resources import files
from random import Random
from typing import Any, Final

from data.store.errors import DuplicateContent
from data.store.interface import Store
from data.store.values import Author, UploadStatus
from replay.analysis.deals import METHOD
from schemas.judgement import judge_json
from schemas.record.decode import load_record
from tests.support.recount.analyses import random_analysis

RawRecord = dict[str, Any]

SAMPLE_SIZE: Final = 6
"""The number of records of a sample that a history uses."""
AUTHOR: Final = Author("Ann")


def sample_records(profile: str, count: int = SAMPLE_SIZE) -> list[RawRecord]:
    """The first records of a sample."""
    lines = (files("data") / "samples" / f"{profile}.ndjson").read_bytes().splitlines()
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
