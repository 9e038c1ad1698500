"""The page of the changes of a tournament: what each says, and why one is refused. It is made from the code."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from api.tournaments import reference_wording as wording
from api.tournaments.reference_examples import PARTS, SHOWN, WISHES, Shown
from data.markdown import table
from data.page_wording import EN, ENDINGS, JA, LANGUAGE_NAMES
from data.store.tournaments.unlandable import SENTENCES
from data.tournaments.changes import Change
from data.tournaments.exact import write_exact
from data.tournaments.refusals import CATALOGUE
from replay.text import Text
from schemas.http.struct_schemas import schemas_of

NAME: Final = "tournament-changes"
"""What the page is called."""

Schema = dict[str, Any]
Row = tuple[str, ...]


def page(language: int) -> str:
    """The page in a language."""
    schemas = schemas_of([type(shown.example) for shown in (*SHOWN, *WISHES)], "")
    other = JA if language == EN else EN
    parts = [f"# {wording.TITLE[language]}", f"[{LANGUAGE_NAMES[other]}]({NAME}{ENDINGS[other]})"]
    parts += [wording.ABOUT[language], f"## {wording.CHANGES[language]}"]
    parts += [table(wording.CHANGE_COLUMNS, _rows(SHOWN, schemas, language), language)]
    parts += [f"## {wording.PARTS[language]}", wording.ABOUT_PARTS[language]]
    parts += [table(wording.PART_COLUMNS, _parts(schemas, language), language)]
    parts += [f"## {wording.WISHES[language]}", wording.ABOUT_WISHES[language]]
    parts += [table(wording.WISH_COLUMNS, _rows(WISHES, schemas, language), language)]
    parts += [f"## {wording.REFUSALS[language]}", wording.ABOUT_REFUSALS[language], _refusals(CATALOGUE, language)]
    parts += [f"## {wording.LANDINGS[language]}", wording.ABOUT_LANDINGS[language], _refusals(SENTENCES, language)]
    parts += [f"## {wording.LIMITS[language]}", table(wording.LIMIT_COLUMNS, _limits(language), language)]
    return "\n\n".join(parts) + "\n"


def _rows(examples: Iterable[Shown], schemas: Mapping[str, Schema], language: int) -> Iterator[Row]:
    for shown in examples:
        schema = schemas[type(shown.example).__name__]
        described = Text(schema["description"], shown.ja)[language]
        written = json.dumps(_plain(shown.example), ensure_ascii=False)
        yield _called(shown.example, schema), described, *_fields(schema), _named(shown.commands), f"`{written}`"


def _called(example: object, schema: Schema) -> str:
    """What tells a shape from the others: of a change that is its name, of a part the field that tells it."""
    return f"`{schema['properties']['change']['const']}`" if isinstance(example, Change) else _told_by(schema)


def _plain(example: object) -> Schema:
    """An example as JSON, without what is not said there."""
    told: Schema = json.loads(msgspec.json.encode(example, enc_hook=write_exact))
    return {name: value for name, value in told.items() if value is not None}


def _parts(schemas: Mapping[str, Schema], language: int) -> Iterator[Row]:
    for name, ja in PARTS.items():
        schema = schemas[name]
        described = Text(schema["description"], ja)[language]
        yield _named(_standing_in(name, schemas)), _told_by(schema), described, *_fields(schema)


def _fields(schema: Schema) -> tuple[str, str]:
    """The fields that a shape needs, and those that it may have beside them."""
    names = [name for name, found in schema["properties"].items() if "const" not in found]
    needed = [name for name in names if name in schema["required"]]
    return _named(needed), _named(name for name in names if name not in needed)


def _told_by(schema: Schema) -> str:
    tags = ((name, found["const"]) for name, found in schema["properties"].items() if "const" in found)
    return ", ".join(f'`"{name}": "{tag}"`' for name, tag in tags)


def _standing_in(name: str, schemas: Mapping[str, Schema]) -> list[str]:
    """The fields, of whatever shape, in which a shape may stand."""
    reference = f'"#/components/schemas/{name}"'
    fields = (field for schema in schemas.values() for field in schema["properties"].items())
    return list(dict.fromkeys(field for field, found in fields if reference in json.dumps(found)))


def _named(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _refusals(sentences: Mapping[str, Text], language: int) -> str:
    rows = ((f"`{code}`", text.en, text.ja) for code, text in sentences.items())
    return table(wording.REFUSAL_COLUMNS, rows, language)


def _limits(language: int) -> Iterator[Row]:
    return ((what[language], f"{most:,}") for what, most in wording.LIMITS_TOLD)
