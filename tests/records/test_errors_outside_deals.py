"""Where a record is refused outside its deals. What is said of it is in the golden outputs of refusals."""

from typing import Final

import pytest

from tests.support.small_records import document, document_without, refusal_pointers

NO_NAMES: Final = ("", "   ", "a\nb", "a\tb", "\x1b[2J", "a\x7f", "x" * 201, 3, None, ["Mu"])
NO_TEXTS: Final[tuple[object, ...]] = (None, True, [], {}, 1.5)
NO_DATES: Final = (
    *("", "16.7.2007", "2007-13-01", "2007-02-29", "2007-7-16", "07-07-16", "２００７"),
    *("2007-07-16 20:00", "2007-07-16T", "2007-07-16TT20:00", "2007-07-16T25:00", None, 2007, True),
)


def nested(levels: int) -> list[object]:
    """Lists within lists."""
    return [nested(levels - 1)] if levels else []


WRONG: Final[dict[str, tuple[list[object], list[str]]]] = {
    "a record has a format": ([document_without("format"), document(format="daifu/2")], ["/format"]),
    "a record has rules that are known": (
        [
            document_without("rules"),
            *(document(rules=one) for one in ("poker", "Theater", "", None, 3, ["theater"], {"theater": 1})),
        ],
        ["/rules"],
    ),
    "a record has players": ([document_without("players")], ["/players"]),
    "a record has deals": ([document_without("deals")], ["/deals"]),
    "a record has the fields that the format knows": ([document(deal=[])], ["/deal"]),
    "a record has the options that its rules know": ([document(options={"joker": 1})], ["/options/joker"]),
    "an option takes only its values": (
        [
            document(options={"illegal_play": value})
            for value in ("pas", "Stands", True, None, 0, ["stands"], {"stands": 1})
        ],
        ["/options/illegal_play"],
    ),
    "an option that is a number takes whole numbers in its range": (
        [document(options={"jokers": value}) for value in (0, 3, -1, 1.0, True, "2", None)],
        ["/options/jokers"],
    ),
    "options do not exclude each other": (
        [document(rules="dalmuti", options={"philosophical": True, "score": False})],
        ["/options"],
    ),
    "the name of a player has a visible character": (
        [document(players=["Mu", name, "Shimo", "Aki"]) for name in NO_NAMES],
        ["/players/1"],
    ),
    "a player who is an object has an id, a name and nothing else": (
        [document(players=["Mu", {"id": "", "nick": "J"}, "Shimo", "Aki"])],
        ["/players/1/id", "/players/1/name", "/players/1/nick"],
    ),
    "no two players have the same id": (
        [document(players=["Mu", {"id": "Mu", "name": "Mushi"}, "Shimo", "Shimo"])],
        ["/players/1", "/players/3"],
    ),
    "the date of an event is one of ISO 8601": ([document(event={"date": date}) for date in NO_DATES], ["/event/date"]),
    **{
        f"the {field} of an event is text{or_number}": (
            [document(event={field: value}) for value in NO_TEXTS],
            [f"/event/{field}"],
        )
        for field, or_number in (
            *(("name", ""), ("site", "")),
            *(("round", " or a whole number"), ("table", " or a whole number")),
        )
    },
    **{
        f"an {field} is nested in 16 levels at most": (
            [document(**{field: {"a": nested(16)}})],
            [f"/{field}/a" + "/0" * 15],
        )
        for field in ("event", "source")
    },
    "numbers in a free object are within the range of all readers": (
        [document(event={"fee": [number]}) for number in (2**53, -(2**53), 10**30, 1e300)],
        ["/event/fee/0"],
    ),
    "a name in a free object has no NUL": ([document(source={"a\0": 1})], ["/source"]),
}


@pytest.mark.parametrize(("records", "places"), WRONG.values(), ids=WRONG)
def test_a_record_is_refused_where_it_breaks_this(records: list[object], places: list[str]) -> None:
    for record in records:
        assert refusal_pointers(record) == places


@pytest.mark.parametrize("value", [10**30, 10**400])
def test_an_option_takes_no_number_beyond_the_range_of_all_readers(value: int) -> None:
    assert set(refusal_pointers(document(options={"jokers": value}))) == {"/options/jokers"}
