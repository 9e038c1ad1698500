"""Small files of games for the commands, made of the samples."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

from tests.golden import program

EVENING = ["1 D3", "2 S4", "3 H5", "4 C6", "1 -", "2 -", "3 -", "4 S7"]
COURT = ("Haru", "Natsu", "Aki", "Fuyu")
UNKNOWN = ["D3 ?*12", "?*13", "?*13", "?*14"]


def lines_of(game: str) -> list[bytes]:
    """The sample records of a game, one a line."""
    return (program.SAMPLES / f"{game}.ndjson").read_bytes().splitlines(keepends=True)


def theater(**fields: object) -> dict[str, object]:
    """A record of a deal of theater that is still in play, with some fields as given."""
    deal = {"hands": UNKNOWN, "actions": EVENING}
    players = ["Mu", "Junko", "Shimo", "Aki"]
    return {"format": "daifu/1", "rules": "theater", "players": players, "deals": [deal], **fields}


def dalmuti(*orders: list[int], players: Sequence[object] = COURT, **fields: object) -> dict[str, object]:
    """A record of The Great Dalmuti of which only results are known."""
    deals = [{"result": {"order": order}} for order in orders]
    return {"format": "daifu/1", "rules": "dalmuti", "players": [*players], "deals": deals, **fields}


def as_line(record: object) -> bytes:
    """A record as a line of a file."""
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def write_games(folder: Path, records: int = 2) -> None:
    """Write the first records of every game, the faulty ones and the logs, as `games/` in the folder."""
    games = folder / "games"
    games.mkdir()
    for game in program.GAMES:
        (games / f"{game}.ndjson").write_bytes(b"".join(lines_of(game)[:records]))
    for name in ("faulty.ndjson", "fujigokoro.dat", "uecda-server.log.gz"):
        (games / name).write_bytes((program.SAMPLES / name).read_bytes())


def write_broken(folder: Path) -> None:
    """Write files that cannot be read, or not wholly, as `broken/` in the folder."""
    broken = folder / "broken"
    broken.mkdir()
    log = gzip.decompress((program.SAMPLES / "uecda-server.log.gz").read_bytes())
    games = (program.SAMPLES / "fujigokoro.dat").read_bytes()
    legal = as_line(theater())
    files = {
        "empty.json": b"",
        "blank.ndjson": b"\n \n",
        "text.json": b"hello\n",
        "list.json": b"[1, 2]\n",
        "cut.json": legal[: len(legal) // 2],
        "bom.json": b"\xef\xbb\xbf" + legal,
        "latin.json": as_line({"notes": "é"}).replace("é".encode(), b"\xe9"),
        "mixed.ndjson": legal + b"{}\n" + as_line(theater(options={"jokes": 1})) + legal + b"nonsense\n" + legal,
        "cut.ndjson.gz": gzip.compress(b"".join(lines_of("akagiri")[:6]), mtime=0)[:4_000],
        "not.json.gz": b"\x1f\x8b\x08\x00 no gzip",
        **{f"cut-{cut}.log": log[: len(log) * cut // 100] for cut in (1, 30, 61, 99)},
        **{f"cut-{cut}.dat": games[: len(games) * cut // 100] for cut in (2, 40, 77, 99)},
        **{f"line-{line}.log": _without(log, line) for line in (1, 2, 4, 7, 12, 25, 60)},
        **{f"line-{line}.dat": _without(games, line) for line in (1, 2, 4, 7, 12, 25, 60)},
        **{f"swapped-{line}.log": _swapped(log, line) for line in (3, 9, 20, 41)},
        **{f"swapped-{line}.dat": _swapped(games, line) for line in (3, 9, 20, 41)},
    }
    for name, data in files.items():
        (broken / name).write_bytes(data)


def _without(data: bytes, line: int) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(lines[: line - 1] + lines[line:])


def _swapped(data: bytes, line: int) -> bytes:
    lines = data.splitlines(keepends=True)
    lines[line - 1], lines[line] = lines[line], lines[line - 1]
    return b"".join(lines)
