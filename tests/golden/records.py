"""Records: the bytes, reports and identities of samples and others; catalogues; sheets of house rules."""

import json
from collections.abc import Iterator
from pathlib import Path

from daifu.data.stored_houses import house_presets
from daifu.schemas.house_document import flattened
from daifu.schemas.house_sheet import house_sheet_text
from tests.golden import program
from tests.golden.transcripts import sha

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"

Files = Iterator[tuple[str, str]]


class AbsentError(Exception):
    """What a subject is about is not on this machine."""


def samples(_folder: Path) -> Files:
    """Hashes of the canonical text and the report of each sample record, and its identity hashes."""
    for file in sorted(program.SAMPLES.iterdir()):
        if file.suffix == ".ndjson":
            texts = file.read_bytes().splitlines()
        else:
            texts = [program.run("convert", "--to", "daifu", str(file)).out]
        yield f"{file.name}.txt", "".join(map(_line, texts))


def _line(text: bytes) -> str:
    judged = program.judged(text)
    assert program.judged(judged.record) == judged, "a stored record is read as the same one"
    hashes = (sha(judged.record), sha(judged.report), judged.content.hex(), judged.opening.hex())
    return "record {} report {} content {} opening {}\n".format(*hashes)


def corpus(_folder: Path) -> Files:
    """Hashes of the reports on the corpus that stands beside the project; `AbsentError` where it does not."""
    if not CORPUS.is_dir():
        raise AbsentError("there is no corpus beside the project")
    for file in sorted(file for file in CORPUS.glob("*.ndjson") if file.stem in program.GAMES):
        cases = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        yield f"{file.name}.txt", "".join(f"{case['id']} {_report(case['record'])}\n" for case in cases)
    for file in sorted([*CORPUS.glob("uecda/*.log.gz"), *CORPUS.glob("uecda/*.dat.gz")]):
        ended = program.run("check", "--json", str(file))
        reports = ended.out.replace(str(file).encode(), file.name.encode())
        notes = ended.err.replace(str(file).encode(), file.name.encode())
        yield f"{file.name}.txt", f"exit {ended.code} reports {sha(reports)} notes {sha(notes)}\n"


def _report(record: object) -> str:
    text = json.dumps(record, ensure_ascii=False).encode()
    refused = program.refusals(text)
    return f"refused {sha(repr(refused).encode())}" if refused else sha(program.judged(text).report)


def catalogues(_folder: Path) -> Iterator[tuple[str, str]]:
    """Every fault and every problem of the service, with its sentences."""
    faults = (f"{code} ({severity})\n  {en}\n  {ja}\n" for code, severity, en, ja in program.faults())
    yield "faults.txt", "".join(faults)
    problems = (
        f"{status} {name}\n  {title[0]}\n  {title[1]}\n  {remedy[0]}\n  {remedy[1]}\n"
        for name, status, title, remedy in program.problem_types()
    )
    yield "problems.txt", "".join(problems)


def sheets(_folder: Path) -> Iterator[tuple[str, str]]:
    """The sheet of each house to begin with, in both languages."""
    for name, house in house_presets().items():
        flat = flattened(house, lambda _slug, _version: None)
        for language in ("en", "ja"):
            yield f"{name}.{language}.txt", house_sheet_text(flat, language)
