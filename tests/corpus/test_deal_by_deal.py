"""Real logs, judged deal by deal: the reports are those of the whole logs."""

import gzip
from pathlib import Path

import pytest

from tests.support.two_ways import at_once, deal_by_deal

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "uecda"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real logs is not beside the project")


def cut(log: bytes) -> bytes:
    """What a crash may leave of a log: behind the result of a game there is nothing but NUL bytes."""
    log = log[: len(log) * 2 // 3]
    return log[: log.index(b"\n", log.rindex(b"%result% ")) + 1] + bytes(512)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.log.gz")), ids=lambda path: path.name)
def test_a_log_has_the_same_report_deal_by_deal_and_as_a_whole(path: Path) -> None:
    whole = gzip.decompress(path.read_bytes())
    for log in (whole, cut(whole)):
        assert isinstance(deal_by_deal(log), tuple)
        assert deal_by_deal(log) == at_once(log)
