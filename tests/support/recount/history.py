"""Records of the samples in a store, and random changes to them."""

import json
from collections.abc import Callable, Iterable
from importlib.resources import files
from random import Random
from typing import Any, Final

from data.store.errors import DuplicateContent
from data.store.interface import Store
from data.store.values import Author, UploadStatus
from schemas.judgement import judge_json

RawRecord = dict[str, Any]

SAMPLE_SIZE: Final = 6
"""So many records of a sample are enough for most things to happen to."""
AUTHOR: Final = Author("Ann")


def sample_records(profile: str, count: int = SAMPLE_SIZE) -> list[RawRecord]:
    """The first records of a sample."""
    lines = (files("data") / "samples" / f"{profile}.ndjson").read_bytes().splitlines()
    return [json.loads(line) for line in lines[:count]]


def upload_records(store: Store, *raws: RawRecord) -> list[int]:
    """Upload records; their ids."""
    return [outcome.id for outcome in store.add([judge_json(json.dumps(raw).encode()) for raw in raws], AUTHOR)]


def revise_record(store: Store, record: int, revision: int, raw: RawRecord) -> int:
    """Correct a record whose revision this is; that which it has then."""
    return store.revise(record, judge_json(json.dumps(raw).encode()), AUTHOR, expected=revision).revision


class RecordHistory:
    """What may happen to some records, by chance; `texts` are what each is now, and its revision."""

    def __init__(self, store: Store, raws: Iterable[RawRecord], rng: Random) -> None:
        self.store = store
        self.rng = rng
        self.waiting = list(raws)
        self.texts: dict[int, tuple[RawRecord, int]] = {}
        self.withdrawn: set[int] = set()

    def step(self) -> None:
        """Let something happen."""
        happenings: list[Callable[[], None]] = [self.upload, self.grow, self.correct, self.withdraw, self.send_again]
        self.rng.choice(happenings)()

    def upload(self) -> None:
        """A sitting that has just begun."""
        if self.waiting:
            raw = self.waiting.pop()
            begun = {**raw, "deals": raw["deals"][: self.rng.randint(1, len(raw["deals"]))]}
            [record] = upload_records(self.store, begun)
            self.texts[record] = begun, 1

    def grow(self) -> None:
        """Another deal is played: the first once more."""
        for record, (raw, revision) in self._some():
            if record not in self.withdrawn:
                grown = {**raw, "deals": [*raw["deals"], raw["deals"][0]]}
                [outcome] = self.store.add([judge_json(json.dumps(grown).encode())], AUTHOR)
                assert outcome.status is UploadStatus.GROWN
                self.texts[record] = grown, revision + 1

    def correct(self) -> None:
        """Others played, on another day; what was withdrawn comes back."""
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
        """A record counts no more."""
        for record, (raw, revision) in self._some():
            if record not in self.withdrawn:
                self.texts[record] = raw, self.store.withdraw(record, AUTHOR, expected=revision).revision
                self.withdrawn.add(record)

    def send_again(self) -> None:
        """A record comes that is there already."""
        for _record, (raw, _revision) in self._some():
            upload_records(self.store, raw)

    def _some(self) -> list[tuple[int, tuple[RawRecord, int]]]:
        return self.rng.sample([*self.texts.items()], min(1, len(self.texts)))
