"""`daifu token`: create, list and revoke the tokens of a store."""

from collections.abc import Callable
from contextlib import closing
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from api.cli.commands import Argument, Command, CommandGroup, Option
from api.cli.errors import UsageError
from api.cli.language import language_of
from api.cli.output import printable
from api.cli.params import DB, Name, OneOf, WholeNumber
from api.languages import say
from data.store.errors import NoSuchToken
from data.store.open import open_store
from data.store.values import ROLES, SCOREKEEPER, Token
from replay.text import Text

_COLUMNS: Final = (
    Text("id", "ID"),
    Text("name", "名前"),
    Text("role", "役割"),
    Text("made", "作成"),
    Text("revoked", "無効化"),
)


@click.pass_context
def create_token(context: click.Context, /, db: str, role: str, name: str) -> None:
    """Create a token; print its secret to standard output and the rest to standard error."""
    with closing(open_store(db)) as store:
        minted = store.create_token(name, role)
    token = minted.token
    text = Text(
        f"token {token.id} for {token.name}, {token.role}; its secret is shown only this once:",
        f"{token.name}（{token.role}）のトークン{token.id}。秘密の値の表示はこの一度だけ：",
    )
    click.echo(say(text, language_of(context)), err=True)
    click.echo(minted.secret)


@click.pass_context
def list_tokens(context: click.Context, /, db: str) -> None:
    """Print all tokens, without their secrets."""
    language = language_of(context)
    table = Table(*(say(column, language) for column in _COLUMNS))
    with closing(open_store(db)) as store:
        for token in store.tokens():
            table.add_row(*_token_cells(token))
    Console(highlight=False, markup=False).print(table)


@click.pass_context
def revoke_token(context: click.Context, /, db: str, number: int) -> None:
    """Revoke a token."""
    try:
        with closing(open_store(db)) as store:
            store.revoke(number)
    except NoSuchToken as error:
        raise UsageError(Text(f"there is no token {number}", f"トークン{number}はありません"), context) from error
    text = Text(f"token {number} is no longer valid", f"トークン{number}を無効にしました")
    click.echo(say(text, language_of(context)))


def _token_cells(token: Token) -> tuple[str, ...]:
    revoked = token.revoked_at.isoformat() if token.revoked_at else ""
    return str(token.id), printable(token.name), token.role, token.made_at.isoformat(), revoked


def _command(name: str, text: Text, params: list[click.Parameter], callback: Callable[..., None]) -> Command:
    return Command(name, text, [*params, DB], callback=callback)


TOKEN: Final = CommandGroup(
    "token",
    Text(
        "Create, list and revoke tokens, which allow people to write records, or to read where reading is closed.",
        "棋譜の書き込み（閲覧を制限しているときは閲覧も）を認めるトークンを作成、一覧表示、無効化する。",
    ),
    [],
    commands=[
        _command(
            "create",
            Text("Create a token and print its secret.", "トークンを作り、秘密の値を表示する。"),
            [
                Option(
                    "--name",
                    Text(
                        "The holder of the token, who is named as the author of revisions.",
                        "だれのためのものか。改版の履歴に著者として残る。",
                    ),
                    type=Name(),
                    required=True,
                ),
                Option(
                    "--role",
                    Text(
                        f"The role: to read, to write records, or to do everything; {SCOREKEEPER} by default.",
                        f"許可する内容（閲覧、棋譜の書き込み、すべて）。既定値は{SCOREKEEPER}。",
                    ),
                    type=OneOf(ROLES),
                    default=SCOREKEEPER,
                ),
            ],
            create_token,
        ),
        _command(
            "list", Text("List the tokens, without their secrets.", "トークンの一覧を表示する。"), [], list_tokens
        ),
        _command(
            "revoke",
            Text("Revoke a token.", "トークンを無効にする。"),
            [Argument("number", Text("The id of the token.", "トークンのID。"), type=WholeNumber(1), metavar="ID")],
            revoke_token,
        ),
    ],
)
