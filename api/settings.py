"""The settings of the service: one table from which variables, options, defaults and documentation follow.

A setting is a field of `Settings`. Its variable is `DAIFU_` with the name in capitals, its option `--` with
hyphens.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlsplit

from daifu.replay.text import Text, expected
from daifu.schemas.record import limits
from daifu.schemas.record.errors import one_of

T = TypeVar("T")

_DIGITS: Final = re.compile(r"[0-9]{1,18}")
_HOOK: Final = re.compile(r"https://[^/\s?#@]+(/[^\s#]*)?(#[^\s#]+)?")
_HOST: Final = re.compile(r"([a-z0-9-]+\.)+[a-z]+")
_ORIGIN: Final = re.compile(r"https?://[^/\s?#@]+")
_URL: Final = re.compile(r"https?://[^/\s?#@]+(/[A-Za-z0-9._~-]+)*/?")
EVERY_ORIGIN: Final = "*"


class InvalidValue(ValueError):
    """A text that is not a value of its type; `text` says what was expected."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class ValueType(Generic[T]):
    """A type of values: its name in usage lines, its description, and how a text is read, which raises `ValueError`."""

    def __init__(self, metavar: str, described: Text, parse: Callable[[str], T], *, is_secret: bool = False) -> None:
        self.metavar = metavar
        self.described = described
        self._parse = parse
        self._is_secret = is_secret

    def read(self, text: str) -> T:
        """The value of a text. Raises `InvalidValue`, which does not repeat a secret."""
        try:
            return self._parse(text)
        except ValueError:
            found = "…" if self._is_secret else text
            raise InvalidValue(expected(self.described.en, self.described.ja, found)) from None

    def write(self, value: T) -> str:
        """The text of a value."""
        return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def whole_number(least: int, most: int) -> ValueType[int]:
    """Whole numbers within bounds."""

    def parse(text: str) -> int:
        if not _DIGITS.fullmatch(text) or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return ValueType("N", Text(f"a whole number from {least} to {most}", f"{least}〜{most}の整数"), parse)


def _texts(metavar: str, described: Text, is_one: Callable[[str], object], **more: bool) -> ValueType[str]:
    """Texts that stay as they are."""

    def parse(text: str) -> str:
        if not is_one(text):
            raise ValueError(text)
        return text

    return ValueType(metavar, described, parse, **more)


def choice(*words: str) -> ValueType[str]:
    """One of some words."""
    return _texts("|".join(words), one_of(words), words.__contains__)


def _each(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: all(map(pattern.fullmatch, text.split()))


def _is_visible(text: str) -> bool:
    return bool(text) and text.isprintable()


def _address(text: str) -> str:
    """The address of a service, with or without a path, without a slash at its end; empty for none."""
    if text and not _URL.fullmatch(text):
        raise ValueError(text)
    return text.rstrip("/")


YES_OR_NO: Final = ValueType("yes|no", Text("yes or no", "yesかno"), lambda text: ("no", "yes").index(text) == 1)
FILE: Final = _texts("FILE", Text("the path of a file", "ファイルのパス"), _is_visible)
STORE: Final = _texts(
    "STORE", Text("the path of a file, or postgresql://…", "ファイルのパス、またはpostgresql://…"), _is_visible
)
ADDRESS: Final = _texts("ADDRESS", Text("an address or a host name", "アドレスまたはホスト名"), _is_visible)
FOLDER: Final = _texts("FOLDER", Text("the path of a folder", "フォルダーのパス"), str.isprintable)
SECRET: Final = _texts("SECRET", Text("a visible text", "表示できる文字列"), str.isprintable, is_secret=True)
PUBLIC_URL: Final = ValueType(
    "URL",
    Text("an address such as https://club.example/daifu", "https://club.example/daifuのようなアドレス"),
    _address,
)
HOOK_ADDRESSES: Final = _texts(
    "URLS",
    Text("addresses such as https://club.example/hook", "https://club.example/hookのようなアドレスの列"),
    _each(_HOOK),
)
HOSTS: Final = _texts("HOSTS", Text("hosts such as push.apple.com", "push.apple.comのようなホスト名の列"), _each(_HOST))
ORIGINS: Final = _texts(
    "ORIGINS",
    Text("* or origins such as https://club.example", "*、またはhttps://club.exampleのようなオリジンの列"),
    lambda text: text == EVERY_ORIGIN or _each(_ORIGIN)(text),
)
"""All but the first four may be empty, for none; the last three have spaces in between."""


V = TypeVar("V")

CLUB_PATH: Final = "/c"
"""Below which each of several clubs has its pages, under its name."""
OPEN: Final = "open"
CLOSED: Final = "closed"
MOST_WORKERS: Final = 64
MIB: Final = 1 << 20
GIB: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its type, default and description."""

    name: str
    default: Any
    values: ValueType[Any]
    text: Text

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"DAIFU_{self.name.upper()}"

    @property
    def flag(self) -> str:
        """The option of `daifu serve` that sets it, and outranks the variable."""
        return "--" + self.name.replace("_", "-")


class InvalidSettings(ValueError):
    """Settings with wrong values; `problems` has for each where it was set and what was expected."""

    def __init__(self, problems: list[Text]) -> None:
        super().__init__("; ".join(problem.en for problem in problems))
        self.problems = problems


def _setting(default: V, values: ValueType[V], en: str, ja: str) -> V:
    found: V = field(default=default, metadata={"values": values, "text": Text(en, ja)})
    return found


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the service."""

    db: str = _setting(
        "daifu.db",
        STORE,
        "The store: a file, which is made if there is none, or the address of a PostgreSQL database.",
        "保存先。ファイル（なければ作る）、またはPostgreSQLのデータベースのアドレス。",
    )
    clubs: str = _setting(
        "",
        FOLDER,
        "A folder with a store for each of several clubs, NAME.db, in place of the one store. The pages of a club are "
        "below /c/NAME; where NAME is a host, as in friday.example.db, at that host.",
        "複数の会のフォルダー。1つの保存先の代わりに、その中のNAME.dbがそれぞれの会の保存先になる。ページは/c/NAMEの下に置かれる。"
        "friday.example.dbのようにNAMEがホスト名なら、そのホストに置かれる。",
    )
    samples: bool = _setting(
        default=False,
        values=YES_OR_NO,
        en="Whether a store that is made anew begins with the sample games.",
        ja="新しく作った保存先にサンプルの棋譜を入れるかどうか。",
    )
    host: str = _setting(
        "127.0.0.1",
        ADDRESS,
        "The address to listen on; 0.0.0.0 is every address of the machine.",
        "待ち受けるアドレス。0.0.0.0ならそのマシンのすべてのアドレス。",
    )
    port: int = _setting(
        8000,
        whole_number(0, 65_535),
        "The port to listen on; 0 takes any that is free.",
        "待ち受けるポート。0なら空いているものを使う。",
    )
    proxies: int = _setting(
        0,
        whole_number(0, 10),
        "How many proxies stand in front and tell the client's address by X-Forwarded-For and the like.",
        "前段に置かれ、X-Forwarded-Forなどでクライアントのアドレスを伝えるプロキシの数。",
    )
    public_url: str = _setting(
        "",
        PUBLIC_URL,
        "The address at which people reach the service through a proxy. The link that is printed begins with it. If it "
        "has a path, all pages are below that.",
        "プロキシ経由で利用者が開くアドレス。起動時に表示するリンクがこれで始まる。パスがあれば、すべてのページがその下に置かれる。",
    )
    first_token: bool = _setting(
        default=True,
        values=YES_OR_NO,
        en="Whether a new store gets a first token, which is printed at the start with a link that signs in. Choose no "
        "where others read the output; `daifu token create` makes one then.",
        ja="新しい保存先に最初のトークンを作り、起動時にログイン用のリンクとともに表示するか。"
        "出力をほかの人が読む場所ではnoにし、`daifu token create`で作る。",
    )
    workers: int = _setting(
        0,
        whole_number(0, MOST_WORKERS),
        "How many processes do the work; 0 is one for each core of the machine.",
        "処理を行うプロセスの数。0ならマシンのコアごとに1つ。",
    )
    threads: int = _setting(
        8,
        whole_number(1, 64),
        "How many requests each process works on at once.",
        "各プロセスが同時に処理するリクエストの数。",
    )
    listeners: int = _setting(
        500,
        whole_number(0, 4_000),
        "How many clients may follow tournaments at once in each process.",
        "各プロセスで同時に大会の配信を受けられるクライアントの数。",
    )
    analysis_workers: int = _setting(
        1,
        whole_number(0, MOST_WORKERS),
        "How many processes make the analyses that are ordered; with 0 they wait for `daifu work`.",
        "依頼された解析を行うプロセスの数。0なら`daifu work`を待つ。",
    )
    analysis_playouts: int = _setting(
        625,
        whole_number(0, 100_000),
        "How many playouts estimate each position and action of an analysis; 0 for proofs alone.",
        "解析で局面と行動を推定するプレイアウトの回数。0なら証明だけ。",
    )
    backup: str = _setting(
        "",
        FOLDER,
        "The folder into which the service puts backups of the store while it runs; none by default.",
        "サービスの動作中に、保存先のバックアップを作るフォルダー。既定では作らない。",
    )
    backup_hours: int = _setting(
        24,
        whole_number(1, 8_760),
        "After how many hours the next backup is made.",
        "何時間ごとにバックアップを作るか。",
    )
    backup_keep: int = _setting(
        30,
        whole_number(1, 100_000),
        "How many backups stay in the folder; older ones are deleted.",
        "フォルダーに残すバックアップの数。古いものから消える。",
    )
    graceful: int = _setting(
        60,
        whole_number(0, 86_400),
        "Seconds that running requests, such as long uploads, have to finish when the service stops.",
        "停止するとき、実行中のリクエスト（長いアップロードなど）の完了を待つ秒数。",
    )
    silence: int = _setting(
        120,
        whole_number(1, 86_400),
        "Seconds after which a client is given up that sends or takes nothing in the middle of a request.",
        "リクエストの途中で送受信が止まったクライアントとの接続を打ち切るまでの秒数。",
    )
    reading: str = _setting(
        OPEN,
        choice(OPEN, CLOSED),
        "Whether reading is as the club says (open), or members only (closed).",
        "閲覧できる人を会が決めるか（open）、会員だけにするか（closed）。",
    )
    rate: int = _setting(
        6_000,
        whole_number(0, 10_000_000),
        "Requests a minute that one token may make; 0 is without limit.",
        "1つのトークンで1分間に送れるリクエストの数。0なら無制限。",
    )
    rate_address: int = _setting(
        1_200,
        whole_number(0, 10_000_000),
        "Requests a minute that one address may make without a token; 0 is without limit.",
        "トークンなしで1つのアドレスから1分間に送れるリクエストの数。0なら無制限。",
    )
    cors: str = _setting(
        "",
        ORIGINS,
        "Origins whose scripts may read the API in a browser, with spaces in between; * is every origin. By "
        "default none may.",
        "ブラウザ上のスクリプトからAPIを読めるオリジン（空白区切り）。*ならすべて、指定しなければどこからも読めない。",
    )
    traces: str = _setting(
        "",
        PUBLIC_URL,
        "The address of a collector of OpenTelemetry, such as http://127.0.0.1:4318, that gets traces of requests "
        "(OTLP over HTTP).",
        "リクエストのトレースを送るOpenTelemetryコレクターのアドレス（http://127.0.0.1:4318など。HTTP上のOTLP）。",
    )
    hooks: str = _setting(
        "",
        HOOK_ADDRESSES,
        "Addresses that are told of each evening and each round of a tournament, with spaces in between, such as a "
        "webhook of Discord. Only public addresses by https are called.",
        "例会や大会の回戦の結果を知らせるアドレス（空白区切り）。DiscordのWebhookなど。httpsの公開アドレスだけに送る。",
    )
    hook_secret: str = _setting(
        "",
        SECRET,
        "The secret that signs what hooks are sent (Standard Webhooks); without one it is not signed.",
        "知らせに署名する秘密の文字列（Standard Webhooks）。なければ署名しない。",
    )
    hook_quiet: int = _setting(
        1_800,
        whole_number(0, 86_400),
        "Seconds after the last change of an evening at which hooks are told of it.",
        "例会の最後の変更から、知らせを送るまでの秒数。",
    )
    push: str = _setting(
        "",
        HOSTS,
        "The push services by which phones are told where somebody sits in a tournament, with spaces in between, such "
        "as fcm.googleapis.com push.apple.com push.services.mozilla.com; with their subdomains. By default none. It "
        "needs a public URL by https.",
        "大会の席をスマホに知らせるプッシュサービスのホスト名（空白区切り）。fcm.googleapis.com push.apple.com "
        "push.services.mozilla.comなど。サブドメインも含む。既定ではなし。httpsの公開URLが必要。",
    )
    body_bytes: int = _setting(
        8 * MIB,
        whole_number(1_000, limits.RECORD_BYTES),
        "The largest body of a request, in bytes as they are sent; uploads in bulk have a limit of their own.",
        "リクエスト本文の上限（送信時のバイト数）。一括アップロードの上限は別に定める。",
    )
    decompressed_bytes: int = _setting(
        8 * MIB,
        whole_number(1_000, limits.RECORD_BYTES),
        "The largest body of a request once it is decompressed, in bytes; in bulk, the largest record. Judging a "
        "record takes about 20 times as much memory.",
        "展開後のリクエスト本文の上限（バイト数）。一括アップロードでは棋譜1件の上限。棋譜の判定には約20倍のメモリーを使う。",
    )
    bulk_bytes: int = _setting(
        16 * GIB,
        whole_number(1_000, 1_024 * GIB),
        "The largest upload in bulk once it is decompressed, in bytes.",
        "展開後の一括アップロードの上限（バイト数）。",
    )
    bulk_records: int = _setting(
        10_000_000,
        whole_number(1, 1_000_000_000),
        "The most records of one upload in bulk.",
        "1回の一括アップロードに含められる棋譜の数の上限。",
    )
    log: str = _setting(
        "-",
        FILE,
        "The file that the log goes to; - is standard error.",
        "ログを書き込むファイル。-なら標準エラー出力。",
    )
    log_level: str = _setting(
        "info",
        choice("info", "warning", "error"),
        "What is logged: every request (info), or only what needs attention.",
        "ログに残すもの。infoならすべてのリクエスト、warningとerrorなら注意が必要なものだけ。",
    )

    @property
    def prefix(self) -> str:
        """The path below which the pages of the store are; empty where they are at the root."""
        if self.public_url:
            return urlsplit(self.public_url).path
        store = Path(self.db)
        is_below = self.clubs and store.parent == Path(self.clubs) and "." not in store.stem
        return f"{CLUB_PATH}/{store.stem}" if is_below else ""

    @property
    def push_hosts(self) -> tuple[str, ...]:
        """The push services that phones may name; none without a public address by https, which browsers ask for."""
        return tuple(self.push.split()) if self.public_url.startswith("https:") else ()

    @property
    def worker_count(self) -> int:
        """The number of worker processes on this machine."""
        return self.workers or os.cpu_count() or 1


ALL_SETTINGS: Final = tuple(
    Setting(one.name, one.default, one.metadata["values"], one.metadata["text"]) for one in fields(Settings)
)
DB_SETTING: Final = next(setting for setting in ALL_SETTINGS if setting.name == "db")
"""The setting that commands on the store share with the service."""


def read_settings(environment: Mapping[str, str], flags: Mapping[str, str | None] | None = None) -> Settings:
    """The settings from flags (by name) and environment. A flag outranks a variable; an empty variable is ignored.

    Raises `InvalidSettings` with every wrong value.
    """
    chosen: dict[str, Any] = {}
    problems: list[Text] = []
    for setting in ALL_SETTINGS:
        flag = (flags or {}).get(setting.name)
        where, text = (setting.variable, environment.get(setting.variable)) if flag is None else (setting.flag, flag)
        if text:
            try:
                chosen[setting.name] = setting.values.read(text)
            except InvalidValue as unfit:
                problems.append(Text(f"{where}: {unfit.text.en}", f"{where}：{unfit.text.ja}"))
    if problems:
        raise InvalidSettings(problems)
    return Settings(**chosen)
