"""Records and foreign logs with random changes: `python -m tests.support.mutated_records KIND COUNT`.

Each of them has to be judged, or refused with reasons. The program prints how often it came to each. A kind is a game,
whose records are changed, or a foreign format.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import count, islice
from random import Random
from typing import Any, Final

import msgspec

from daifu.api.installation import engine_name
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_item, judge_json
from daifu.schemas.sources.items import DAIFU, FUJIGOKORO, UECDA, Item, SourceRefused
from tests.support.project import PROJECT_ROOT
from tests.support.random_records import random_record

JUDGED: Final = "judged"
REFUSED: Final = "refused"

_SAMPLES: Final = PROJECT_ROOT / "data" / "samples"
_LOGS: Final = {f"{UECDA} log": (UECDA, "uecda-server.log.gz"), FUJIGOKORO: (FUJIGOKORO, "fujigokoro.dat")}
"""The formats of foreign logs, and a sample of each."""
KINDS: Final = (*PROFILES, *_LOGS)

_CHANGED_VERSIONS: Final = 50
"""How many changed versions of a record are made: to generate one takes longer."""
_LINES: Final = 40
"""How many lines of a log are taken."""
_VALUES: Final = b'[null,true,0,-1,1,2,5,1000000000,9007199254740993,0.5,1e308,"","?","-",[],{},[null],["1 -"]]'
_WORDS: Final = (
    "-", "?", "0", "1", "9", "99", "D3", "D3 S3", "X", "X2", "JO", "give 2 D3", "discard S4", "draw", "show", "name 8",
    "void", "@250", "# noted", "\0", "\ud800", "\u202e", "大富豪", " ", "\n", "\t",
)  # fmt: skip
_BYTES: Final = b'{}[],:"\\0123456789eE+-.tfn \n\t\xff\x00\xe5abcDSHCX?#@='


def judge_mutated(kind: str, number: int) -> str:
    """What became of some records of a kind with random changes: how often they were judged and refused.

    Raises any other error, with the number of the record.
    """
    found: Counter[str] = Counter()
    for place, item in enumerate(islice(mutated_items(kind), number)):
        try:
            found[_judge(item)] += 1
        except Exception as error:
            error.add_note(f"record {place}: {item.data!r}")
            raise
    return f"{found[JUDGED]} judged, {found[REFUSED]} refused"


def mutated_items(kind: str) -> Iterator[Item]:
    """Records of a kind with random changes, without end, and the same ones each time."""
    form, _ = _LOGS.get(kind, (DAIFU, ""))
    for number in count():
        sound = _generated_record(kind, number // _CHANGED_VERSIONS) if kind in PROFILES else _sample_log(kind)
        change = _change_bytes if kind not in PROFILES or number % 5 == 0 else _change_values
        yield Item("changed", 1, form, change(sound, Random(number)))


@cache
def _sample_log(kind: str) -> bytes:
    """The beginning of a log."""
    data = (_SAMPLES / _LOGS[kind][1]).read_bytes()
    text = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    return b"".join(text.splitlines(keepends=True)[:_LINES])


_generated: dict[tuple[str, int], bytes] = {}


def _generated_record(rules: str, number: int) -> bytes:
    """A generated record; only the last one is remembered."""
    if (rules, number) not in _generated:
        _generated.clear()
        _generated[rules, number] = json.dumps(random_record(rules, Random(number))).encode()
    return _generated[rules, number]


def _change_bytes(sound: bytes, rng: Random) -> bytes:
    """The text with some bytes left out, repeated, exchanged or written over."""
    data = bytearray(sound)
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(data) + 1)
        end = start + rng.choice((0, 1, 1, 2, 10, 200))
        piece = bytes(data[start:end])
        data[start:end] = rng.choice((b"", piece * 2, piece[::-1], bytes(rng.choices(_BYTES, k=rng.randint(1, 3)))))
    return bytes(data)


def _change_values(sound: bytes, rng: Random) -> bytes:
    """The document with some other values."""
    document = json.loads(sound)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        document = _with_other_value(document, rng)
    return json.dumps(document, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")


def _with_other_value(value: Any, rng: Random) -> Any:  # noqa: ANN401 - any JSON
    """The value with a change somewhere in it, more often deep inside than at its top."""
    if isinstance(value, dict | list) and value and rng.random() < 0.9:
        return _with_other_part(value, rng)
    if isinstance(value, str) and rng.random() < 0.8:
        return _other_text(value, rng)
    return rng.choice(json.loads(_VALUES))


def _with_other_part(value: Any, rng: Random) -> Any:  # noqa: ANN401 - any JSON
    """The same for an object or a list, in which larger parts are changed more often."""
    parts = list(value) if isinstance(value, dict) else list(range(len(value)))
    sizes = [1 + len(str(value[part])) for part in parts]
    place, other = rng.choices(parts, sizes, k=2)
    if isinstance(value[place], str) and isinstance(value[other], str) and rng.random() < 0.5:
        value[place] = _with_word_of(value[place], value[other], rng)
        return value
    match rng.randrange(6):
        case 0:
            del value[place]
        case 1:
            value[place], value[other] = value[other], value[place]
        case 2 if isinstance(value, list):
            value.insert(place, deepcopy(value[other]))
        case 2:
            value[rng.choice(_WORDS)] = deepcopy(value[other])
        case _:
            value[place] = _with_other_value(value[place], rng)
    return value


def _with_word_of(text: str, other: str, rng: Random) -> str:
    """The text with a word of another one, which often makes a play that can be read and is wrong."""
    words = text.split(" ")
    words[rng.randrange(len(words))] = rng.choice(other.split(" "))
    return " ".join(words)


def _other_text(text: str, rng: Random) -> str:
    """The text with a word more, less or exchanged, or with other characters."""
    words = text.split(" ")
    place = rng.randrange(len(words))
    match rng.randrange(4):
        case 0:
            words[place] = rng.choice(_WORDS)
        case 1:
            words.insert(place, rng.choice((*_WORDS, *words)))
        case 2:
            del words[place]
        case _:
            words[place] = "".join(rng.sample(words[place], len(words[place])))
    return " ".join(words)


def _judge(item: Item) -> str:
    """Whether a record is judged or refused, after a look at the judgement or at the reasons."""
    try:
        judged = judge_item(item)
    except SourceRefused as refused:
        _check_refusal(refused)
        return REFUSED
    _check_judgement(judged)
    return JUDGED


def _check_refusal(refused: SourceRefused) -> None:
    """There is a reason, and each of them is said in both languages."""
    assert refused.reasons
    assert all(reason.expected.en and reason.expected.ja for reason in refused.reasons)


def _check_judgement(judged: JudgedRecord) -> None:
    """The report is JSON, and what is kept of the record is judged in the same way again."""
    msgspec.json.decode(judged.report)
    again = judge_json(judged.record)
    assert (again.report, again.content, again.opening) == (judged.report, judged.content, judged.opening)


def main() -> None:
    """Print the engine, and what became of the records."""
    kind, number = sys.argv[1:]
    print(f"{engine_name().en}: {judge_mutated(kind, int(number))}")  # noqa: T201 - the output of this program


if __name__ == "__main__":
    main()
