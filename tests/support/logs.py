"""The smallest files in the foreign formats."""

from collections.abc import Iterable

from schemas.raw import RawRecord
from schemas.uecda.server_log_reader import ServerLog

_GAME = """\
%{number:05}%mibun% 22222
%{number:05}%seat% 01234
%{number:05}%palyer_cards% D3C4 H9 S5 S6 S7\x20
%{number:05}%change_cards% NULL
%{number:05}%play%  0D3EE 1H9EE 2EE 3EE 4EE 0EE 2S5EE 3S6EE 4S7EE
%{number:05}%result% 12340
%{number:05}%points% {points}
"""

UECDA_LOG = (
    "%-----%palyer_name% Ume Take Matsu Kiku Ran\n"
    + _GAME.format(number=0, points="1 5 4 3 2")
    + _GAME.format(number=1, points="2 10 8 6 4")
).encode()
"""Two games with next to no cards, each without a ranking."""

FUJIGOKORO_FILE = b"""\
player Ume Take Matsu Kiku Ran
/*\x20
game 0\x20
score\x20
class 0 1 2 3 4\x20
seat 0 1 2 3 4\x20
dealt { d3 c4 } { h9 } { s5 } { s6 } { s7 }\x20
changed { } { } { } { } { }\x20
original { d3 c4 } { h9 } { s5 } { s6 } { s7 }\x20
play d-3[20] h-9[3000] p[1] p[1] p[1] p[1] s-5[1] s-6[1] s-7[1]\x20
result 4 0 1 2 3\x20
*/\x20
"""
"""The first of these games."""


def unsettled(lines: Iterable[str]) -> RawRecord:
    """A server log as a record in which all is left open that the log leaves open."""
    log = ServerLog(lines)
    return log.record(list(log.deals()))
