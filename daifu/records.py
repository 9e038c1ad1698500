"""Records: loaded from JSON, read from files and foreign logs, replayed, and written in any format."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any, Final, Protocol, cast

import msgspec

from daifu.houses import House
from daifu.replay.cards import Alphabet
from daifu.replay.deal import NOT_WRITTEN, Deal
from daifu.replay.match import Record as LoadedRecord
from daifu.replay.match import Report
from daifu.replay.match import replay as replay_loaded
from daifu.replay.options import Options
from daifu.replay.text import Text
from daifu.schemas.encodings import ENCODINGS, UTF_8, find_codec
from daifu.schemas.house_document import with_house
from daifu.schemas.judgement import record_by_other_rules
from daifu.schemas.position import hand_text
from daifu.schemas.position import next_deal as next_deal_of
from daifu.schemas.record.decode import DecodedRecord, decode_json, decode_raw
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.identity import canonical_json
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawHouse, RawPlayer, RawRecord, player_name
from daifu.schemas.sources.compression import is_packed
from daifu.schemas.sources.conversion import (
    LOG_STARTS,
    decode_record,
    log_parts,
    read_raw_item,
    refuse_record,
    write_record,
)
from daifu.schemas.sources.files import expand_paths, pick_item, pick_item_of, read_items
from daifu.schemas.sources.items import AUTO, DAIFU, FORMATS, ForeignLog, Item, SourceProblem, SourceRefused, log_items

_NO_PLACE: Final = Item("", 0, DAIFU, b"")
"""Where a record stands that is written: in no file."""


def encode_record(record: LoadedRecord) -> RawRecord:
    """The record as JSON values, without its event, source and notes."""
    alphabet = record.rules.alphabet
    raw: RawRecord = {
        "format": RECORD_FORMAT,
        "rules": record.rules.profile.name,
        "players": cast("list[str | RawPlayer]", list(record.players)),
        "deals": [encode_deal(alphabet, deal) for deal in record.deals],
    }
    if record.options:
        raw["options"] = {**record.options}
    if record.house is not None:
        raw["house"] = cast("RawHouse", record.house.written)
    return raw


def encode_deal(alphabet: Alphabet, deal: Deal) -> RawDeal:
    """The deal as JSON values, without its notes."""
    hands, stock, actions, result = deal.hands, deal.stock, deal.actions, deal.result
    written = {"order": result.order and list(result.order), "points": result.points and list(result.points)}
    fields: dict[str, object] = {
        "seats": deal.seats and list(deal.seats),
        "hands": [None if hand is None else hand_text(alphabet, hand.cards, hand.unknown) for hand in hands]
        if hands
        else None,
        "hands_are": "exchanged" if deal.exchanged else None,
        "dealer": deal.dealer,
        "first": deal.first,
        "stock": None if stock is None else " ".join(map(alphabet.name, stock)),
        "actions": None if actions is None else [action.text for action in actions],
        "result": {name: value for name, value in written.items() if value is not None} or None,
        "abandoned": deal.abandoned or None,
    }
    raw = {name: value for name, value in fields.items() if value is not None}
    if deal.places != NOT_WRITTEN:
        raw["places"] = deal.places and list(deal.places)
    return cast("RawDeal", raw)


class Readable(Protocol):
    """A file that is open for reading, as bytes or as text."""

    def read(self) -> bytes | str:
        """All that it holds."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """A record that can be replayed.

    `json` is its JSON text without spaces; equal records have equal texts. `notices` are what its reader has to say
    about it: of a foreign log, or of cards and actions that are spelt as people write them.
    """

    json: bytes
    notices: tuple[Text, ...] = ()
    loaded: LoadedRecord = field(compare=False, kw_only=True)

    def __repr__(self) -> str:
        return f"<Record: {self.rules}, {len(self.players)} players, {self.deals} deals>"

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.json, self.notices)

    @property
    def rules(self) -> str:
        """The name of the profile by which it was played."""
        return self.loaded.rules.profile.name

    @property
    def options(self) -> Options:
        """The options that it chooses, without those left to their defaults."""
        return self.loaded.options

    @property
    def players(self) -> list[str]:
        """The names of the players: player 1 comes first."""
        return list(map(player_name, self.loaded.players))

    @property
    def deals(self) -> int:
        """How many deals it has."""
        return len(self.loaded.deals)

    def values(self) -> dict[str, Any]:
        """The record as plain JSON values: a new dictionary each time."""
        values: dict[str, Any] = msgspec.json.decode(self.json)
        return values


def load(source: "Record | bytes | str | Mapping[str, object] | PathLike[str] | Readable") -> Record:
    """The record in JSON text, in plain JSON values, in the text of a foreign log, or in a file that holds just one.

    A file is named by its path, or given as it is open for reading. Texts that begin with a brace or a bracket or have
    several lines are no paths. Raises `RecordRefused`, which lists every reason, where JSON is not a record, and
    `SourceRefused` for a log or a file that does not hold one record.
    """
    if isinstance(source, Record):
        return source
    if isinstance(source, Mapping):
        return loaded_record(decode_raw(source))
    if isinstance(source, PathLike) or (isinstance(source, str) and _is_path(source)):
        return _read_item(pick_item(fspath(source), AUTO, None))
    text = source if isinstance(source, bytes | str) else source.read()
    data = text.encode() if isinstance(text, str) else text
    if data.startswith(LOG_STARTS) or is_packed(data):
        return _read_item(pick_item_of(data))
    return _read_json(data)


def _is_path(text: str) -> bool:
    return bool(text) and "\n" not in text and not text.lstrip("\ufeff").lstrip().startswith(("{", "["))


def read(
    path: str | PathLike[str],
    format: str = AUTO,  # noqa: A002 - what people call it
    encoding: str = UTF_8,
) -> Iterator[Record]:
    """The records of a file or folder, one after the other.

    `format` is `daifu`, `uecda` (a log of the UECda server), `fujigokoro` or `fu` (the hand notation); by default it is
    told from how a file begins. Files may be compressed, and hold any number of records; `encoding` is that of files
    without a byte order mark. Raises `SourceRefused` at the first thing that is not a record or cannot be read, and
    `ValueError` for an unknown format or encoding.
    """
    _check_format(format, AUTO, *FORMATS)
    if (codec := find_codec(encoding)) is None:
        raise ValueError(f"expected one of the encodings {', '.join(ENCODINGS)}, found {encoding!r}")
    for entry in read_items(expand_paths([fspath(path)]), format, lambda _count: None, codec):
        for item in log_items(entry) if isinstance(entry, ForeignLog) else (entry,):
            if isinstance(item, SourceProblem):
                raise SourceRefused([item])
            try:
                yield _read_item(item)
            except SourceRefused as refused:
                parts = log_parts(item)
                yield from (_read_item(part) for part in parts if isinstance(part, Item))
                problems = [part for part in parts if isinstance(part, SourceProblem)]
                if problems or not parts:
                    raise SourceRefused(problems or refused.reasons) from refused


def write(record: Record, format: str = DAIFU) -> bytes:  # noqa: A002 - what people call it
    """The record as the bytes of a file in a format: `daifu`, `uecda`, `fujigokoro` or `fu`.

    A log that was read and is written in its own format comes out byte for byte. Raises `SourceRefused` where the
    format cannot express the record, and `ValueError` for an unknown format.
    """
    _check_format(format, *FORMATS)
    return write_record(_NO_PLACE, _raw_values(record), format)


def replay(
    record: Record, *, rules: str | None = None, options: Options | None = None, house: House | None = None
) -> Report:
    """The report on a record: every fault of every deal, places, titles, points and totals.

    With `rules` (the name of a profile) or `options` it is judged by these instead of its own. Options replace all of
    its own; another profile begins with default options. A `house` says both. Written points are then left out of the
    judgement. Raises `RecordRefused` where the record cannot be read under these rules.
    """
    if house is not None:
        if rules is not None or options is not None:
            raise ValueError("expected rules and options or a house, found both")
        return replay_loaded(load(with_house(_raw_values(record), house.flattened)).loaded)
    if rules is None and options is None:
        return replay_loaded(record.loaded)
    return replay_loaded(record_by_other_rules(record.json, rules, options))


def next_deal(record: Record) -> dict[str, Any]:
    """What the deal after the last one starts from, as JSON values: seats, ranking, titles, lead and exchange."""
    found: dict[str, Any] = msgspec.to_builtins(next_deal_of(record.loaded))
    return found


def _check_format(name: str, *known: str) -> None:
    if name not in known:
        raise ValueError(f"expected one of the formats {', '.join(known)}, found {name!r}")


def _read_item(item: Item) -> Record:
    try:
        if item.format == DAIFU:
            return _read_json(item.data)
        imported = read_raw_item(item)
        return loaded_record(decode_raw(imported.record), tuple(imported.notices))
    except RecordRefused as refusal:
        raise refuse_record(item, refusal) from refusal


def _read_json(data: bytes) -> Record:
    decoded, notices = decode_record(data)
    return loaded_record(decoded, tuple(notices))


def _restore(text: bytes, notices: tuple[Text, ...]) -> Record:
    return loaded_record(decode_json(text), notices)


def loaded_record(decoded: DecodedRecord, notices: tuple[Text, ...] = ()) -> Record:
    """The record that was decoded, with the notices of its reader."""
    return Record(canonical_json(decoded.shape), notices, loaded=decoded.record)


def _raw_values(record: Record) -> RawRecord:
    values: RawRecord = msgspec.json.decode(record.json)
    return values
