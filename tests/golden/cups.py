"""Small tournaments, kept by commands and by calls: draws, results, records that land or do not, the referee."""

import json
from collections.abc import Sequence
from typing import Any, Final

from tests.golden.calls import Calls
from tests.golden.inputs import as_line, dalmuti
from tests.golden.transcripts import Commands

NAMES: Final = ("Haru", "Natsu", "Aki", "Fuyu", "Sora", "Nao", "Rei", "Yu", "Umi")
WRONG: Final[Sequence[object]] = ({}, [])
"""What is no change, no draw and no tournament."""
OUT_OF_TURN: Final = {
    "hands": ["D3", "S4", "H5", "C6"],
    "actions": ["1 D3", "3 H5 void", "2 S4", "4 C6 void", "3 H5"],
    "result": {"order": [1, 2, 3, 4]},
}
"""A deal of theater with two actions out of turn."""


def game(order: list[int], *, players: tuple[str, ...] = NAMES[:4], **event: object) -> dict[str, object]:
    """A record of a table of the Friday cup."""
    return dalmuti(order, players=players, event={"name": "Friday cup", "round": 1, "table": 1, **event})


def disputed(**event: object) -> dict[str, object]:
    """A record of the table of the theater cup, with faults."""
    told = {"name": "Theater cup", "round": 1, "table": 1, **event}
    players = [*NAMES[:4]]
    return {"format": "daifu/1", "rules": "theater", "players": players, "deals": [OUT_OF_TURN], "event": told}


class Keeper:
    """Gives commands about one tournament to a store or a service."""

    def __init__(self, commands: Commands, target: str, cup: str = "1") -> None:
        self.commands = commands
        self.target = target
        self.cup = cup

    def does(self, *lines: str) -> None:
        """Commands whose first word is the command, and the rest what follows the tournament."""
        for line in lines:
            command, _, rest = line.partition(" ")
            self.commands(f"tournament {command} {self.cup} {rest} {self.target}".replace("  ", " "))

    def sends(self, name: str, record: object) -> None:
        """A record is imported."""
        (self.commands.folder / name).write_bytes(as_line(record))
        self.commands(f"import {name} {self.target}")


def play(commands: Commands, target: str) -> None:
    """The whole of it by commands."""
    keeper = Keeper(commands, target)
    for part in (_begin, _first_round, _looks, _second_round, _final):
        part(keeper)
    _second_cup(Keeper(commands, target, "2"))
    _refusals(keeper)
    commands(f"tournament list {target}")
    commands(f"tournament list --json {target}")


def play_shortly(commands: Commands, target: str) -> None:
    """The first evening, and what the referee has to decide."""
    keeper = Keeper(commands, target)
    for part in (_begin, _first_round, _looks):
        part(keeper)
    _second_cup(Keeper(commands, target, "2"))
    keeper.does("follow --from x")
    commands(f"tournament list {target}")


def _begin(keeper: Keeper) -> None:
    tie = "--tie points,head_to_head,firsts,lot"
    keeper.commands(
        f"tournament create 'Friday cup' --rules dalmuti {tie} --drop 0 --penalty illegal=-1 --bye 1 {keeper.target}"
    )
    keeper.commands(f"tournament create 'Friday cup' --rules dalmuti {keeper.target}")
    keeper.does("enter Haru Natsu Aki Fuyu Sora Nao Rei Yu", "enter Umi --player umi-7 --team Reds", "enter Haru")
    keeper.does("rename Umi --name 'Umi K.' --player umi-7 --team Reds", "rename Haru --name Haru --team Reds")
    keeper.does("show", "standings", "faults", "teams", "meetings", "log --json --from 9")
    keeper.does("stage Preliminaries --rounds 3 --sizes 4,5 --preview", "stage Preliminaries --rounds 3 --sizes 4,5")


def _first_round(keeper: Keeper) -> None:
    keeper.does("draw --table 1,2,3,4 --table 5,6,7,8 --byes 9", "show", "result 1 2 --places 2,1,4,3")
    keeper.sends("game.json", game([3, 1, 2, 4]))
    keeper.does("result 1 1 --places 1,2,3,4", "result 1 2 --places 1,2,2,4", "result 1 2 --places 1,2,3,4 --preview")
    keeper.sends("other.json", game([4, 1, 2, 3]))
    keeper.sends("nobody.json", game([4, 1, 2, 3], players=("Haru", "Natsu", "Aki", "Nobody")))
    keeper.sends("nowhere.json", game([4, 1, 2, 3], table=7))
    keeper.sends("unnamed.json", game([4, 1, 2, 3], table=None))
    keeper.does("records", "records --json", "land 2", "land 2 --replace --reason 'the sheet was misread'", "ignore 3")
    keeper.does("land 99", "records", "penalty Nao 2 --round 1 --reason 'late at the table' --as Aki")
    keeper.does("bonus Rei 1/2 --reason 'fair play'", "penalty Rei 1", "cancel 1 --reason 'the train was late'")
    keeper.does("cancel 1", "cancel 9", "close 1", "close 1", "close 2", "result 1 2 --places 1,2,3,4")


def _looks(keeper: Keeper) -> None:
    keeper.does("show", "show --json", "standings", "standings --json", "standings --csv", "standings --html")
    keeper.does("standings --until 1 --announced", "standings --explain Haru", "standings --explain 6 --json")
    keeper.does("teams", "teams --json", "meetings", "meetings --json", "log", "log --from 12", "log --json --from 15")


def _second_round(keeper: Keeper) -> None:
    keeper.does(
        "draw --rounds 2 --seed 7 --work 20000 --wanted 4", "withdraw Umi --round 2", "withdraw 'Umi K.' --round 2"
    )
    keeper.does("redraw --seed 8 --work 20000", "return 'Umi K.' --round 3", "seats 2 --table 1=1,2,3,4", "show")
    keeper.does("substitute 2 1 1 --guest Rin --player rin-2 --scores", "substitute 2 1 2 --guest Kai")
    keeper.does("substitute 2 1 2 --entrant Haru", "forfeit 2 2 Yu", "forfeit 2 1 Yu", "forfeit 2 2 Yu --cancel")
    keeper.does("result 2 1 --points 3,1,-1/2,0", "result 2 2 --places 4,1,2,3", "result 2 2 --places 4,1,2")
    keeper.does("remove 2 1", "remove 2 1", "close 2", "result 2 1 --points 3,2,1,0", "close 2", "reopen 1")
    keeper.does("result 1 2 --places 1,2,3,4 --reason misread", "close 1", "standings", "standings --announced")
    keeper.does("standings --until 2 --csv", "meetings", "log --from 30")


def _final(keeper: Keeper) -> None:
    keeper.does("result 3 1 --places 5,4,3,2,1", "result 3 2 --places 1,2,3,4", "close 3")
    keeper.does(
        "stage Final --best 4 --carry 0.5 --after 1", "draw --method swiss --seed 3", "redraw --stage 1 --seed 1"
    )
    keeper.does("draw --method swiss", "redraw --seed 4", "draw --stage 2 --method snake", "show", "lot --seed 5")
    keeper.does(
        "result 1 1 --places 1,2,3,4", "close 1", "close 2", "result 2 1 --points 4,0,0,1", "close 2", "lot --seed 5"
    )
    keeper.does("lot Haru Natsu --drawn", "finish", "standings", "standings --stage 1", "show", "finish", "enter Late")
    keeper.does("standings --parquet standing.parquet", "standings --stage 9", "standings --until 9")
    keeper.does(*(f"standings --explain {name}" for name in ("Natsu", "Rei", "'Umi K.'", "Nobody")))


def _refusals(keeper: Keeper) -> None:
    keeper.does(
        "draw --method x", "draw --table 1,1,2,3", "result 1", "result x 1 --places 1", "close 99", "uphold 1 1"
    )
    keeper.does(
        "standings --csv --json", "enter", "stage X --best 2 --only 1", "rename", "follow --from x", "lot 1 2 --drawn"
    )
    for cup in ("99", "'No cup'", "''"):
        Keeper(keeper.commands, keeper.target, cup).does("show", "standings", "enter Haru")
    keeper.commands(f"tournament create X --rules poker {keeper.target}")
    for wrong in (
        "--worth 5,3",
        "--tie x",
        "--drop -1",
        "--penalty x=1",
        "--set x=1",
        "--set suit_lock=maybe",
        "--title x=1",
    ):
        keeper.commands(f"tournament create 'X {wrong}' --rules theater {wrong} {keeper.target}")


def _second_cup(keeper: Keeper) -> None:
    """Faults that the referee decides on, changes from a file, and settings from another."""
    settings = {
        "tie_breaks": ["points"],
        "penalties": {"illegal": -1},
        "scoring": {"by": "place", "worth": [[5, 3, 2, 0]]},
    }
    cup = {"name": "Theater cup", "rules": "theater", "settings": settings}
    (keeper.commands.folder / "cup.json").write_text(json.dumps(cup), encoding="utf-8")
    keeper.commands(f"tournament create --file cup.json {keeper.target}")
    changes: list[object] = [{"change": "entered", "name": name} for name in NAMES[:4]]
    changes += [{"change": "stage_opened", "name": "Only"}, drawn([1, 2, 3, 4])]
    for name, told in (
        ("changes.json", changes),
        ("wrong.json", [{"change": "entered"}, {"change": "x"}]),
        ("no.json", 3),
    ):
        (keeper.commands.folder / name).write_text(json.dumps(told), encoding="utf-8")
        keeper.does(f"change {name}")
    keeper.does("change none.json", "settings --bye 2.5 --forfeit -1", "settings --tie points,lot")
    keeper.sends("disputed.json", disputed())
    keeper.does(
        "faults", "close 1", "uphold 1 1", "uphold 1 1 --seat 3 --points 2 --reason again", "dismiss 1 1 --seat 4"
    )
    keeper.does(
        "dismiss 1 1 --action 99", "faults", "close 1", "standings", "standings --explain 3", "settings --bye 0"
    )
    keeper.does("log", "show")


def drawn(*tables: list[int], number: int = 1) -> dict[str, object]:
    """The change by which a round is drawn by hand."""
    return {"change": "drawn", "stage": 1, "round": number, "tables": [*tables], "method": "by hand"}


class CallingKeeper:
    """Keeps a tournament by calls, and knows its version."""

    def __init__(self, calls: Calls, cup: dict[str, object]) -> None:
        self.calls = calls
        self.address = calls.call("POST", "/v1/tournaments", cup).headers["Location"]

    @property
    def version(self) -> str:
        """The ETag of the tournament."""
        return self.calls.client.get(self.address).headers["ETag"]

    def makes(self, *changes: Any, to: str = "changes?reason=as+it+was", version: str = "") -> None:  # noqa: ANN401 - JSON
        """Changes, which may be refused."""
        body = changes[0] if len(changes) == 1 else [*changes]
        self.calls.call("POST", f"{self.address}/{to}", body, If_Match=version or self.version)

    def reads(self, *paths: str, **headers: str) -> None:
        """What is told of the tournament."""
        for path in paths:
            self.calls.get(self.address + path, longest=9_000, **headers)


def in_round(change: str, number: int = 1, **fields: Any) -> dict[str, object]:  # noqa: ANN401 - any JSON
    """A change in a round of the first stage."""
    return {"change": change, "stage": 1, "round": number, **fields}


def play_by_calls(calls: Calls) -> None:
    """The whole of it over HTTP."""
    settings = {"tie_breaks": ["points", "lot"], "penalties": {"illegal": -1}}
    keeper = CallingKeeper(calls, {"name": "Friday cup", "rules": "dalmuti", "settings": settings})
    _refused_beginnings(calls)
    _evening(keeper)
    _corrected(keeper)
    _disputes(calls)
    calls.all("/v1/tournaments", "/v1/tournaments?limit=1", "/v1/tournaments?limit=0", "/v1/tournaments?cursor=x")
    calls.all("/v1/tournaments/99", "/v1/tournaments/99/standings", "/v1/tournaments/99/log", "/v1/tournaments/x")


def _refused_beginnings(calls: Calls) -> None:
    for wrong in (*WRONG, {"name": "X"}, {"name": "Friday cup", "rules": "dalmuti"}, {"name": "X", "rules": "poker"}):
        calls.call("POST", "/v1/tournaments", wrong)
    for setting in (
        {"drop_worst": -1},
        {"tie_breaks": ["x"]},
        {"scoring": {"by": "x"}},
        {"penalties": {"x": 1}, "y": 1},
    ):
        calls.call("POST", "/v1/tournaments", {"name": "X", "rules": "dalmuti", "settings": setting})
    calls.call("POST", "/v1/tournaments", {"name": "X", "rules": "dalmuti"}, who="reader")


def _evening(keeper: CallingKeeper) -> None:
    people = [{"change": "entered", "name": name, "team": "AB"[place % 2]} for place, name in enumerate(NAMES)]
    keeper.makes(*people, {"change": "stage_opened", "name": "Preliminaries", "rounds": 3, "sizes": [4, 5]})
    keeper.reads("", "/standings", "/missing", "/landing")
    keeper.makes({"change": "entered", "name": "Late"}, version='"1"')
    keeper.calls.call("POST", f"{keeper.address}/changes", people[0])
    keeper.makes(drawn([1, 2, 3, 4], [5, 6, 7, 8, 9]))
    keeper.calls.call("POST", "/v1/records?dry_run=true", game([3, 1, 2, 4]))
    keeper.calls.call("POST", "/v1/records", game([3, 1, 2, 4]))
    keeper.calls.call("POST", "/v1/records", game([4, 1, 2, 3], table="B"))
    keeper.makes(in_round("result", table=2, deal=1, places=[2, 1, 4, 3, 5]))
    keeper.makes(in_round("result", table=2, deal=1, by={"by": "record", "id": 1, "revision": 1, "players": []}))
    keeper.makes({"change": "awarded", "id": 1, "entrant": 4, "stage": 1, "points": -2, "reason": "late"})
    keeper.makes({"change": "cancelled", "award": 1}, {"change": "cancelled", "award": 1})
    keeper.makes(in_round("round_closed"))
    keeper.makes({"method": "balanced", "stage": 1, "rounds": 2, "seed": 7, "work": 20_000}, to="draw?reason=chance")
    keeper.makes({"method": "swiss", "stage": 1, "seed": 7}, to="draw")
    keeper.makes(in_round("withdrawn", 3, entrant=9))
    keeper.makes({"stage": 1, "seed": 8, "work": 20_000}, to="redraw")
    for wrong in (*WRONG, {"method": "x"}, {"method": "balanced", "stage": 9, "rounds": 1, "seed": 1}):
        keeper.makes(wrong, to="draw")
    for wrong in (*WRONG, {"change": "x"}, {"change": "entered"}, in_round("round_closed", 9), {"change": "created"}):
        keeper.makes(wrong)


def _corrected(keeper: CallingKeeper) -> None:
    sheet = in_round("result", table=2, deal=1, places=[1, 2, 3, 4, 5])
    keeper.makes(sheet)
    keeper.makes(sheet, to="changes?dry_run=true")
    keeper.makes(in_round("round_reopened"), sheet, in_round("round_closed"))
    keeper.makes({"change": "lot_drawn", "entrants": [1, 4], "seed": 7})
    keeper.reads("", "/standings", "/standings?announced=true", "/standings?stage=1&round=1", "/standings?version=20")
    keeper.reads("/standings/1", "/standings/1?round=1", "/standings/99", "/standings?stage=9", "/standings?round=x")
    keeper.reads("/standings", Accept="text/csv")
    keeper.reads("/standings", Accept="text/html")
    keeper.reads("/standings", Accept="text/html", Accept_Language="ja")
    keeper.reads("/standings", Accept="application/vnd.apache.parquet")
    keeper.reads(
        "/head-to-head", "/teams", "/faults", "/missing", "/landing", "?version=3", "?version=999", "?version=x"
    )
    keeper.reads("/log", "/log?after=5&limit=2", "/log?after=x", "/log?limit=0")
    _events(keeper)
    keeper.calls.call("POST", f"{keeper.address}/landing", {"records": [1, 9_999]})
    for wrong in (*WRONG, {"records": []}, {"records": ["1"]}):
        keeper.calls.call("POST", f"{keeper.address}/landing", wrong)
    keeper.calls.call("PUT", f"{keeper.address}/landing/9999")
    keeper.calls.call("DELETE", f"{keeper.address}/landing/9999")


def _events(keeper: CallingKeeper) -> None:
    """The first events of a stream, which would go on for minutes."""
    for path, headers in (("/events?after=12", {}), ("/events", {"Last-Event-ID": "20"})):
        answer = keeper.calls.client.get(keeper.address + path, headers=headers, buffered=False)
        told = b""
        for part in answer.response:
            told += part.encode() if isinstance(part, str) else part
            if told.count(b"\n\n") > 2:
                break
        answer.close()
        keeper.calls.note(f"GET {keeper.address}{path} {headers}", told.decode())
    keeper.reads("/events?after=x")


def _disputes(calls: Calls) -> None:
    settings = {"penalties": {"illegal": -1}, "scoring": {"by": "place", "worth": [[5, 3, 2, 0]]}}
    keeper = CallingKeeper(calls, {"name": "Theater cup", "rules": "theater", "settings": settings})
    people = [{"change": "entered", "name": name} for name in NAMES[:4]]
    keeper.makes(*people, {"change": "stage_opened", "name": "Only"}, drawn([1, 2, 3, 4]))
    record = calls.call("POST", "/v1/records", disputed()).headers["Location"]
    keeper.reads("/faults", "/standings")
    fault: dict[str, Any] = {"table": 1, "deal": 1, "action": 1, "seat": 3, "code": "out_of_turn"}
    keeper.makes(in_round("fault_decided", **fault, decision="upheld"))
    keeper.makes(in_round("fault_decided", **{**fault, "action": 99}, decision="upheld"))
    calls.call("PUT", f"{record}?reason=misheard", disputed(table=9), If_Match='"1"')
    keeper.reads("/landing", "/standings")
    here = record.rpartition("/")[2]
    calls.call("PUT", f"{keeper.address}/landing/{here}?dry_run=true")
    calls.call("PUT", f"{keeper.address}/landing/{here}")
    calls.call("DELETE", f"{keeper.address}/landing/{here}")
    keeper.reads("/landing")
    calls.call("PUT", f"{record}?reason=heard+right", disputed(), If_Match='"2"')
    keeper.reads("/faults", "/standings/3")
    calls.call("DELETE", f"{record}?reason=by+mistake", If_Match='"3"')
    keeper.reads("/missing", "/log?after=6")
