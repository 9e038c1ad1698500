"""The stylesheet, scripts and pictures of the pages, under addresses that change with their content.

Scripts import each other by relative addresses, so all files share one version: the hash of them all.
"""

import json
from functools import cache
from hashlib import blake2b
from importlib import resources
from typing import Final

from flask import Response
from werkzeug.exceptions import NotFound

from daifu.api.http.media_types import CSS, ICON, JAVASCRIPT, MANIFEST, PLAIN, PNG, SVG
from daifu.schemas.drawing.style import player_style, stylesheet
from daifu.schemas.house_sheet import sheet_style

STYLE: Final = "style.css"
"""The one stylesheet of all pages, which a browser asks for once."""
_PARTS: Final = (
    *("scale", "text", "frame", "forms", "tables", "deal", "paper", "people"),
    *("figures", "rules", "tournament", "wall", "sheets", "entry", "cards", "options", "evening", "houses"),
)
"""The parts of the stylesheet in `assets/style`; what comes later prevails."""
_FOLDER: Final = resources.files("daifu.api.web") / "assets"
_MEDIA_TYPES: Final = {"css": CSS, "js": JAVASCRIPT, "svg": SVG, "png": PNG, "ico": ICON}
_FOREVER: Final = "public, max-age=31536000, immutable"
_SHORTLY: Final = "public, max-age=60"
OF_EVERY_SITE: Final = ("sw.js", "favicon.ico", "apple-touch-icon.png", "manifest.webmanifest", "robots.txt")
"""The files that browsers and robots look for at the root of a site, or of the part of it that this service has."""
_NOT_FOR_ROBOTS: Final = (
    "User-agent: *\nDisallow: /evenings/\nDisallow: /tables/\nDisallow: /door/\nDisallow: /enter\nDisallow: /v1/\n"
)


def asset_address(name: str) -> str:
    """The path of a file. Raises KeyError where there is none of this name."""
    _ = _files()[name]
    return f"/assets/{assets_version()}/{name}"


@cache
def assets_version() -> str:
    """The version of all files."""
    found = blake2b(digest_size=6)  # it only has to differ from those of earlier versions
    for name, content in sorted(_files().items()):
        found.update(f"{name} {len(content)} ".encode() + content)
    return found.hexdigest()


@cache
def _files() -> dict[str, bytes]:
    own = {file.name: file.read_bytes() for file in _FOLDER.iterdir() if file.name.partition(".")[2] in _MEDIA_TYPES}
    parts = [(_FOLDER / "style" / f"{part}.css").read_text(encoding="utf-8") for part in _PARTS]
    return {**own, STYLE: "\n".join([player_style(), stylesheet(), sheet_style(), *parts]).encode()}


def send_asset(version: str, name: str) -> Response:
    """Send a file. Under another version it is sent as it is now, because a page of before may ask for it."""
    if name not in _files():
        raise NotFound
    answer = Response(_files()[name], mimetype=_MEDIA_TYPES[name.partition(".")[2]])
    answer.headers["Cache-Control"] = _FOREVER if version == assets_version() else _SHORTLY
    return answer


def send_file_of_site(name: str) -> Response:
    """Send one of the files of every site."""
    if name == "robots.txt":
        answer = Response(_NOT_FOR_ROBOTS, mimetype=PLAIN)
    elif name == "manifest.webmanifest":
        answer = Response(json.dumps(_manifest()), mimetype=MANIFEST)
    else:
        answer = Response(_files()[name], mimetype=_MEDIA_TYPES[name.partition(".")[2]])
    answer.headers["Cache-Control"] = _SHORTLY
    return answer


def _manifest() -> dict[str, object]:
    """What a phone that installs the pages wants to know; its addresses begin at its own."""
    sizes = [192, 512]
    icons = [
        {"src": f"assets/{assets_version()}/icon-{n}.png", "sizes": f"{n}x{n}", "type": PNG, "purpose": "any maskable"}
        for n in sizes
    ]
    colours = {"background_color": "#fbfaf6", "theme_color": "#fbfaf6"}
    return {
        "name": "daifu",
        "short_name": "daifu",
        "start_url": "./",
        "display": "standalone",
        **colours,
        "icons": icons,
    }
