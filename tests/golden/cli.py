"""What the commands print, in both languages."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.golden import program
from tests.golden.cups import play, play_shortly
from tests.golden.inputs import as_line, dalmuti, theater, write_broken, write_games
from tests.golden.transcripts import Commands

Files = Iterator[tuple[str, str]]


def _in_both(folder: Path, name: str, script: Callable[[Commands], None]) -> Files:
    for language in program.LANGUAGES:
        place = folder / language
        place.mkdir()
        write_games(place)
        commands = Commands(place, language)
        script(commands)
        yield f"{name}.{language}.txt", commands.text


def check(folder: Path) -> Files:
    """`daifu check` on all kinds of files."""
    yield from _in_both(folder, "check", _check)


def _check(commands: Commands) -> None:
    write_broken(commands.folder)
    commands("check games")
    commands("check --limit 1 games/faulty.ndjson")
    if commands.language == "en":
        commands("check --jobs 2 games/faulty.ndjson games/theater.ndjson")
    commands("check --json games/faulty.ndjson games/dalmuti.ndjson")
    commands("check --json games/uecda-server.log.gz games/fujigokoro.dat", longest=6_000)
    commands("check broken", longest=60_000)
    commands("check --json broken/mixed.ndjson")
    commands("check --format uecda games/theater.ndjson")
    commands("check --format fujigokoro games/uecda-server.log.gz")
    commands("check --format daifu games/fujigokoro.dat")
    commands("check -", as_line(theater()))
    commands("check nothing.json games/nothing")
    commands("--lang ja check games/theater.ndjson")
    commands("--lang en check games/theater.ndjson")
    for wrong in ("check", "check --limit x games", "check --limit -1 games", "check --jobs 0 games"):
        commands(wrong)
    for wrong in ("check --format x games", "check --json --limit 1 games", "check --colour games", "--lang de check"):
        commands(wrong)
    commands("chekc games")


def show(folder: Path) -> Files:
    """`daifu show --legal` at several actions of every game."""
    write_games(folder)
    for language in program.LANGUAGES:
        for game in program.GAMES:
            commands = Commands(folder, language)
            file = f"games/{game}.ndjson"
            for deal in (1, 2):
                for at in (0, 1, 2, 5, 9, 14, 22, 31):
                    commands(f"show {file} --line 2 --deal {deal} --at {at} --legal", longest=9_000)
            commands(f"show {file} --line 1")
            commands(f"show {file} --line 1 --deal 3")
            yield f"show-{game}.{language}.txt", commands.text
        commands = Commands(folder, language)
        for line in range(1, 22):
            commands(f"show games/faulty.ndjson --line {line} --legal", longest=9_000)
        yield f"show-faulty.{language}.txt", commands.text
        yield f"show-refused.{language}.txt", _refused_shows(Commands(folder, language))


def _refused_shows(commands: Commands) -> str:
    commands("show games/uecda-server.log.gz --deal 12")
    commands("show games/fujigokoro.dat --deal 3 --at 20 --legal", longest=9_000)
    commands("show -", as_line(theater()))
    commands("show -", as_line(dalmuti([3, 1, 2, 4])))
    for wrong in ("show", "show games/theater.ndjson", "show games/theater.ndjson --line 9", "show nothing.json"):
        commands(wrong)
    for wrong in ("--deal 99", "--deal 0", "--at 9999", "--at -1", "--at x", "--legal --lines 1"):
        commands(f"show games/theater.ndjson --line 1 {wrong}")
    return commands.text


def convert(folder: Path) -> Files:
    """`daifu convert` from and to every format."""
    yield from _in_both(folder, "convert", _convert)


def _convert(commands: Commands) -> None:
    for file in ("games/uecda-server.log.gz", "games/fujigokoro.dat", "games/uecda.ndjson --line 1"):
        for form in ("daifu", "uecda", "fujigokoro"):
            commands(f"convert --to {form} {file}", longest=5_000)
    for file in ("games/theater.ndjson --line 2", "games/faulty.ndjson --line 20", "games/biga.ndjson --line 1"):
        for form in ("daifu", "uecda", "fujigokoro"):
            commands(f"convert --to {form} {file}", longest=5_000)
    commands("convert --to daifu -", as_line(theater()))
    for wrong in ("convert games/uecda.ndjson", "convert --to x -", "convert --to daifu", "convert --to uecda none"):
        commands(wrong)
    commands("convert --to daifu games/theater.ndjson")


def rules(folder: Path) -> Files:
    """`daifu rules`, in general and of every game."""
    for language in program.LANGUAGES:
        commands = Commands(folder, language)
        commands("rules")
        commands("rules poker")
        commands("rules theater biga")
        yield f"rules.{language}.txt", commands.text
        for game in program.GAMES:
            commands = Commands(folder, language)
            commands(f"rules {game}", longest=60_000)
            yield f"rules-{game}.{language}.txt", commands.text


def store(folder: Path) -> Files:
    """Taking games in, looking after the store, and exporting it."""
    yield from _in_both(folder, "store", _store)


def _store(commands: Commands) -> None:
    place = commands.folder
    write_broken(place)
    (place / "begun.json").write_bytes(as_line(dalmuti([3, 1, 2, 4])))
    (place / "grown.json").write_bytes(as_line(dalmuti([3, 1, 2, 4], [1, 3, 4, 2])))
    for command in ("verify", "backup copy.db", "token list", "export tables", "stats players", "tournament list"):
        commands(f"{command} --db none.db")
    commands("import --db club.db --as Haru games")
    commands("import --db club.db games/theater.ndjson begun.json")
    commands("import --db club.db grown.json")
    commands("import --db club.db begun.json broken/mixed.ndjson nothing.json")
    commands("import --db club.db --format uecda games/uecda-server.log.gz")
    commands("import --db club.db -", as_line(theater()))
    for wrong in ("import --db club.db", "import", "import --db club.db --as '' games", "import --url x --db y games"):
        commands(wrong)
    commands("import --url ftp://x --token t games")
    commands("import --db games games")
    commands("import --db games/theater.ndjson games")
    _tokens(commands)
    commands("verify --db club.db")
    commands("backup --db club.db copy.db")
    commands("backup --db club.db copy.db")
    commands("backup --db club.db")
    commands("backup --db club.db none/copy.db")
    commands("verify --db copy.db")
    commands("samples drop --db copy.db")
    commands("restore --db club.db copy.db")
    commands("verify --db games/theater.ndjson")
    _export(commands)


def _tokens(commands: Commands) -> None:
    commands("token list --db club.db")
    for role in ("", " --role reader", " --role admin"):
        commands(f"token create --db club.db --name 'Natsu{role[-1:]}'{role}")
    commands("token revoke --db club.db 2")
    commands("token revoke --db club.db 2")
    commands("token list --db club.db")
    for wrong in ("revoke 99", "revoke x", "revoke", "create", "create --name x --role king", "create --name ''"):
        commands(f"token {wrong} --db club.db")
    commands("token")


def _export(commands: Commands) -> None:
    commands("export --db club.db tables")
    commands.files("tables")
    commands("export --db club.db tables")
    commands("export --db club.db --replace --table faults tables")
    commands("export --db club.db --table deals --table seats --rules uecda --from 2025-01-01 --to 2025-12-31 part")
    commands.files("part")
    commands("export --db club.db --player Haru --tournament 'The Friday court' --legal true haru")
    commands("export --db club.db --withdrawn none")
    for wrong in ("--table x t", "--rules poker t", "--legal yes t", "--from 2025-02-30 t", "--fault x t", "games", ""):
        commands(f"export --db club.db {wrong}")


def stats(folder: Path) -> Files:
    """`daifu stats`, all of its commands: some games as tables, one as CSV and JSON, too."""
    place = folder / "stats"
    place.mkdir()
    write_games(place, records=8)
    program.run("import", "--db", str(place / "club.db"), str(place / "games"))
    for language in program.LANGUAGES:
        games = ("dalmuti", "biga") if language == "en" else ("theater", "floor13")
        for name, lines in _statistics(games).items():
            commands = Commands(place, language)
            for line in lines:
                commands(f"stats {line} --db club.db", longest=12_000)
            yield f"{name}.{language}.txt", commands.text


def _statistics(games: Sequence[str]) -> dict[str, list[str]]:
    played = [game for game in games if game != "uecda"]
    forms = [f"--rules theater {form}" for form in ("--csv", "--json")]
    return {
        "player": [
            *(f"player Haru --rules {game}" for game in played),
            *(f"player Haru {form}" for form in forms),
            *("player Tsubame", "player Haru", "player Haru --rules poker", "player Nobody", "player"),
            "player Haru --rules theater --from 2025-04-05 --to 2025-04-12 --players 4",
            "player Haru --rules theater --tournament 稽古のあとの会",
            *(f"player Haru --rules theater {wrong}" for wrong in ("--from yesterday", "--players 0")),
        ],
        "profile": [
            *(f"profile {game}" for game in games),
            *(f"profile theater {form}" for form in ("--csv", "--json", "--from 2025-04-05", "--csv --json")),
            "profile poker",
        ],
        "leaderboard": [
            *(f"leaderboard first --rules {game}" for game in games),
            *(f"leaderboard first {form}" for form in forms),
            *(f"leaderboard {figure} --rules dalmuti --least 3" for figure in ("deals", "points.mean", "standing")),
            "leaderboard first --rules theater --limit 3 --page 2",
            "leaderboard first --rules theater --limit 0",
            *("leaderboard nothing --rules theater", "leaderboard first"),
        ],
        "ratings": [
            *(f"ratings --rules {game}" for game in games),
            *(f"ratings {form}" for form in forms),
            "ratings --rules theater --limit 2 --page 3 --least 2",
            "ratings",
            *(f"history Haru --rules {game}" for game in played),
            *(f"history Haru {form}" for form in forms),
        ],
        "people": [
            *("players", "players --csv", "players --json", "players --limit 5 --page 2"),
            *(f"players --search {text}" for text in ("ha", "ＨＡ", "健", "nobody")),
            *(f"{what} --rules {game}" for game in played for what in ("opponents Haru", "against Haru Natsu")),
            *(f"{what} {form}" for form in forms for what in ("opponents Haru", "against Haru Natsu", "form Haru")),
            *(f"against Haru {other} --rules theater" for other in ("Haru", "Nobody")),
            *(f"form Haru --rules {game}" for game in played),
            *(f"records {game}" for game in games),
            *("records theater --csv", "records theater --json", "records poker"),
        ],
    }


def tournament(folder: Path) -> Files:
    """`daifu tournament` on a store, from the first entrant to the last standing."""
    yield from _in_both(folder, "tournament", lambda commands: play(commands, "--db club.db"))


def by_service(folder: Path) -> Files:
    """A shorter tournament, `import` and `stats` over a service, which answers as a store does."""
    write_games(folder)
    db = folder / "served.db"
    token = program.run("token", "create", "--db", str(db), "--name", "Haru").out.decode().strip()
    with program.served(db) as url:
        commands = Commands(folder, "en")
        target = f"--url {url} --token {token}"
        play_shortly(commands, target)
        yield "tournament.en.txt", commands.text
        for language in program.LANGUAGES:
            commands = Commands(folder, language)
            _ask(commands, url, target)
            yield f"others.{language}.txt", commands.text


def _ask(commands: Commands, url: str, target: str) -> None:
    (commands.folder / "mixed.ndjson").write_bytes(as_line(theater()) + b"{}\n" + as_line(dalmuti([3, 1, 2, 4])))
    commands(f"import games/theater.ndjson games/biga.ndjson games/faulty.ndjson {target}")
    commands(f"import mixed.ndjson nothing.json {target}")
    commands(f"import --format uecda games/uecda-server.log.gz {target}")
    for wrong in ("", "--token daifu_wrong"):
        commands(f"import mixed.ndjson --url {url} {wrong}")
        commands(f"tournament enter 1 Late --url {url} {wrong}")
    for line in (
        "player Haru --rules theater",
        "players --limit 3",
        "players --csv",
        "against Haru Haru",
        "records biga",
    ):
        commands(f"stats {line} {target}")
    commands(f"stats leaderboard first --rules theater --json --limit 3 {target}")
    commands("stats players --url http://127.0.0.1:1")
    commands("import mixed.ndjson --token x --url http://127.0.0.1:1")
    commands("tournament show 1 --url http://127.0.0.1:1")
    commands(f"tournament show 1 --db x.db {target}")
