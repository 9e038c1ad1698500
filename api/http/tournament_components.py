"""The shapes of a tournament's log in the contract, and those of what is asked of a draw."""

from typing import Any, Final, get_args

from data.tournaments.changes import AnyChange, Created
from data.tournaments.wishes import Anew, Wish
from schemas.http.struct_schemas import AT, schemas_of
from schemas.http.tournament_fields import CHANGE, PREFIX

Schema = dict[str, Any]

CREATED: Final[Schema] = {"$ref": AT.format(name=f"{PREFIX}Beginning")}
"""How the contract refers to what a tournament begins with."""
CHANGES: Final[Schema] = {"anyOf": [CHANGE, {"type": "array", "items": CHANGE, "minItems": 1}]}
"""One change or several."""
WISH: Final[Schema] = {"$ref": AT.format(name=f"{PREFIX}Wish")}
"""What is wished of a draw."""
ANEW: Final[Schema] = {"$ref": AT.format(name=f"{PREFIX}Anew")}
"""What is wished of a draw that is made anew."""

_CHANGES: Final = get_args(AnyChange)
_WISHES: Final = get_args(Wish)


def components() -> dict[str, Schema]:
    """The schemas by the names that the contract refers to."""
    found = schemas_of([*_CHANGES, *_WISHES, Anew], PREFIX)
    beginning = dict(found[PREFIX + Created.__name__])
    beginning["required"] = [name for name in beginning["required"] if name != "change"]
    return {
        **found,
        f"{PREFIX}Change": _any_of(_CHANGES),
        f"{PREFIX}Wish": _any_of(_WISHES),
        f"{PREFIX}Beginning": beginning,
    }


def _any_of(shapes: tuple[type, ...]) -> Schema:
    return {"oneOf": [{"$ref": AT.format(name=PREFIX + shape.__name__)} for shape in shapes]}
