"""All actions of a deal as a strip: tricks are its sections, faults and turning points are marked.

Each section is a link to the beginning of its trick. A script lets readers drag along the strip.
"""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final

from markupsafe import Markup, escape

from daifu.api.views.deal_table import DealTable, Trick
from daifu.api.web.languages import say_here

_STEP: Final = 10
_HEIGHT: Final = 40
_MARK: Final = 12


def draw_strip(table: DealTable, go_to: Callable[[int], str], turning: AbstractSet[int]) -> Markup:
    """The strip of a deal; `go_to` gives the address of the position after some actions."""
    first = table.tricks[0].steps[0].number if table.tricks else 1
    sections = "".join(_section(trick, first, go_to) for trick in table.tricks)
    steps = [step for trick in table.tricks for step in trick.steps]
    marks = "".join(_mark("faulty", step.number - first, _HEIGHT - _MARK) for step in steps if step.faults)
    marks += "".join(_mark("turning", step.number - first, 0) for step in steps if step.number in turning)
    here = (table.position.at - first + 1) * _STEP
    width = max(len(steps), 1) * _STEP
    thick = max(width / 50, 1)
    cursor = f'<rect class="here" x="{here - thick:g}" y="0" width="{thick:g}" height="{_HEIGHT}"/>'
    return Markup(  # noqa: S704 - addresses and sentences are escaped
        f'<svg class="strip" viewBox="0 0 {width} {_HEIGHT}" preserveAspectRatio="none" data-first="{first}" '
        f'data-actions="{len(steps)}">{sections}{cursor}{marks}</svg>'
    )


def _section(trick: Trick, first: int, go_to: Callable[[int], str]) -> str:
    """A trick as a part of the strip."""
    begins = trick.steps[0].number
    told = (
        say_here("trick {n}, from action {at} on", "場{n}（{at}手目から）", n=trick.number, at=begins)
        if trick.number
        else say_here("before play", "開始前")
    )
    x, width = (begins - first) * _STEP, len(trick.steps) * _STEP
    return (
        f'<a data-step href="{escape(go_to(begins))}" aria-label="{escape(told)}">'
        f'<rect x="{x}" y="0" width="{width}" height="{_HEIGHT}" class="{"odd" if trick.number % 2 else "even"}"/></a>'
    )


def _mark(kind: str, place: int, y: int) -> str:
    return f'<rect class="{kind}" x="{place * _STEP}" y="{y}" width="{_STEP}" height="{_MARK}"/>'
