"""How verdicts come from the worker process: packed, and each row of counters once for each upload.

The same few hundred rows are counted again and again. Later shares of an upload have only their numbers. So they have
to be unpacked in the order in which they were packed.
"""

import pickle
from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

from zstandard import ZstdCompressor, ZstdDecompressor

from data.judging.batches import Verdict
from replay.counters import CounterRow, SetRow
from replay.statistics.results import PairRows

PackedVerdicts = bytes
"""The verdicts on a share, packed.

A pipe takes 64 KiB at a time, and for each of these pieces the worker waits until the other process reads it, which has
something else to do. A share of usual records has 180 kB, and packed about 50.
"""
MOST_NUMBERED: Final = 1 << 14
"""The most rows of an upload that get a number. Later ones are sent with each share."""
_LEVEL: Final = 1

_Row = CounterRow | PairRows


def numbered_row(number: int) -> _Row:
    """Stands for the row of this number. Only `VerdictUnpacker` knows it."""
    raise LookupError(number)


class VerdictPacker:
    """Packs the verdicts on the shares of an upload, in the worker process."""

    def __init__(self) -> None:
        self._numbers: dict[_Row, int] = {}
        self._new: list[_Row] = []

    def pack(self, verdicts: Sequence[Verdict]) -> PackedVerdicts:
        """The verdicts on the next share."""
        pickled = BytesIO()
        pickler = pickle.Pickler(pickled, pickle.HIGHEST_PROTOCOL)
        pickler.dispatch_table = dict.fromkeys((CounterRow, SetRow, PairRows), self._reduce)
        pickler.dump(verdicts)
        rows, self._new = self._new, []
        return ZstdCompressor(_LEVEL).compress(pickle.dumps((rows, pickled.getvalue())))

    def _reduce(self, row: _Row) -> str | tuple[Any, ...]:
        """The row as its number, which it gets when it is packed for the first time."""
        number = self._numbers.get(row)
        if number is None:
            number = len(self._numbers)
            if number >= MOST_NUMBERED:
                return row.__reduce__()
            self._numbers[row] = number
            self._new.append(row)
        return numbered_row, (number,)


class VerdictUnpacker:
    """Unpacks the verdicts on the shares of an upload."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []

    def unpack(self, packed: PackedVerdicts) -> list[Verdict]:
        """The verdicts on the share that was packed after the one before."""
        rows, pickled = pickle.loads(ZstdDecompressor().decompress(packed))  # noqa: S301 - the worker has pickled it
        self._rows += rows
        verdicts: list[Verdict] = _RowUnpickler(pickled, self._rows).load()
        return verdicts


class _RowUnpickler(pickle.Unpickler):
    """Finds the rows that have numbers."""

    def __init__(self, pickled: bytes, rows: list[_Row]) -> None:
        super().__init__(BytesIO(pickled))
        self._rows = rows

    def find_class(self, module_name: str, global_name: str, /) -> Any:  # noqa: ANN401 - any class that is pickled
        """What this name stands for."""
        if global_name == numbered_row.__name__:
            return self._rows.__getitem__
        return super().find_class(module_name, global_name)
