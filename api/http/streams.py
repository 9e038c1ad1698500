"""Answers that are sent piece by piece, as large as they may become."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from flask import Response, request

_GZIP: Final = 16 + zlib.MAX_WBITS
_FAST: Final = 1
"""How hard to compress what is sent while others wait."""


def streamed(pieces: Iterator[bytes], content_type: str, close: Callable[[], object]) -> Response:
    """The answer of these pieces, in gzip where the client takes it; `close` is called when it is over or given up."""
    packs = request.accept_encodings.quality("gzip") > 0
    answer = Response(packed(pieces) if packs else pieces, content_type=content_type)
    if packs:
        answer.headers["Content-Encoding"] = "gzip"
    answer.call_on_close(close)
    return answer


def packed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces as one gzip stream."""
    packing = zlib.compressobj(_FAST, zlib.DEFLATED, _GZIP)
    for piece in pieces:
        if part := packing.compress(piece):
            yield part
    yield packing.flush()
