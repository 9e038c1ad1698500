"""Views of people: who they are, what was done to their identity, and the tokens by which they sign in."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote

from daifu.api.views.addresses import escaped_player_id, player_address
from daifu.api.views.values import TableView
from daifu.data.store.values import Look, MergedGame, MergePreview, NewToken, Person, PersonChange, SimilarPeople, Token
from daifu.replay.text import Text
from daifu.schemas.csv_text import Cell
from daifu.schemas.http import players as answers
from daifu.schemas.http import service as token_answers

_COLUMNS: Final = ("id", "name", "players", "names")
_SEPARATOR: Final = "; "


def named_view(person: Person) -> answers.Named:
    """A person by their id and name."""
    return answers.Named(person.id, person.name)


def person_view(person: Person) -> answers.Person:
    """A person."""
    return answers.Person(*person, address=player_address(person.id))


def merge_view(merge: int, person: Person) -> answers.Merged:
    """Two players who were merged into a person."""
    return answers.Merged(merge, person_view(person))


def merge_preview(found: MergePreview, games: Sequence[MergedGame]) -> answers.MergePreview:
    """What a merge of two players would change."""
    told = [answers.MergedGame(one.rules, one.deals, sum(one.deals), one.skills) for one in games]
    return answers.MergePreview(person_view(found.player), person_view(found.into), found.games, told)


def similar_view(pairs: Sequence[SimilarPeople]) -> answers.SimilarPlayers:
    """The people who may be one."""
    return answers.SimilarPlayers(
        [answers.SimilarPair(person_view(one.player), person_view(one.into)) for one in pairs]
    )


def picture_address(player: str, look: Look) -> str | None:
    """The path of the picture of a person, which changes with it; None without one."""
    part = quote(escaped_player_id(player), safe="")
    return None if look.mark is None else f"/players/{part}/picture?mark={look.mark}"


def look_view(player: str, look: Look) -> answers.Look:
    """How a person looks."""
    return answers.Look(look.nickname, look.colour, picture_address(player, look))


def person_with_history(person: Person, history: Sequence[PersonChange]) -> TableView:
    """A person with what was done to their identity."""
    changes = [answers.Deed(**{**one._asdict(), "at": one.at.isoformat()}) for one in history]
    told = answers.WholePerson(*person, address=player_address(person.id), history=changes)
    return TableView(told, _COLUMNS, lambda _language: _person_rows([person]))


def people_table(people: Sequence[Person], following: str | None = None) -> TableView:
    """Some people, and the cursor of those who follow."""
    told = answers.People(list(map(person_view, people)), following)
    return TableView(told, _COLUMNS, lambda _language: _person_rows(people))


def _person_rows(some: Sequence[Person]) -> Iterator[Sequence[Cell]]:
    for one in some:
        yield one.id, one.name, _SEPARATOR.join(one.players), _SEPARATOR.join(one.names)


FIRST_TOKEN: Final = Text("Who opened this club", "会を開いた人")
"""The name of the first token of a new store, in the language of who started the service; pages say it in theirs."""


def tokens_view(tokens: Iterable[Token]) -> token_answers.Tokens:
    """Tokens without their secrets."""
    return token_answers.Tokens([token_answers.Token(**_token_fields(token)) for token in tokens])


def new_token_view(minted: NewToken) -> token_answers.Minted:
    """A new token with its secret."""
    return token_answers.Minted(**_token_fields(minted.token), secret=minted.secret)


def _token_fields(token: Token) -> dict[str, Any]:
    return {
        **token._asdict(),
        "made_at": token.made_at.isoformat(),
        "revoked_at": token.revoked_at and token.revoked_at.isoformat(),
        "expires_at": token.expires_at and token.expires_at.isoformat(),
    }
