"""Views of tokens."""

from collections.abc import Iterable
from typing import Any, Final

from daifu.data.store.values import NewToken, Token
from daifu.replay.text import Text
from daifu.schemas.http import service as answers

FIRST_TOKEN: Final = Text("Who opened this club", "会を開いた人")
"""The name of the first token of a new store, in the language of who started the service; pages say it in theirs."""


def tokens_view(tokens: Iterable[Token]) -> answers.Tokens:
    """Tokens without their secrets."""
    return answers.Tokens([answers.Token(**_token_fields(token)) for token in tokens])


def new_token_view(minted: NewToken) -> answers.Minted:
    """A new token with its secret."""
    return answers.Minted(**_token_fields(minted.token), secret=minted.secret)


def _token_fields(token: Token) -> dict[str, Any]:
    return {
        **token._asdict(),
        "made_at": token.made_at.isoformat(),
        "revoked_at": token.revoked_at and token.revoked_at.isoformat(),
        "expires_at": token.expires_at and token.expires_at.isoformat(),
    }
