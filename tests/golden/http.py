"""What the service answers: every endpoint, as JSON, CSV and Parquet, also where it refuses."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.golden import program
from tests.golden.calls import Calls
from tests.golden.cups import play_by_calls
from tests.golden.inputs import as_line, dalmuti, lines_of, theater

Files = Iterator[tuple[str, str]]

ROLES = {"reader": "Yui", "scorekeeper": "Haru", "admin": "Natsu"}
ONE = "/v1/records/1"
_COUNTED: Final = re.compile(r"^# \w+ daifu_(?!\w+_created ).*\n", re.MULTILINE)
_LABEL: Final = re.compile(r'(\w+)="')


def tokens(db: Path) -> dict[str, str]:
    """A token of each role, made by command."""
    return {
        role: program.run("token", "create", "--db", str(db), "--name", name, "--role", role).out.decode().strip()
        for role, name in ROLES.items()
    }


def service(folder: Path) -> Files:
    """The service on a store with all samples, which is read first and then written to."""
    db = folder / "club.db"
    secrets = tokens(db)
    program.run("import", "--db", str(db), "--as", "samples", str(program.SAMPLES))
    parts = (records, positions, exports, rules, players, statistics, boards, ratings, operations)
    with program.service(db) as client:
        for part in (*parts, uploads, bulk, corrections, people, token_resource, tournaments, refused):
            calls = Calls(client, secrets)
            part(calls)
            yield f"{part.__name__.replace('_resource', 's')}.txt", calls.text


def limits(folder: Path) -> Files:
    """The service where reading is closed, bodies are small, and calls are counted."""
    db = folder / "club.db"
    secrets = tokens(db)
    with program.service(db, reading="closed", body_bytes=1_000, decompressed_bytes=2_000, bulk_bytes=1_500) as client:
        calls = Calls(client, secrets)
        for who in ("", "reader", "daifu_unknown"):
            calls.get("/v1/records", who=who)
        calls.call("POST", "/v1/records", as_line(theater(notes="x" * 1_000)), who="scorekeeper")
        packed = gzip.compress(as_line(theater(notes="x" * 3_000)), mtime=0)
        calls.call("POST", "/v1/records", packed, who="scorekeeper", Content_Type="application/gzip")
        lines = as_line(theater()) * 8
        calls.call("POST", "/v1/records/bulk", lines, who="scorekeeper", Content_Type="application/x-ndjson")
        yield "closed.txt", calls.text
    with program.service(db, rate=2, rate_address=2, bulk_records=1) as client:
        calls = Calls(client, secrets)
        for who in ("", "", "", "reader", "reader", "reader"):
            calls.call("GET", "/v1/rules", longest=0, who=who)
        yield "rates.txt", calls.text


def records(calls: Calls) -> None:
    """Lists of records and single ones."""
    calls.get("/v1/records?limit=3")
    calls.next_page(calls.get("/v1/records?limit=2&rules=theater"))
    for query in (
        "player=Haru",
        "rules=biga&legal=false",
        "tournament=大Aの夜",
        "fault=not_stronger",
        "withdrawn=true",
    ):
        calls.get(f"/v1/records?limit=2&{query}")
    calls.get("/v1/records?from=2025-04-04&to=2025-04-11&limit=4")
    for wrong in ("limit=0", "limit=501", "limit=x", "rules=poker", "legal=yes", "fault=x", "from=2025-02-30"):
        calls.get(f"/v1/records?{wrong}")
    for wrong in ("withdrawn=1", "cursor=x", "colour=red&player=", "limit=1&limit=2", "from=2025-02-02&to=2025-01-01"):
        calls.get(f"/v1/records?{wrong}")
    calls.get(ONE, longest=3_000)
    calls.get(f"{ONE}?format=uecda")
    for form in ("uecda", "fujigokoro", "daifu", "x"):
        calls.get(f"/v1/records/253?format={form}", longest=2_000)
    calls.get(f"{ONE}/report", longest=3_000)
    calls.get(f"{ONE}/report", longest=0, Accept_Encoding="gzip")
    calls.get(ONE, longest=0, If_None_Match='"7", "1"')
    calls.get(ONE, longest=0, If_None_Match="*")
    calls.get(ONE, longest=0, If_None_Match='W/"1:gzip"')
    calls.get(ONE, longest=0, If_None_Match="x")
    for query in ('options={"suit_lock": true}', "rules=theater", "rules=dalmuti", "rules=poker", "options=[]"):
        calls.get(f"{ONE}/report?{query}", longest=3_000)
    for query in ('options={"jokes": 1}', "options={", 'rules=theater&options={"jokers": 2}'):
        calls.get(f"{ONE}/report?{query}", longest=3_000)
    calls.all(f"{ONE}/revisions", f"{ONE}/revisions/1/report")
    calls.get(f"{ONE}/revisions/1", longest=500)
    calls.all("/v1/records/999", "/v1/records/0", "/v1/records/x", f"{ONE}/revisions/2", f"{ONE}/revisions/0")
    calls.all("/v1/records/999/report", "/v1/records/999/revisions", "/v1/records/999/revisions/1/report")


def positions(calls: Calls) -> None:
    """Deals, and the positions of a record of every game."""
    seen = set()
    for number in range(1, 254):
        answer = calls.client.get(f"/v1/records/{number}").get_json()
        if answer["rules"] in seen or "hands" not in answer["deals"][0]:
            continue
        seen.add(answer["rules"])
        here = f"/v1/records/{number}/deals"
        calls.title(answer["rules"])
        calls.get(f"{here}/1", longest=3_000)
        for deal in (1, 2):
            for at in (0, 1, 3, 10, 25):
                calls.get(f"{here}/{deal}/positions/{at}", longest=5_000)
    calls.all(f"{ONE}/deals/0", f"{ONE}/deals/99", f"{ONE}/deals/1/positions/9999", f"{ONE}/deals/99/positions/0")
    calls.all(f"{ONE}/deals/1/positions/-1", "/v1/records/999/deals/1", "/v1/records/999/deals/1/positions/0")


def exports(calls: Calls) -> None:
    """Records as lines and as tables."""
    calls.get("/v1/records/export", longest=1_000)
    calls.get("/v1/records/export?rules=dalmuti&to=2025-04-30", longest=1_000)
    calls.get("/v1/records/export?rules=dalmuti", longest=0, Accept_Encoding="gzip")
    calls.all("/v1/records/export?limit=3", "/v1/records/export?rules=poker", "/v1/records/export?player=Nobody")
    for table in ("records", "deals", "seats", "actions", "faults", "x"):
        calls.get(f"/v1/export/{table}.parquet?rules=theater&to=2025-06-30")
    calls.all(
        "/v1/export/faults.parquet", "/v1/export/faults.parquet?fault=x", "/v1/export/deals.parquet?player=Nobody"
    )


def rules(calls: Calls) -> None:
    """The games."""
    calls.get("/v1/rules", longest=20_000)
    for game in program.GAMES:
        calls.get(f"/v1/rules/{game}", longest=5_000)
    calls.all("/v1/rules/poker", "/v1/rules/")


def players(calls: Calls) -> None:
    """The people, and one of them."""
    calls.next_page(calls.get("/v1/players?limit=2"))
    calls.all("/v1/players?q=ha", "/v1/players?q=ＨＡ", "/v1/players?q=健", "/v1/players?q=none", "/v1/players?q=")
    calls.all("/v1/players?limit=3", "/v1/players/Haru", "/v1/players?limit=0", Accept="text/csv")
    calls.all("/v1/players/Haru", "/v1/players/さくら", "/v1/players/Nobody", "/v1/players?limit=0", "/v1/players?x=1")
    calls.get("/v1/players/Haru", Accept="image/png")
    for game in program.GAMES[:5]:
        calls.all(f"/v1/players/Haru/opponents?rules={game}", f"/v1/players/Haru/against/Natsu?rules={game}")
        calls.get(f"/v1/players/Haru/form?rules={game}")
    for path in ("opponents", "against/Natsu", "form"):
        calls.get(f"/v1/players/Haru/{path}?rules=theater", Accept="text/csv")
        calls.all(f"/v1/players/Haru/{path}", f"/v1/players/Nobody/{path}?rules=theater")
    calls.all("/v1/players/Haru/against/Haru?rules=theater", "/v1/players/Haru/against/Nobody?rules=theater")
    calls.get("/v1/players/Tsubame/form")


def statistics(calls: Calls) -> None:
    """Figures of players, of games, and the records of games."""
    for game in program.GAMES[:5]:
        calls.get(f"/v1/players/Haru/stats?rules={game}", longest=16_000)
    for game in program.GAMES:
        calls.get(f"/v1/stats/{game}", longest=16_000)
        calls.get(f"/v1/stats/{game}/records")
    calls.all(
        "/v1/players/Haru/stats?rules=theater", "/v1/stats/theater", "/v1/stats/theater/records", Accept="text/csv"
    )
    calls.get("/v1/players/Haru/stats?rules=theater", longest=0, Accept_Encoding="gzip")
    for query in (
        "players=4",
        "from=2025-04-05&to=2025-05-12",
        "tournament=稽古のあとの会",
        "tournament=none",
        "players=0",
    ):
        calls.get(f"/v1/players/Haru/stats?rules=theater&{query}", longest=2_000)
        calls.get(f"/v1/stats/theater?{query}", longest=2_000)
    calls.all("/v1/players/Haru/stats", "/v1/players/Nobody/stats", "/v1/players/Haru/stats?rules=poker")
    calls.all("/v1/stats/poker", "/v1/stats/poker/records", "/v1/stats/theater?from=x", "/v1/stats/theater?colour=1")


def boards(calls: Calls) -> None:
    """Leaderboards."""
    for game in program.GAMES:
        calls.get(f"/v1/leaderboards/first?rules={game}&limit=5")
    calls.next_page(calls.get("/v1/leaderboards/standing?rules=theater&limit=3&least=10"))
    for figure in (
        "deals",
        "points.mean",
        "last",
        "faults",
        "passes.able",
        "set.single.1",
        "seat.1.first",
        "title.daifugo",
    ):
        calls.get(f"/v1/leaderboards/{figure}?rules=theater&limit=2")
    calls.get("/v1/leaderboards/first?rules=theater&limit=4", Accept="text/csv")
    calls.all("/v1/leaderboards/first", "/v1/leaderboards/nothing?rules=theater", "/v1/leaderboards/first?rules=poker")
    calls.all("/v1/leaderboards/first?rules=theater&least=0", "/v1/leaderboards/first?rules=theater&cursor=x")


def ratings(calls: Calls) -> None:
    """Ratings, and how they went."""
    for game in program.GAMES:
        calls.get(f"/v1/ratings?rules={game}&limit=4")
    calls.next_page(calls.get("/v1/ratings?rules=biga&limit=2&least=5"))
    calls.all("/v1/ratings?rules=biga&limit=4", "/v1/players/Haru/ratings?rules=biga", Accept="text/csv")
    for game in program.GAMES[:5]:
        calls.get(f"/v1/players/Haru/ratings?rules={game}")
    calls.all(
        "/v1/ratings", "/v1/ratings?rules=poker", "/v1/players/Haru/ratings", "/v1/players/Nobody/ratings?rules=biga"
    )


def operations(calls: Calls) -> None:
    """What operators and browsers ask for."""
    calls.all("/healthz", "/readyz", "/", "/docs", "/docs/nothing", "/docs/", "/openapi.xml")
    for path in ("/openapi.json", "/openapi.yaml"):  # what is in it is compared as a document
        calls.note(f"GET {path}", f"{calls.client.get(path).content_type}\n")
    calls.call("HEAD", "/v1/rules")
    calls.call("OPTIONS", "/v1/records")
    metrics = calls.client.get("/metrics").get_data(as_text=True)
    calls.note("GET /metrics, what is counted", "".join(sorted(_COUNTED.findall(metrics))))
    counted = next(line for line in metrics.splitlines() if line.startswith("daifu_requests_total{"))
    calls.note("GET /metrics, by what requests are counted", " ".join(_LABEL.findall(counted)) + "\n")


def uploads(calls: Calls) -> None:
    """Records sent one by one, and deal by deal."""
    calls.who = "scorekeeper"
    calls.call("POST", "/v1/records?dry_run=true", theater())
    calls.call("POST", "/v1/records", theater())
    calls.call("POST", "/v1/records", theater())
    calls.call("POST", "/v1/records", dalmuti([3, 1, 2, 4]))
    calls.call("POST", "/v1/records", dalmuti([3, 1, 2, 4], [1, 3, 4, 2]))
    calls.call("POST", "/v1/records", dalmuti([3, 1, 2, 4]))
    calls.call("POST", "/v1/records", dalmuti([3, 1, 2, 4], [1, 3, 4, 2]), Accept_Language="ja")
    log = (program.SAMPLES / "uecda-server.log.gz").read_bytes()
    games = (program.SAMPLES / "fujigokoro.dat").read_bytes()
    calls.call("POST", "/v1/records", log, longest=500, Content_Type="application/gzip")
    cut = gzip.decompress(log)[:9_000]
    calls.call("POST", "/v1/records?format=uecda", cut, longest=900, Content_Type="text/plain")
    calls.call("POST", "/v1/records?format=fujigokoro", games, longest=500, Content_Type="application/octet-stream")
    calls.call("POST", "/v1/records?format=fujigokoro", cut, Content_Type="text/plain")
    calls.call("POST", "/v1/records?format=x", theater())
    calls.call("POST", "/v1/records?dry_run=yes", theater())
    for data in (b"", b"{", b"[]", b"hello", as_line(theater(options={"jokes": 1}, players=["Mu", ""], extra=1))):
        calls.call("POST", "/v1/records", data, Content_Type="application/json")
    calls.call("POST", "/v1/records", b"{}", Content_Type="text/html")
    calls.call("POST", "/v1/records", b"{}", Content_Type="application/json", Content_Encoding="br")
    calls.call("POST", "/v1/records", b"{}", Content_Type="application/json", Content_Encoding="gzip")
    calls.call("POST", "/v1/records", theater(), who="reader")
    calls.call("POST", "/v1/records", theater(), who="daifu_unknown")
    calls.call("POST", "/v1/records", theater(), Authorization="Basic x")
    here = calls.call("POST", "/v1/records", dalmuti([2, 1, 3, 4], notes="deal by deal")).headers["Location"]
    deal = {"result": {"order": [1, 3, 4, 2]}}
    calls.call("POST", f"{here}/deals", deal, If_Match='"1"')
    calls.call("POST", f"{here}/deals", deal, If_Match='"1"')
    calls.call("POST", f"{here}/deals", deal)
    broken: list[object] = [{}, []]
    for wrong in (*broken, {"result": {"order": [1, 1]}}, {"hands": ["", "", ""], "actions": ["x"]}, b"{"):
        calls.call("POST", f"{here}/deals", wrong, If_Match='"2"', Content_Type="application/json")
    calls.call("POST", "/v1/records/9999/deals", deal, If_Match='"1"')


def bulk(calls: Calls) -> None:
    """Records sent together."""
    calls.who = "scorekeeper"
    lines = as_line(theater(notes="a")) + b"{}\n" + as_line(theater(notes="a")) + b"nonsense\n" + lines_of("biga")[0]
    calls.call("POST", "/v1/records/bulk", lines, Content_Type="application/x-ndjson")
    packed = gzip.compress(as_line(theater(notes="b")) + as_line(dalmuti([1, 2, 3, 4], notes="b")), mtime=0)
    calls.call("POST", "/v1/records/bulk", packed, Content_Type="application/gzip")
    calls.call("POST", "/v1/records/bulk", packed[:-20], Content_Type="application/gzip")
    log = (program.SAMPLES / "uecda-server.log.gz").read_bytes()
    calls.call("POST", "/v1/records/bulk", log, Content_Type="application/gzip", Content_Encoding="gzip")
    calls.call("POST", "/v1/records/bulk?format=uecda", gzip.decompress(log)[:5_000], Content_Type="text/plain")
    for wrong in (b"", b"\n\n", b"hello\n"):
        calls.call("POST", "/v1/records/bulk", wrong, Content_Type="application/x-ndjson")
    calls.call("POST", "/v1/records/bulk", b"{}", Content_Type="text/html")
    calls.call("POST", "/v1/records/bulk?format=x", b"{}", Content_Type="application/json")
    calls.call("POST", "/v1/records/bulk", b"{}", who="reader", Content_Type="application/json")


def corrections(calls: Calls) -> None:
    """Corrections, withdrawals, and what comes of them."""
    calls.who = "scorekeeper"
    before, after = dalmuti([3, 1, 2, 4], notes="c"), dalmuti([3, 2, 1, 4], notes="c")
    here = calls.call("POST", "/v1/records", before).headers["Location"]
    seen = ("/v1/players/Haru/stats?rules=dalmuti", "/v1/ratings?rules=dalmuti", "/v1/players/Haru", here)
    tags = [calls.client.get(path).headers["ETag"] for path in seen]
    calls.call("PUT", f"{here}?reason=Haru+and+Natsu+were+mixed+up", after, If_Match='"1"')
    for path, tag in zip(seen, tags, strict=True):
        calls.get(path, longest=0, If_None_Match=tag)
    calls.call("PUT", f"{here}?reason=again", after, If_Match='"2"')
    calls.call("PUT", f"{here}?reason=late", before, If_Match='"1"')
    calls.call("PUT", f"{here}?reason=late", before)
    calls.call("PUT", f"{here}?reason=late", before, If_Match="*")
    calls.call("PUT", f"{here}?reason=late", before, If_Match="x y")
    calls.call("PUT", here, before, If_Match='"2"')
    calls.call("PUT", f"{here}?reason=", before, If_Match='"2"')
    calls.call("PUT", f"{here}?reason=x", {**before, "rules": "x"}, If_Match='"2"')
    calls.call("PUT", f"{here}?reason=x", theater(notes="a"), If_Match='"2"')
    calls.call("PUT", "/v1/records/9999?reason=x", before, If_Match='"2"')
    calls.call("PUT", f"{here}?reason=x", b"{}", If_Match='"2"', Content_Type="text/plain")
    calls.call("PUT", f"{here}?reason=x", before, If_Match='"2"', who="reader")
    faulty = json.loads(lines_of("theater")[0])
    faulty["deals"][0]["actions"].insert(3, faulty["deals"][0]["actions"][2])
    calls.call("PUT", "/v1/records/1?reason=x", faulty, If_Match='"1"')
    calls.call("DELETE", f"{here}?reason=this+was+a+trial", If_Match='"1"')
    calls.call("DELETE", f"{here}?reason=this+was+a+trial", If_Match='"2"')
    calls.call("DELETE", f"{here}?reason=this+was+a+trial", If_Match='"3"')
    calls.call("DELETE", here, If_Match='"3"')
    calls.all(here, f"{here}/report", f"{here}/deals/1", f"{here}/deals/1/positions/0", f"{here}/revisions")
    calls.all(f"{here}/revisions/1", f"{here}/revisions/2/report", f"{here}/revisions/3", "/v1/records?withdrawn=true")
    calls.call("POST", "/v1/records", after)
    calls.call("POST", f"{here}/deals", {"result": {"order": [1, 3, 4, 2]}}, If_Match='"3"')
    calls.call("PUT", f"{here}?reason=it+was+none", after, If_Match='"3"')
    calls.all(here, f"{here}/revisions")


def people(calls: Calls) -> None:
    """Merging, parting and renaming people."""
    calls.who = "scorekeeper"
    seated = ["Rin", {"id": "rin-2", "name": "Rin"}, "Kai", "Mio"]
    calls.call("POST", "/v1/records", dalmuti([3, 1, 2, 4], players=seated))
    merge = {"player": "rin-2", "into": "Junko", "reason": "two names"}
    calls.call("POST", "/v1/players/merges", {**merge, "into": "Rin"})
    calls.call("POST", "/v1/players/merges", merge)
    calls.all("/v1/players/Junko", "/v1/players/rin-2", "/v1/players?q=rin", "/v1/players/rin-2/stats?rules=dalmuti")
    calls.call("POST", "/v1/players/merges", merge)
    calls.call("POST", "/v1/players/merges", {**merge, "player": "Mio", "into": "Nobody"})
    broken: list[object] = [{}, []]
    for wrong in (*broken, {**merge, "reason": ""}, {**merge, "x": 1}, {**merge, "player": 3}, b"{"):
        calls.call("POST", "/v1/players/merges", wrong, Content_Type="application/json")
    calls.call("POST", "/v1/players/merges", merge, who="reader")
    merge = {"player": "Mu", "into": "Umi", "reason": "she moved"}
    number = calls.call("POST", "/v1/players/merges", merge).get_json()["merge"]
    calls.all("/v1/players/Umi", "/v1/players/Mu/stats?rules=theater", "/v1/players/Mu/ratings?rules=theater")
    calls.all("/v1/players/Umi/opponents?rules=theater", "/v1/players/Mu", "/v1/ratings?rules=theater&limit=3")
    calls.call("DELETE", f"/v1/players/merges/{number}")
    calls.call("DELETE", f"/v1/players/merges/{number}?reason=it+was+her+sister")
    calls.call("DELETE", f"/v1/players/merges/{number}?reason=again")
    calls.call("DELETE", "/v1/players/merges/99?reason=x")
    calls.all("/v1/players/Umi", "/v1/players/Mu", "/v1/ratings?rules=theater&limit=3")
    calls.call("PATCH", "/v1/players/Umi", {"name": "Umiko", "reason": "so she writes"})
    for wrong in ({}, {"name": "", "reason": "x"}, {"name": "U\n", "reason": "x"}, {"name": "U"}, {"reason": "x"}):
        calls.call("PATCH", "/v1/players/Umi", wrong)
    calls.call("PATCH", "/v1/players/Nobody", {"name": "N", "reason": "x"})
    calls.all("/v1/players/Umi", "/v1/players?q=umi")


def token_resource(calls: Calls) -> None:
    """Tokens, which only admins manage."""
    calls.who = "admin"
    calls.get("/v1/tokens")
    calls.call("POST", "/v1/tokens", {"name": "Rei", "role": "scorekeeper"})
    for wrong in (
        {},
        {"name": "", "role": "reader"},
        {"name": "x", "role": "king"},
        {"name": "x", "role": "reader", "y": 1},
    ):
        calls.call("POST", "/v1/tokens", wrong)
    calls.call("DELETE", "/v1/tokens/4")
    for number in ("4", "99", "x", "3"):
        calls.call("DELETE", f"/v1/tokens/{number}")
    calls.get("/v1/tokens")
    for who in ("reader", "scorekeeper", ""):
        calls.who = who
        calls.get("/v1/tokens")
        calls.call("POST", "/v1/tokens", {"name": "Rei", "role": "reader"})
        calls.call("DELETE", "/v1/tokens/1")


def tournaments(calls: Calls) -> None:
    """Tournaments from the first entrant to the last standing."""
    calls.who = "scorekeeper"
    play_by_calls(calls)


def refused(calls: Calls) -> None:
    """What is refused wherever it is sent."""
    for path in ("/v1", "/v1/nothing", "/v1/records/", "/v2/records", "//v1/records"):
        calls.get(path)
    for method in ("PUT", "PATCH", "DELETE", "TRACE", "BREW"):
        calls.call(method, "/v1/rules")
    for language in ("ja", "ja-JP,en;q=0.5", "en,ja;q=0.5", "de", "ja;q=0"):
        calls.get("/v1/nothing", Accept_Language=language)
    calls.get("/v1/rules", longest=0, Authorization="Bearer")
    calls.get("/v1/rules", longest=0, X_Forwarded_For="10.0.0.1", X_Request_Id="mine")
