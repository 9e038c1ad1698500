"""Answers about the service: problems (RFC 9457), its state, and tokens."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from daifu.schemas.answer import Answer, Date, DateTime, about


class Flaw(Answer, kw_only=True):
    """One thing that is wrong with what was sent, with its place."""

    pointer: Annotated[str | UnsetType, about("The place in the body, as a JSON pointer (RFC 6901).")] = UNSET
    line: Annotated[int | UnsetType, about("The line of a log, from 1.")] = UNSET
    parameter: Annotated[str | UnsetType, about("The parameter of the query.")] = UNSET
    code: Annotated[str | UnsetType, about("The code of the reason, if a tournament does not allow a change.")] = UNSET
    detail: Annotated[str, about("What was expected there.")]


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request failed. Some problem types have further members."""

    type: Annotated[str, about("The identifier of the type: urn:daifu:problem: and a name.")]
    title: Annotated[str, about("The title of the type.")]
    status: int
    detail: Annotated[str, about("What is wrong in this case.")]
    request_id: Annotated[str, about("The id under which the log has the request.")]
    errors: Annotated[Sequence[Flaw], about("All errors, with their places.")] = ()


class State(Answer):
    """The state of the service."""

    status: str
    notice: Annotated[str | UnsetType, about("What an operator should do, though requests can be answered.")] = UNSET


class Club(Answer):
    """What a club says of itself."""

    name: Annotated[str | None, about("The name of the club; null where nobody has given one yet.")]
    rules: Annotated[
        str | None, about("The usual game; or with the id of a house, as in daifugo_friday, those house rules.")
    ]
    reading: Annotated[str, about("Who may read: everybody (public), who was given a link (link), or members.")]
    password: Annotated[bool, about("Whether people can sign in with a password of the club to enter results.")]
    reading_password: Annotated[bool, about("Whether people can sign in with another password only to read.")]
    people: Annotated[Sequence[str], about("Names of people who need not have played, for forms to suggest.")]


class ClubChange(Answer):
    """A change of what a club says of itself."""

    at: DateTime
    author: Annotated[str, about("The name of the token that made it; `local` without one.")]
    field: Annotated[
        str, about("What was changed: `name`, `rules`, `reading`, `password`, `reading_password` or `people`.")
    ]
    value: Annotated[
        str | None,
        about(
            "What it is now. Of a password only `set`, or null where there is none any more; of people their number."
        ),
    ]


class ClubHistory(Answer):
    """The latest changes of what a club says of itself, the last one first."""

    changes: Sequence[ClubChange]


class Restore(Answer):
    """A backup that is to be restored."""

    waits: Annotated[bool, about("Whether a backup takes the place of the store when the service starts next.")]


class Backup(Answer):
    """What a backup holds."""

    club: Annotated[str | None, about("The name of the club; null where it has none.")]
    games: Annotated[int, about("How many games it has, without those that were withdrawn.")]
    tournaments: int
    last_day: Annotated[Date | None, about("The day on which its newest game was stored; null where it has none.")]


class Token(Answer):
    """A token without its secret."""

    id: int
    name: Annotated[str, about("The name of the token's holder; revisions name it as their author.")]
    role: str
    made_at: DateTime
    revoked_at: Annotated[DateTime | None, about("When it was revoked; null if it was not.")]
    expires_at: Annotated[DateTime | None, about("When it ends; null if it does not.")]


class Tokens(Answer):
    """All tokens."""

    tokens: Sequence[Token]


class Minted(Token):
    """A new token with its secret, which is shown only once."""

    secret: Annotated[str, about("The secret, to be sent as `Authorization: Bearer …`.")]
