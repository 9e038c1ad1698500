"""`daifu serve`: run the HTTP service."""

import os
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import partial
from typing import Final, NamedTuple

import click

from daifu.api.cli.commands import Command, Option
from daifu.api.cli.errors import UsageError
from daifu.api.cli.output import language_of
from daifu.api.cli.sentences import notice
from daifu.api.cli.store import put_right
from daifu.api.engine_build import COMPILED, is_compiled
from daifu.api.http.monitoring.metrics_folder import shared_metrics_folder
from daifu.api.languages import Language, say
from daifu.api.settings import ALL_SETTINGS, InvalidSettings, Setting, Settings, read_settings
from daifu.data.samples import load_sample_tournament, load_samples
from daifu.data.store.errors import NameTaken
from daifu.data.store.interface import Store
from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER, NewToken
from daifu.replay.text import Text

FIRST_TOKEN: Final = "first"
"""The name of the first token of a new store."""

_PLAIN_IS_SLOWER: Final = Text(
    "plain engine; the compiled one checks records two to three times as fast (see “How fast” in the README)",
    "通常版エンジン（コンパイル版は棋譜の判定が2〜3倍の速さ。READMEの「速さ」を参照）",
)


@click.pass_context
def serve(context: click.Context, /, **flags: str | None) -> None:
    """Serve with these settings until a signal stops the service."""
    settings = settings_with(flags)
    with shared_metrics_folder():
        from daifu.api.http.gunicorn import server  # noqa: PLC0415 - it takes long to load, and needs the metrics folder
        from daifu.api.web.app import create_service  # noqa: PLC0415 - likewise

        try:
            listener = server.listen(settings)
        except OSError as error:
            raise UsageError(_cannot_listen(settings, error), context) from error
        with listener:
            mend_store(settings.db, language_of(context))
            first = prepare_store(settings)
            url = _url(listener.getsockname()[:2])
            announce = partial(_announce, url, settings.public_url or url, first, language_of(context))
            server.serve(settings, create_service, listener, announce)


def mend_store(location: str, language: Language) -> None:
    """Make anew what is damaged and follows from records, and say what it was. Raises `StoreUnusable`."""
    with closing(open_store(location)) as store:
        for difference in store.mend():
            click.echo(say(notice(put_right(difference)), language), err=True)


class FirstToken(NamedTuple):
    """The token with which the owner of a store signs in: the path of a link that does so, its secret if it is new."""

    link: str
    secret: str | None = None


def prepare_store(settings: Settings) -> FirstToken | None:
    """Prepare the store, and return the token named `first`, unless it was revoked.

    A store without tokens is new: it gets the token, of a scorekeeper, and the sample games if the settings say so. One
    that can only be read stays as it is. Where the settings want no first token, none is made or returned, and a store
    without tokens and records is new.
    """
    from daifu.api.web.session import sign_in_path  # noqa: PLC0415 - it takes long to load

    with closing(open_store(settings.db)) as store:
        if _is_new(store, settings) and not store.read_only:
            with store.first_start():
                if _is_new(store, settings):  # another service, started at the same moment, may have been here
                    made = _fill_store(store, settings)
                    return made and FirstToken(sign_in_path(store.signing_key(), made.token), made.secret)
        if not settings.first_token:
            return None
        owner = next((token for token in store.tokens() if token.name == FIRST_TOKEN and token.is_valid()), None)
        return owner and FirstToken(sign_in_path(store.signing_key(), owner))


def _is_new(store: Store, settings: Settings) -> bool:
    return not store.tokens() and (settings.first_token or not store.counts().records)


def _fill_store(store: Store, settings: Settings) -> NewToken | None:
    """Store the samples and make the first token, as the settings say. A start that was stopped on the way goes on."""
    if settings.samples:
        load_samples(store)
        with suppress(NameTaken):
            load_sample_tournament(store)
    return store.create_token(FIRST_TOKEN, SCOREKEEPER) if settings.first_token else None


def settings_with(flags: Mapping[str, str | None]) -> Settings:
    """The settings that flags and the environment say. Raises `UsageError` with every wrong value."""
    try:
        return read_settings(os.environ, flags)
    except InvalidSettings as refused:
        en, ja = ("\n".join(lines) for lines in zip(*refused.problems, strict=True))
        raise UsageError(Text(en, ja)) from refused


def _url(address: tuple[str, int]) -> str:
    host, port = address
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _announce(url: str, public_url: str, first: FirstToken | None, language: Language) -> None:
    """Print the address of the service, a new first token, a link that signs in with it, and which engine runs."""
    click.echo(say(Text(f"daifu serves at {url}", f"daifuを {url} で開始しました"), language))
    if first and first.secret:
        text = Text(
            f"token of a scorekeeper, shown only this once: {first.secret}",
            f"記録係のトークン（表示はこの一度だけ）：{first.secret}",
        )
        click.echo(say(text, language))
    if first:
        text = Text(
            f"sign in within 15 minutes at {public_url}{first.link}",
            f"15分以内に開くとログインできるアドレス：{public_url}{first.link}",
        )
        click.echo(say(text, language))
    click.echo(say(COMPILED if is_compiled() else _PLAIN_IS_SLOWER, language))


def _cannot_listen(settings: Settings, error: OSError) -> Text:
    where = f"{settings.host}:{settings.port}"
    reason = error.strerror or str(error)
    return Text(f"cannot listen on {where}: {reason}", f"{where}で待ち受けられません（{reason}）")


def _setting_option(setting: Setting) -> Option:
    default = setting.values.write(setting.default)
    text = Text(f"{setting.text.en} Default: {default}.", f"{setting.text.ja}既定値は{default}。")
    return Option(setting.flag, text, into=setting.name, metavar=setting.values.metavar)


SERVE: Final = Command(
    "serve",
    Text(
        "Serve records over HTTP. Each option can also be set by an environment variable DAIFU_… of its name.",
        "HTTPで棋譜を受け付け、保存し、配信する。どのオプションも同名の環境変数DAIFU_…で指定できる。",
    ),
    [_setting_option(setting) for setting in ALL_SETTINGS],
    callback=serve,
)
