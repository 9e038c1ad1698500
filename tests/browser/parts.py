"""A page of every part of the pages in all states, for those who change how pages look: it is written, never served.

python -m tests.browser.parts FILE [en|ja]
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from flask import Flask

import daifu
from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.api.web.assets import STYLE, assets_version, send_asset
from daifu.data.store.open import open_store
from daifu.replay.text import Language
from daifu.schemas.drawing.cards import cards_from_text
from daifu.schemas.drawing.scene import scene_of
from tests.support.samples import SAMPLES_FOLDER

TEMPLATE: Final = Path(__file__).with_suffix(".html")
NAMES: Final = ("Haruko", "さくら", "Ben", "Mu", "Anna", "Max", "Yui", "悠斗")
_ELSEWHERE: Final = re.compile(r'<link rel="(?:stylesheet|icon|manifest|apple)[^>]*>|<script[^>]*></script>')


def page_of_parts(language: Language = "en") -> str:
    """The page, with its stylesheet in it."""
    with TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "parts.db")
        page = _written(create_service(Settings(), store), language)
        store.close()
    style = send_asset(assets_version(), STYLE).get_data(as_text=True)
    return _ELSEWHERE.sub("", page).replace("</head>", f"<style>{style}</style></head>")


def _written(app: Flask, language: Language) -> str:
    records = [next(daifu.read(SAMPLES_FOLDER / f"{rules}.ndjson")) for rules in ("theater", "dalmuti")]
    scenes = [scene_of(daifu.position_after(record, 2, 9).reached) for record in records]
    with app.test_request_context(f"/?lang={language}"):
        template = app.jinja_env.from_string(TEMPLATE.read_text(encoding="utf-8"))
        return template.render(names=NAMES, scenes=scenes, cards=cards_from_text("H7 ST X=S5"))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page_of_parts("ja" if "ja" in sys.argv[2:] else "en"), encoding="utf-8")
