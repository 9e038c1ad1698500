"""Sample records: their stored bytes, reports and identities; and the reports on games of others, where these are."""

import json
from collections.abc import Iterator
from pathlib import Path

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
