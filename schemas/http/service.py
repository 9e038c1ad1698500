"""Answers about the service: problems (RFC 9457), its state, and tokens."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from schemas.http.answers import Answer, DateTime, about


class Flaw(Answer, kw_only=True):
    """One thing that is wrong with what was sent, with its place."""

    pointer: Annotated[str | UnsetType, about("The place in the body, as a JSON pointer (RFC 6901).")] = UNSET
    line: Annotated[int | UnsetType, about("The line of a log, from 1.")] = UNSET
    parameter: Annotated[str | UnsetType, about("The parameter of the query.")] = UNSET
    code: Annotated[str | UnsetType, about("What is wrong, where a tournament does not allow a change.")] = UNSET
    detail: Annotated[str, about("What was expected there.")]


class Problem(msgspec.Struct, omit_defaults=True):
    """Why the service did not do what it was asked; some types have further members."""

    type: Annotated[str, about("What identifies it: urn:daifu:problem: and a name.")]
    title: Annotated[str, about("The same for all problems of the type.")]
    status: int
    detail: Annotated[str, about("What it is in this case.")]
    request_id: Annotated[str, about("The id under which the log has the request.")]
    errors: Annotated[Sequence[Flaw], about("Everything that was found, with places.")] = ()


class State(Answer):
    """How it is."""

    status: str


class Token(Answer):
    """A token without its secret."""

    id: int
    name: Annotated[str, about("Who it is for; revisions name him as their author.")]
    role: str
    made_at: DateTime
    revoked_at: Annotated[DateTime | None, about("Null as long as it is valid.")]


class Tokens(Answer):
    """All tokens."""

    tokens: Sequence[Token]


class Minted(Token):
    """A new token with its secret, which is told this once."""

    secret: Annotated[str, about("What goes behind `Authorization: Bearer`.")]
