"""``python -m tests.golden.stores NAME``: make `store-NAME.db.gz`, a store of the present version for later ones.

It has some records of each game, games with faults, logs, grown, corrected, withdrawn and restored records, people who
were merged, parted and renamed, tokens, and tournaments with landings, pending records and decisions.

What is told of a new store is captured on a later day, for times of the day on which it is captured are masked.
"""

import gzip
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.golden import http, program
from tests.golden.calls import Calls
from tests.golden.inputs import as_line, dalmuti, theater, write_games
from tests.golden.transcripts import Commands

HERE: Final = Path(__file__).parent

Files = Iterator[tuple[str, str]]


def make(name: str) -> None:
    """Make a store, and beside it the secrets of its tokens. Raises FileExistsError where there is one."""
    store, secrets = HERE / f"store-{name}.db.gz", HERE / f"store-{name}.tokens.json"
    with tempfile.TemporaryDirectory() as place, store.open("xb") as written:
        folder = Path(place)
        db = folder / "club.db"
        tokens = http.tokens(db)
        _fill(folder, db, tokens)
        program.run("backup", "--db", str(db), str(folder / "copy.db"))
        written.write(gzip.compress((folder / "copy.db").read_bytes(), mtime=0))
    secrets.write_text(json.dumps(tokens, indent=1) + "\n", encoding="utf-8")


def _fill(folder: Path, db: Path, tokens: dict[str, str]) -> None:
    write_games(folder)
    program.run("import", "--db", str(db), "--as", "samples", str(folder / "games"))
    program.run("token", "create", "--db", str(db), "--name", "Gone")
    program.run("token", "revoke", "--db", str(db), "4")
    with program.service(db) as client:
        for part in (http.uploads, http.bulk, http.corrections, http.people, http.tournaments):
            part(Calls(client, tokens))
        reads = Calls(client, tokens)
        reads.all("/v1/ratings?rules=dalmuti", "/v1/stats/dalmuti/records", "/v1/players/Haru/stats?rules=dalmuti")
        # What comes last has been counted by no read yet.
        calls = Calls(client, tokens, "scorekeeper")
        calls.call("POST", "/v1/records", theater(source={"program": "x", "lines": [1, None]}, notes="最後の棋譜"))
        calls.call("POST", "/v1/records", dalmuti([4, 3, 2, 1], event={"date": "2024-02-29", "name": "Leap day"}))


def earlier(folder: Path) -> Files:
    """What the program tells of each store of an earlier version, and what it makes of changes there."""
    for packed in sorted(HERE.glob("store-*.db.gz")):
        name = packed.name.removesuffix(".db.gz")
        place = folder / name
        place.mkdir()
        db = place / "club.db"
        db.write_bytes(gzip.decompress(packed.read_bytes()))
        tokens = json.loads((HERE / f"{name}.tokens.json").read_text(encoding="utf-8"))
        program.migrate(db)
        yield f"{name}.commands.txt", _commands(place)
        with program.service(db) as client:
            for part in (_records, _people, _tournaments, _changes):
                calls = Calls(client, tokens)
                part(calls)
                yield f"{name}.{part.__name__[1:]}.txt", calls.text
        commands = Commands(place, "en")
        commands("verify --db club.db")
        yield f"{name}.verified.txt", commands.text


def _commands(place: Path) -> str:
    commands = Commands(place, "en")
    for line in ("verify", "token list", "tournament list", "stats players", "tournament show 1", "export tables"):
        commands(f"{line} --db club.db")
    commands.files("tables")
    return commands.text


def _records(calls: Calls) -> None:
    """Every record with its report and its history, and what lists and tables tell of them."""
    last = calls.client.get("/v1/records?limit=1").get_json()["records"][0]["id"]
    calls.get("/v1/records?limit=100", longest=60_000)
    calls.get("/v1/records?withdrawn=true", longest=60_000, who="scorekeeper")
    for number in range(1, last + 1):
        here = f"/v1/records/{number}"
        calls.get(here, longest=300)
        calls.get(f"{here}/report", longest=300)
        history = calls.get(f"{here}/revisions", who="scorekeeper").get_json()["revisions"]
        for revision in history if len(history) > 1 else ():
            calls.get(f"{here}/revisions/{revision['number']}", longest=300, who="scorekeeper")
            calls.get(f"{here}/revisions/{revision['number']}/report", longest=300, who="scorekeeper")
    calls.get("/v1/records/export", longest=200)
    for table in ("records", "deals", "seats", "actions", "faults"):
        calls.get(f"/v1/export/{table}.parquet")
    for query in (
        "player=Haru",
        "player=rin-2",
        "tournament=Friday+cup",
        "fault=out_of_turn",
        "from=2024-02-29&to=2024-02-29",
    ):
        calls.get(f"/v1/records?limit=2&{query}")


def _people(calls: Calls) -> None:
    """People, figures and ratings."""
    calls.get("/v1/players?limit=500", longest=30_000)
    calls.all("/v1/players/Junko", "/v1/players/rin-2", "/v1/players/Umi", "/v1/players/Mu")
    for game in program.GAMES:
        calls.all(f"/v1/stats/{game}", f"/v1/stats/{game}/records", f"/v1/ratings?rules={game}")
        calls.get(f"/v1/leaderboards/first?rules={game}")
    for player in ("Haru", "Junko"):
        here = f"/v1/players/{player}"
        calls.all(f"{here}/stats?rules=dalmuti", f"{here}/opponents?rules=dalmuti", f"{here}/form?rules=dalmuti")
        calls.get(f"{here}/ratings?rules=dalmuti")


def _tournaments(calls: Calls) -> None:
    """Tournaments, down to their logs."""
    calls.get("/v1/tournaments")
    for cup in (1, 2):
        here = f"/v1/tournaments/{cup}"
        calls.all(
            here, f"{here}/standings", f"{here}/standings?announced=true", f"{here}/standings/1", f"{here}/landing"
        )
        calls.all(f"{here}/head-to-head", f"{here}/teams", f"{here}/faults", f"{here}/missing", f"{here}?version=5")
        calls.get(f"{here}/standings", Accept="text/csv")
        calls.get(f"{here}/log?limit=500", longest=40_000)


def _changes(calls: Calls) -> None:
    """What is written to such a store."""
    calls.who = "scorekeeper"
    calls.get("/v1/tokens", who="admin")
    calls.call("POST", "/v1/records", dalmuti([3, 1, 2, 4]))
    calls.call("POST", "/v1/records", dalmuti([3, 1, 2, 4], [1, 3, 4, 2], [1, 2, 3, 4]))
    calls.call(
        "POST",
        "/v1/records/bulk",
        as_line(theater()) + as_line(theater(notes="new")),
        Content_Type="application/x-ndjson",
    )
    for number in (1, 20):
        record = calls.client.get(f"/v1/records/{number}")
        body = {**record.get_json(), "notes": "corrected"}
        calls.call("PUT", f"/v1/records/{number}?reason=notes", body, longest=1_500, If_Match=record.headers["ETag"])
    calls.call("DELETE", "/v1/records/2?reason=twice", If_Match='"1"')
    calls.call("DELETE", "/v1/players/merges/1?reason=two+people")
    calls.call("PATCH", "/v1/players/Aki", {"name": "Akiko", "reason": "so she writes"})
    calls.all("/v1/players/rin-2", "/v1/ratings?rules=dalmuti", "/v1/stats/akagiri/records", "/v1/stats/dalmuti")
    version = calls.client.get("/v1/tournaments/1").headers["ETag"]
    late = {"change": "entered", "name": "Late"}
    calls.call("POST", "/v1/tournaments/1/changes?reason=late", late, If_Match=version)
    calls.all("/v1/tournaments/1/standings", "/v1/tournaments/1/log?after=25")
    calls.call("DELETE", "/v1/tokens/1", who="admin")
    calls.get("/v1/tokens", who="admin")


if __name__ == "__main__":
    make(sys.argv[1])
