"""`daifu serve` and `daifu work`: run the HTTP service, or only its processes that analyse."""

import io
import os
import sys
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import partial
from importlib import import_module
from typing import Final, NamedTuple

import click

from daifu.api.cli.program.commands import DB, Command, Option, WholeNumber
from daifu.api.cli.program.output import UsageError, language_of, tell
from daifu.api.cli.program.sentences import counted, notice
from daifu.api.cli.store import put_right
from daifu.api.http.gunicorn.metrics_folder import shared_metrics_folder
from daifu.api.installation import COMPILED, is_compiled
from daifu.api.languages import DEFAULT_LANGUAGE, Language, say
from daifu.api.local_network import HOW_TO_JOIN, http_address, is_every_address, is_only_here, network_address
from daifu.api.settings import ALL_SETTINGS, MOST_WORKERS, InvalidSettings, Settings, read_settings
from daifu.api.views.players import FIRST_TOKEN
from daifu.data.restore import put_in_place
from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store.errors import NameTaken
from daifu.data.store.open import has_store, open_store
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, NewToken
from daifu.replay.text import Text

_FIRST_TOKENS: Final = frozenset({FIRST_TOKEN.en, FIRST_TOKEN.ja, "first"})
"""All names that it has had."""

_HOW_TO_JOIN: Final = Text(
    f"only this machine can open it; for phones, {HOW_TO_JOIN.en}",
    f"今はこのマシンでしか開けません。スマホで開くには、{HOW_TO_JOIN.ja}",
)


def serve(**flags: str | None) -> None:
    """Serve with these settings until a signal stops the service."""
    settings = settings_with(flags)
    if settings.push:
        if not settings.push_hosts:
            raise UsageError(
                Text(
                    "DAIFU_PUSH needs a DAIFU_PUBLIC_URL that begins with https: browsers take no notices otherwise",
                    "DAIFU_PUSHには、httpsで始まるDAIFU_PUBLIC_URLが必要です。そうでなければブラウザーは通知を受け取りません",
                )
            )
        import_module("daifu.api.push")  # where its libraries are missing, this ends with what to install
    with shared_metrics_folder():
        from daifu.api.http.gunicorn import server  # noqa: PLC0415 - it takes long to load, and needs the metrics folder
        from daifu.api.web.app import create_service  # noqa: PLC0415 - likewise

        try:
            listener = server.listen(settings)
        except OSError as error:
            where, reason = f"{settings.host}:{settings.port}", error.strerror or str(error)
            raise UsageError(
                Text(f"cannot listen on {where}: {reason}", f"{where}で待ち受けられません（{reason}）")
            ) from error
        with listener:
            firsts: dict[str, FirstToken | None] = {}
            stores = _stores(settings)
            for name, own in stores.items():
                if (former := put_in_place(own.db)) is not None:
                    text = Text(
                        f"the backup is in place; the store before it is {former}",
                        f"バックアップから復元しました。前の保存先は{former}にあります",
                    )
                    tell(text)
                mend_store(own.db)
                firsts[name] = prepare_store(own, language_of())
            if settings.clubs:
                _refuse_copies(stores)
            host, port = listener.getsockname()[:2]
            announce = partial(_announce, _Addresses.of(settings, host, port), firsts)
            server.serve(settings, create_service, listener, announce)


def _stores(settings: Settings) -> dict[str, Settings]:
    """The settings of each store, by the name of its club. Raises `UsageError` where the folder of clubs has none."""
    if not settings.clubs:
        return {"": settings}
    from daifu.api.http.gunicorn.clubs import clubs_of  # noqa: PLC0415 - it takes long to load

    if not (found := clubs_of(settings)):
        folder = settings.clubs
        make = f"daifu token create --name NAME --role admin --db {folder}/CLUB.db"
        raise UsageError(
            Text(f"there is no club in {folder}; make one: {make}", f"{folder}に会がありません。作り方：{make}")
        )
    return found


def _refuse_copies(stores: Mapping[str, Settings]) -> None:
    """Raise `UsageError` where clubs have one key, by which sessions and links are signed."""
    keys: dict[bytes, str] = {}
    for own in stores.values():
        with closing(open_store(own.db, read_only=True)) as store:
            if (other := keys.setdefault(store.signing_key(), own.db)) != own.db:
                raise UsageError(
                    Text(
                        f"{other} and {own.db} are copies of one store: sessions and links of one would open the "
                        "other; begin one anew",
                        f"{other}と{own.db}は同じ保存先の複製です。一方のログインやリンクで他方も開けてしまうため、"
                        "どちらかを新しく作ってください",
                    )
                )


def mend_store(location: str) -> None:
    """Make anew what is damaged and follows from records, and say what it was. Raises `StoreUnusable`."""
    with closing(open_store(location)) as store:
        for difference in store.mend():
            tell(notice(put_right(difference)), err=True)


class FirstToken(NamedTuple):
    """The token with which the owner of a store signs in: the path of a link that does so, its secret if it is new."""

    link: str
    secret: str | None = None


def prepare_store(settings: Settings, language: Language = DEFAULT_LANGUAGE) -> FirstToken | None:
    """Prepare the store, and return the token of who opened the club, unless it was revoked.

    A store without tokens is new: it gets the token, of an admin, and the sample games if the settings say so. One
    that can only be read stays as it is. Where the settings want no first token, none is made or returned, and a store
    without tokens and records is new.
    """
    from daifu.api.web.session import sign_in_path  # noqa: PLC0415 - it takes long to load

    with closing(open_store(settings.db)) as store:
        if _is_new(store, settings) and not store.read_only:
            with store.first_start():
                if _is_new(store, settings):  # another service, started at the same moment, may have been here
                    made = _fill_store(store, settings, language)
                    return made and FirstToken(sign_in_path(store.signing_key(), made.token), made.secret)
        if not settings.first_token:
            return None
        owner = next((token for token in store.tokens() if token.name in _FIRST_TOKENS and token.is_valid()), None)
        return owner and FirstToken(sign_in_path(store.signing_key(), owner))


def _is_new(store: Store, settings: Settings) -> bool:
    return not store.tokens() and (settings.first_token or not store.counts().records)


def _fill_store(store: Store, settings: Settings, language: Language) -> NewToken | None:
    """Store the samples and make the first token, as the settings say. A start that was stopped on the way goes on."""
    if settings.samples:
        load_samples(store)
        with suppress(NameTaken):
            load_sample_tournament(store)
    return store.create_token(say(FIRST_TOKEN, language), ADMIN) if settings.first_token else None


def settings_with(flags: Mapping[str, str | None]) -> Settings:
    """The settings that flags and the environment say. Raises `UsageError` with every wrong value."""
    try:
        return read_settings(os.environ, flags)
    except InvalidSettings as refused:
        en, ja = ("\n".join(lines) for lines in zip(*refused.problems, strict=True))
        raise UsageError(Text(en, ja)) from refused


class _Addresses(NamedTuple):
    """At which address this machine opens the service, and at which the devices of the room do, if they can."""

    here: str
    room: str | None
    how_to_join: Text = _HOW_TO_JOIN

    @classmethod
    def of(cls, settings: Settings, host: str, port: int) -> "_Addresses":
        """The addresses of a service that listens on this host and port."""
        everywhere = is_every_address(host)
        here = http_address(("::1" if ":" in host else "127.0.0.1") if everywhere else host, port)
        if settings.public_url:
            return cls(here, settings.public_url)
        found = network_address() if everywhere else host
        if found is None:
            text = Text(
                "this machine is in no network in which phones could find it",
                "このマシンはネットワークに接続されていないため、スマホからは開けません",
            )
            return cls(here, None, text)
        return cls(here, None if is_only_here(found) else http_address(found, port))


def _announce(addresses: _Addresses, firsts: Mapping[str, FirstToken | None]) -> None:
    """Print the addresses of the service, a new first token, a link that signs in with it, and which engine runs."""
    here, room, how_to_join = addresses
    tell(Text(f"daifu serves at {here}", f"daifuを {here} で開始しました"))
    tell(how_to_join if room is None else Text(f"phones in this room: {room}", f"この部屋のスマホから：{room}"))
    if room is not None and sys.stdout.isatty():
        click.echo(_drawn_code(room))
    for name, first in firsts.items():
        address = room or here
        if name:
            from daifu.api.http.gunicorn.clubs import club_address  # noqa: PLC0415 - it takes long to load

            address = club_address(address, name)
        _announce_token(address, first)
    slower = Text(
        "plain engine; the compiled one checks records two to three times as fast (see “How fast” in the README)",
        "通常版エンジン（コンパイル版は棋譜の判定が2〜3倍の速さ。READMEの「速さ」を参照）",
    )
    tell(COMPILED if is_compiled() else slower)


def _announce_token(address: str, first: FirstToken | None) -> None:
    if first and first.secret:
        text = Text(
            f"token of an admin, shown only this once: {first.secret}",
            f"管理者のトークン（表示はこの一度だけ）：{first.secret}",
        )
        tell(text)
    if first:
        text = Text(
            f"sign in within 15 minutes at {address}{first.link}",
            f"15分以内に開くとログインできるアドレス：{address}{first.link}",
        )
        tell(text)


def _drawn_code(address: str) -> str:
    """The QR code of an address, in characters; empty where the terminal has not these characters."""
    import segno  # noqa: PLC0415 - nothing else here needs it

    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()


SERVE: Final = Command(
    "serve",
    Text(
        "Serve records over HTTP. Each option can also be set by an environment variable DAIFU_… of its name.",
        "HTTPで棋譜を受け付け、保存し、配信する。どのオプションも同名の環境変数DAIFU_…で指定できる。",
    ),
    [
        Option(
            setting.flag,
            Text(
                f"{setting.text.en} Default: {setting.values.write(setting.default)}.",
                f"{setting.text.ja}既定値は{setting.values.write(setting.default)}。",
            ),
            into=setting.name,
            metavar=setting.values.metavar,
        )
        for setting in ALL_SETTINGS
    ],
    callback=serve,
)


def run_workers(db: str, workers: int) -> None:
    """Make the analyses that are ordered for the store, until a signal stops this."""
    from daifu.api.http.gunicorn.analysis_workers import AnalysisWorkers  # noqa: PLC0415 - it loads the service

    open_store(db, read_only=not has_store(db)).close()
    processes = AnalysisWorkers(settings_with({"db": db, "analysis_workers": str(workers)}))
    tell(Text(f"{counted(workers, 'process')} for analyses", f"解析のプロセス{workers}個を開始しました"))
    try:
        while True:
            processes.watch()  # those that ended are started again
            time.sleep(1)
    finally:
        processes.stop()


WORK: Final = Command(
    "work",
    Text(
        "Make the analyses that are ordered for a store. The processes of `daifu serve` do that, too.",
        "保存先に依頼された解析を行う。`daifu serve`のプロセスと同じ働きをする。",
    ),
    [
        DB,
        Option(
            "--workers",
            Text("Use N processes; 1 by default.", "N個のプロセスで行う。既定値は1。"),
            type=WholeNumber(1, MOST_WORKERS),
            default=1,
        ),
    ],
    callback=run_workers,
)
