"""Makes an archive from inputs: reads shares, sorts partitions, judges parts and sums up games by tasks of a cluster.

What a task makes gets its name when it is complete, and then its line in the manifest. All else follows from the
records, so the files of an archive depend neither on the cluster nor on how the inputs were cut or ordered. From the
manifest, a file with a line of JSON for each share, partition and part, a run that was stopped goes on.
"""

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from enum import StrEnum
from functools import partial
from hashlib import blake2b
from importlib.metadata import version
from itertools import chain
from operator import call
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from daifu.data.archive.cluster import TaskRunner
from daifu.data.archive.parts import PartSummary, PartTask, SortedPartition, judge_part, sort_partition
from daifu.data.archive.shares import SHARE_BYTES, Inputs, RunSummary, Share, find_shares, read_refusals, read_share
from daifu.data.archive.totals import GAME_TABLES, GameSummary, PartName, game_folder, rate_game, sum_game
from daifu.data.archive.work_folder import WorkFolder, new_file
from daifu.data.export import FolderOccupied, locked
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.encodings import UTF_8
from daifu.schemas.parquet.statistics import RATINGS
from daifu.schemas.sources.files import expand_paths, printable_path
from daifu.schemas.sources.items import SourceProblem

FILE_NAME: Final = "manifest.ndjson"


class Settings(msgspec.Struct, frozen=True):
    """What an archive depends on besides its inputs."""

    archive: str
    version: str
    format: str
    codec: str
    tables: list[str]
    store: bool


class ShareDone(msgspec.Struct, frozen=True, tag="share", tag_field="done"):
    """A share was read into the run of this id."""

    id: str
    files: list[str]
    begin: int
    end: int | None
    summary: RunSummary


class PartitionDone(msgspec.Struct, frozen=True, tag="partition", tag_field="done"):
    """A partition was sorted; the id covers its runs."""

    id: str
    partition: str
    summary: SortedPartition


class PartDone(msgspec.Struct, frozen=True, tag="part", tag_field="done"):
    """A part was judged; the id covers its records and their numbers."""

    id: str
    partition: str
    number: int
    summary: PartSummary


class Finished(msgspec.Struct, frozen=True, tag="archive", tag_field="done"):
    """The archive is complete; the id covers its shares."""

    id: str


Done = ShareDone | PartitionDone | PartDone | Finished

_settings: Final = msgspec.json.Decoder(Settings)
_done: Final = msgspec.json.Decoder(Done)


class AnotherArchive(Exception):
    """The folder has an archive that was begun with other settings, or by another version of daifu."""


class Manifest:
    """The lines of a manifest by their ids. Lines are appended, and are on disk when `add` returns."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Open or begin the manifest in a folder. Raises `AnotherArchive`."""
        self._path = folder / FILE_NAME
        self._done: dict[str, Done] = {}
        lines = self._path.read_bytes().splitlines(keepends=True) if self._path.exists() else []
        complete = [line for line in lines if line.endswith(b"\n")]  # the last one was cut off if the power failed
        if complete and complete[0] != msgspec.json.encode(settings) + b"\n":
            raise AnotherArchive
        for line in complete[1:]:
            self._keep(_done.decode(line))
        self._file = self._path.open("r+b" if self._path.exists() else "xb")
        self._file.truncate(sum(map(len, complete)))
        self._file.seek(0, os.SEEK_END)
        if not complete:
            self._write(settings)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def finished(self) -> str:
        """The id of a complete archive, or an empty text."""
        return next((done.id for done in self._done.values() if isinstance(done, Finished)), "")

    def find(self, id: str) -> Done | None:
        """The line with this id, or None."""
        return self._done.get(id)

    def summary(self, id: str) -> Any:  # noqa: ANN401 - each kind of line has its own
        """The summary in the line with this id."""
        done = self._done[id]
        if isinstance(done, Finished):
            raise TypeError(done)
        return done.summary

    def add(self, done: Done) -> None:
        """Write that work is done."""
        self._write(done)
        self._keep(done)

    def _keep(self, done: Done) -> None:
        self._done[done.id] = done

    def _write(self, line: Settings | Done) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


FORMAT: Final = "daifu-archive/1"
SUMMARY: Final = "summary.json"
REFUSED: Final = "refused.ndjson"
_WORKING: Final = ".unfinished"

Advance = Callable[[int], None]


class Stage(StrEnum):
    """The stages of the work, in their order."""

    READING = "reading"
    SORTING = "sorting"
    JUDGING = "judging"
    SUMMING = "summing"


Watch = Callable[[Stage, int], AbstractContextManager[Advance]]
"""Shows a stage with its total: bytes read, partitions sorted, records judged, tables of games summed up."""


class ArchiveRequest(NamedTuple):
    """What is to be archived, and where.

    `paths` are files, folders and addresses in the format `source_format`, and `codec` is that of texts without a byte
    order mark. `tables` are those of records and of ratings that are wanted. With a `store`, the records go into it,
    too.
    """

    paths: Sequence[str]
    folder: Path
    source_format: str
    tables: Sequence[str]
    store: str | None = None
    codec: str = UTF_8
    share_bytes: int = SHARE_BYTES


class ArchiveSummary(msgspec.Struct, kw_only=True):
    """What an archive has.

    `read` are the records that were read, of which `duplicates` and `continued` ones were left out; `refused` are the
    entries that are no records. `rows` are those of each table of records and of the ratings.
    """

    format: str = FORMAT
    read: int
    refused: int
    duplicates: int
    continued: int
    records: int
    rows: dict[str, int]
    games: dict[str, GameSummary]


def make_archive(request: ArchiveRequest, cluster: TaskRunner, watch: Watch) -> ArchiveSummary:
    """Make an archive, or go on with one that was stopped; what it has.

    The folder is made if there is none. Raises `FolderOccupied`, `ExportRunning` if another run is writing there,
    `AnotherArchive`, what the cluster raises, and kinds of `OSError`.
    """
    inputs = find_shares(expand_paths(request.paths), request.source_format, request.codec, request.share_bytes)
    whole = _digest("archive", *(share.id for share in inputs.shares), *(one.file for one in inputs.problems))
    tables, has_store = list(request.tables), request.store is not None
    settings = Settings(FORMAT, version("daifu"), request.source_format, request.codec, tables, has_store)
    with _working_folder(request.folder) as work, closing(Manifest(request.folder, settings)) as manifest:
        if not manifest.finished:
            summary = _Builder(request, cluster, watch, work, manifest).make(inputs)
            manifest.add(Finished(whole))
        elif manifest.finished == whole:
            summary = read_summary(request.folder)
        else:
            raise AnotherArchive
    return summary


def read_summary(folder: Path) -> ArchiveSummary:
    """The summary of the archive in a folder."""
    return msgspec.json.decode((folder / SUMMARY).read_bytes(), type=ArchiveSummary)


class _Job(NamedTuple):
    """A task: the id of its line in the manifest, its arguments, how much it counts, and what makes its line."""

    id: str
    arguments: tuple[Any, ...]
    weight: int
    line: Callable[[Any], Done]


class _Builder:
    """Makes one archive."""

    def __init__(
        self, request: ArchiveRequest, cluster: TaskRunner, watch: Watch, work: WorkFolder, manifest: Manifest
    ) -> None:
        self._request = request
        self._cluster = cluster
        self._watch = watch
        self._work = work
        self._manifest = manifest
        self._record_tables = tuple(table for table in request.tables if table != RATINGS.name)

    def make(self, inputs: Inputs) -> ArchiveSummary:
        """Do all stages, publish the tables, and write what was refused and the summary."""
        runs = self._read(inputs.shares)
        partitions = self._sort(inputs.shares, runs)
        parts = self._judge(partitions)
        games, rated = self._sum_up(list(parts))
        summary = ArchiveSummary(
            read=sum(sum(run.records.values()) for run in runs),
            refused=len(inputs.problems) + sum(run.refused for run in runs),
            duplicates=sum(one.duplicates for one in partitions.values()),
            continued=sum(one.continued for one in partitions.values()),
            records=sum(part.records for part in parts.values()),
            rows={table: sum(part.rows[table] for part in parts.values()) for table in self._record_tables}
            | ({RATINGS.name: sum(rated.values())} if RATINGS.name in self._request.tables else {}),
            games=games,
        )
        self._publish_tables(list(parts), [*games, *(key for key in rated if key not in games)])
        self._write_refused(inputs, runs)
        with new_file(self._request.folder / SUMMARY) as file:
            file.write(msgspec.json.format(msgspec.json.encode(summary), indent=1) + b"\n")
        return summary

    def _read(self, shares: Sequence[Share]) -> list[RunSummary]:
        """Read the shares."""
        return self._run(
            Stage.READING,
            read_share,
            [
                _Job(
                    share.id,
                    (self._work, share, self._request.source_format, self._request.codec),
                    share.size,
                    partial(_share_done, share),
                )
                for share in shares
            ],
        )

    def _sort(self, shares: Sequence[Share], runs: Sequence[RunSummary]) -> dict[str, SortedPartition]:
        """Sort the partitions, in their order."""
        of_partition: defaultdict[str, list[str]] = defaultdict(list)
        for share, run in zip(shares, runs, strict=True):
            for partition in run.records:
                of_partition[partition].append(share.id)
        jobs = [
            _Job(
                id := _digest(partition, *found),
                (self._work, partition, found),
                1,
                partial(PartitionDone, id, partition),
            )
            for partition, found in sorted(of_partition.items())
        ]
        return dict(zip(sorted(of_partition), self._run(Stage.SORTING, sort_partition, jobs), strict=True))

    def _judge(self, partitions: Mapping[str, SortedPartition]) -> dict[PartName, PartSummary]:
        """Judge the parts, in their order. Records are numbered from 1."""
        first = 1
        jobs: dict[PartName, _Job] = {}
        for partition, found in partitions.items():
            for part in found.parts:
                id = _digest(partition, str(part.number), str(first), part.digest)
                task = PartTask(partition, part.number, first, self._record_tables, self._request.store)
                line = partial(PartDone, id, partition, part.number)
                jobs[partition, part.number] = _Job(id, (self._work, task), part.records, line)
                first += part.records
        return dict(zip(jobs, self._run(Stage.JUDGING, judge_part, list(jobs.values())), strict=True))

    def _run(self, stage: Stage, work: Callable[..., Any], jobs: Sequence[_Job]) -> list[Any]:
        """The summaries of jobs, of which those are run that are not done yet.

        The longest come first, so that no worker is left with a long one when the others have ended.
        """
        by_id = {job.id: job for job in sorted(jobs, key=lambda job: -job.weight)}
        left = {id: job for id, job in by_id.items() if self._manifest.find(id) is None}
        with self._watch(stage, sum(job.weight for job in left.values())) as advance:

            def finish(id: str, summary: object) -> None:
                self._manifest.add(by_id[id].line(summary))
                advance(by_id[id].weight)

            self._cluster.run(work, {id: job.arguments for id, job in left.items()}, finish)
        return [self._manifest.summary(job.id) for job in jobs]

    def _sum_up(self, parts: Sequence[PartName]) -> tuple[dict[str, GameSummary], dict[str, int]]:
        """Sum up the games; what each has, and how many players each game or house rates if that is wanted."""
        of_game = {
            rules: [part for part in parts if part[0].startswith(f"{game_folder(rules)}/")] for rules in PROFILES
        }
        played = [rules for rules in PROFILES if of_game[rules]]
        most_parts_first = sorted(played, key=lambda rules: -len(of_game[rules]))
        is_rated = RATINGS.name in self._request.tables
        works: list[Callable[..., Any]] = [sum_game, rate_game] if is_rated else [sum_game]
        tasks = {
            f"{rules} {work.__name__}": (work, self._work, rules, of_game[rules])
            for work in works
            for rules in most_parts_first
        }
        results: dict[str, Any] = {}
        with self._watch(Stage.SUMMING, len(tasks)) as advance:

            def finish(key: str, result: object) -> None:
                results[key] = result
                advance(1)

            self._cluster.run(call, tasks, finish)
        games = {rules: results[f"{rules} {sum_game.__name__}"] for rules in played}
        rated = [results[key] for key, (work, *_) in tasks.items() if work is rate_game]
        return games, dict(chain.from_iterable(rows.items() for rows in rated))

    def _publish_tables(self, parts: Sequence[PartName], games: Sequence[str]) -> None:
        """Move the tables out of the working folder, without what an earlier run with other inputs left there."""
        wanted = {self._work.table(table, *part) for table in self._record_tables for part in parts}
        of_games = {self._work.table(table, game_folder(rules), 0) for table in GAME_TABLES for rules in games}
        for path in [path for path in self._work.tables.rglob("*") if path.is_file()]:
            if path not in wanted | of_games:
                path.unlink()
        for table in self._work.tables.iterdir() if self._work.tables.exists() else ():
            table.rename(self._request.folder / table.name)

    def _write_refused(self, inputs: Inputs, runs: Sequence[RunSummary]) -> None:
        """Write what was refused: files that cannot be found, then the rest in the order of files and lines."""
        before: dict[str, int] = {}
        with new_file(self._request.folder / REFUSED) as file:
            for problem in inputs.problems:
                file.write(_refusal_line(problem))
            for share, run in zip(inputs.shares, runs, strict=True):
                for problem in read_refusals(self._work, share, before, run):
                    file.write(_refusal_line(problem))


def _share_done(share: Share, summary: RunSummary) -> ShareDone:
    first = share.pieces[0]
    return ShareDone(share.id, [printable_path(piece.path) for piece in share.pieces], first.begin, first.end, summary)


def _refusal_line(problem: SourceProblem) -> bytes:
    expected = {"en": problem.expected.en, "ja": problem.expected.ja}
    line = {"file": problem.file, "line": problem.line, "pointer": problem.pointer, "expected": expected}
    return msgspec.json.encode(line) + b"\n"


def _digest(*parts: str) -> str:
    return blake2b("\n".join(parts).encode(), digest_size=12).hexdigest()


@contextmanager
def _working_folder(folder: Path) -> Iterator[WorkFolder]:
    """The folder inside for what is not complete. It is removed where the archive is complete."""
    working = folder / _WORKING
    if not (folder / FILE_NAME).exists():
        for path in sorted(folder.iterdir()) if folder.exists() else ():
            if path.name != _WORKING:
                raise FolderOccupied(path)
    was_there = working.exists()
    with locked(working):
        try:
            yield WorkFolder(working)
        except AnotherArchive:
            if not was_there:  # it is a complete one
                shutil.rmtree(working)
            raise
        shutil.rmtree(working)
