"""Draws plots to SVG, and SVG to PNG, in a process of its own: the library takes 100 MB and keeps a thread busy."""

from collections.abc import Callable
from typing import Final

from daifu.data.child_process import ChildProcesses, ProcessLostError

DRAWING_SECONDS: Final = 30.0
"""Seconds after which a plot is given up. One takes a tenth of a second, and the start of the process two."""
PLOT_PROCESSES: Final = ChildProcesses(1)
"""The process that draws for all threads of this one."""


def draw_plot(specification: bytes) -> bytes:
    """The SVG of a specification. It is drawn once more if the process was lost, such as for want of memory.

    Raises `TimeoutError`, `ProcessLostError` where the process is lost again, and `ValueError` for a specification that
    cannot be drawn.
    """
    return _drawn(draw_svg, specification)


def draw_png(svg: bytes, scale: float) -> bytes:
    """The PNG of an SVG, with so many pixels for each of its units. Raises as `draw_plot` does."""
    return _drawn(render_png, svg, scale)


def _drawn(draw: Callable[..., bytes], *given: object) -> bytes:
    """What the process draws; once more if it was lost."""
    try:
        drawn: bytes = PLOT_PROCESSES.call(draw, *given, seconds=DRAWING_SECONDS)
    except ProcessLostError:
        drawn = PLOT_PROCESSES.call(draw, *given, seconds=DRAWING_SECONDS)
    return drawn


def draw_svg(specification: bytes) -> bytes:
    """The SVG of a Vega-Lite specification; nothing is loaded from elsewhere. Raises `ValueError`."""
    import vl_convert  # noqa: PLC0415 - only the process that draws needs it

    return vl_convert.vegalite_to_svg(specification.decode(), allowed_base_urls=[]).encode()


def render_png(svg: bytes, scale: float) -> bytes:
    """The PNG of an SVG. Raises `ValueError`."""
    import vl_convert  # noqa: PLC0415 - only the process that draws needs it

    return vl_convert.svg_to_png(svg.decode(), scale)
