"""A server log, and what crashes, disks and hands may make of one."""

import re
from collections.abc import Callable
from random import Random
from typing import Final

from bench.server_log import sample_log

Damage = Callable[[bytes, Random], bytes]

SAMPLE: Final = sample_log()
_LINE: Final = re.compile(rb"(%[0-9]{5}%(\w+)%) .*\n")


def of_an_old_server(log: bytes) -> bytes:
    """The log without what old servers did not write: exchanges and points."""
    return re.sub(rb"%[0-9]{5}%(?:change_cards|points)%.*\n", b"", log)


def cut(log: bytes, rng: Random) -> bytes:
    """The log ends anywhere."""
    return log[: rng.randrange(len(log))]


def gap(log: bytes, rng: Random) -> bytes:
    """Some bytes are lost."""
    begin = rng.randrange(len(log))
    return log[:begin] + log[begin + rng.randint(1, 300) :]


def other_byte(log: bytes, rng: Random) -> bytes:
    """One byte is another."""
    place = rng.randrange(len(log))
    return log[:place] + bytes([rng.choice(b"\0\xff\xe3\r\n 0123456789SHDCJKLMNEx%\t")]) + log[place + 1 :]


def padding(log: bytes, rng: Random) -> bytes:
    """The log ends in NUL bytes."""
    return log + bytes(rng.randint(1, 5_000))


def doubled_line(log: bytes, rng: Random) -> bytes:
    """A line stands once more somewhere else."""
    lines = log.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return b"".join(lines)


def other_fields(log: bytes, rng: Random) -> bytes:
    """Some lines say what no server would write, though they are of their form."""
    lines = log.splitlines(keepends=True)
    for place in rng.sample(range(len(lines)), min(len(lines), rng.randint(1, 20))):
        line = _LINE.fullmatch(lines[place])
        if line is not None and line[2] in _FIELDS:
            lines[place] = line[1] + b" " + rng.choice(_FIELDS[line[2]]) + b"\n"
    return b"".join(lines)


DAMAGES: Final[tuple[Damage, ...]] = (cut, gap, other_byte, padding, doubled_line, other_fields)

_FIELDS: Final = {
    b"mibun": [b"22222", b"43210", b"01234"],
    b"seat": [b"01234", b"31420"],
    b"palyer_cards": [b"D3 H9 S5 S6 S7 ", b"D3 " + b"H9" * 200 + b" S5 S6 S7 ", b"D3 " * 4 + b"D3" * 130 + b" "],
    b"change_cards": [b"NULL", b" 00S3EE", b" 01" + b"S3" * 130 + b"EE", b" 01S3EE 10S4EE"],
    b"play": [b" 0D3EE 1H9EE", b" 0" + b"S3" * 128 + b"EE", b" 0" + b"S3" * 127 + b"EE", b" 0EE" * 20_001, b""],
    b"result": [b"01234", b"43210"],
    b"points": [b"0 0 0 0 0", b"1 2 3 4 100000000000000000"],
}
