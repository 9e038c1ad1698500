"""Screenshots of pages that do not depend on the machine, and how far two of them differ.

All characters are drawn as boxes by a font that is made here, because machines have different fonts. Screenshots are
reduced, so that it does not matter how a version of Chromium smooths edges. What remains is the layout and its colours.

`python -m tests.browser.screenshots` writes those anew that pages are compared with.
"""

import tempfile
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Final, Literal, NamedTuple

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph
from PIL import Image, ImageChops
from playwright.sync_api import Browser

from tests.browser.parts import page_of_parts
from tests.support.chromium import LAPTOP, PHONE, run_chromium
from tests.support.running_service import RunningService, run_service

FOLDER: Final = Path(__file__).parent / "expected"
REDUCTION: Final = 4
"""How many pixels of a page, each way, are one of a screenshot."""

ON_LAPTOP: Final = (LAPTOP, 900)
ON_PHONE: Final = (PHONE, 800)
ON_SCREEN: Final = (1920, 1080)
"""Widths and heights in pixels."""

GREATEST_STEP: Final = 24
"""How far two pixels may be apart, of 255, and still count as the same."""

_EM: Final = 1000
_NARROW, _WIDE = _EM // 2, _EM
_LATIN_AND_SYMBOLS: Final = (range(0x21, 0x250), range(0x2000, 0x2C00))
_JAPANESE: Final = (range(0x3000, 0x3100), range(0x4E00, 0xA000), range(0xFF00, 0xFFF0))
_FONT_ADDRESS: Final = "/boxes.ttf"
_STYLE: Final = f"""
    @font-face {{ font-family: Boxes; src: url("{_FONT_ADDRESS}") }}
    * {{ font-family: Boxes !important; font-synthesis: none !important }}
    .plot img {{ visibility: hidden }}
"""
"""Plots are pictures, whose letters no style changes."""


class Kind(NamedTuple):
    """A page and the browser that it is shown in."""

    address: str
    size: tuple[int, int]
    language: str = "en"
    scheme: Literal["light", "dark"] = "light"
    media: Literal["screen", "print"] = "screen"


KINDS: Final = {
    "position": Kind("/games/236/deals/2/positions/23", ON_LAPTOP),
    "position-dark-phone": Kind("/games/40/deals/2/positions/9", ON_PHONE, language="ja", scheme="dark"),
    "player": Kind("/players/Kenji?rules=uecda", ON_LAPTOP, language="ja"),
    "standings": Kind("/tournaments/1", ON_LAPTOP),
    "wall": Kind("/tournaments/1/wall?screen=1", ON_SCREEN, language="ja"),
    "sheets": Kind("/tournaments/1/rounds/1/2/sheets", ON_LAPTOP, media="print"),
    "parts": Kind("/sign-in", (PHONE, 5400), scheme="dark"),
    "sign-in": Kind("/sign-in", ON_PHONE, language="ja"),
}


def take(browser: Browser, service: RunningService, kind: Kind) -> Image.Image:
    """A screenshot of a page of a service with the samples."""
    width, height = kind.size
    context = browser.new_context(
        locale=kind.language,
        viewport={"width": width, "height": height},
        color_scheme=kind.scheme,
        bypass_csp=True,  # the style of the font is not one of the service
    )
    page = context.new_page()
    page.emulate_media(media=kind.media)
    page.route(f"**{_FONT_ADDRESS}", lambda route: route.fulfill(body=box_font(), content_type="font/ttf"))
    page.goto(service.url + kind.address)
    if kind == KINDS["parts"]:
        page.set_content(page_of_parts())
    page.add_style_tag(content=_STYLE)
    page.evaluate("document.fonts.ready")
    taken = page.screenshot(animations="disabled", caret="hide")
    context.close()
    return Image.open(BytesIO(taken)).convert("RGB").reduce(REDUCTION)


def share_of_difference(taken: Image.Image, expected: Image.Image) -> float:
    """The share of pixels, from 0 to 1, by which two screenshots differ; 1 if they have different sizes."""
    if taken.size != expected.size:
        return 1.0
    bands = ImageChops.difference(taken, expected).split()
    steps: list[int] = [*map(max, *(band.tobytes() for band in bands))]
    return sum(step > GREATEST_STEP for step in steps) / (taken.width * taken.height)


@cache
def box_font() -> bytes:
    """A font that draws each character as a box, in the format TrueType."""
    characters = dict.fromkeys(chain(*_LATIN_AND_SYMBOLS), "narrow") | dict.fromkeys(chain(*_JAPANESE), "wide")
    widths = {".notdef": _NARROW, "space": _NARROW, "narrow": _NARROW, "wide": _WIDE}
    font = FontBuilder(_EM, isTTF=True)
    font.setupGlyphOrder(list(widths))
    font.setupCharacterMap(characters | {0x20: "space", 0xA0: "space"})
    font.setupGlyf({name: _box(0 if name == "space" else width) for name, width in widths.items()})
    font.setupHorizontalMetrics({name: (width, 0) for name, width in widths.items()})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    font.setupPost()
    written = BytesIO()
    font.save(written)
    return written.getvalue()


def _box(width: int) -> Glyph:
    pen = TTGlyphPen(None)
    if width:
        left, right, bottom, top = width // 10, width - width // 10, 0, 600
        pen.moveTo((left, bottom))
        for corner in ((left, top), (right, top), (right, bottom)):
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()


def write_expected() -> None:
    """Write the screenshots that pages are compared with."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        run_service(Path(folder), DAIFU_SAMPLES="yes", DAIFU_RATE_ADDRESS="0") as service,
        run_chromium() as browser,
    ):
        for name, kind in KINDS.items():
            take(browser, service, kind).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write_expected()
