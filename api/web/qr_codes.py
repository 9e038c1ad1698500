"""QR codes, and addresses as other devices open them: in links that are shared, and on paper."""

from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

import segno
from flask import request
from markupsafe import Markup

from daifu.api.http.services import services
from daifu.api.local_network import HOW_TO_JOIN, http_address, is_every_address, is_only_here, network_address
from daifu.api.web.languages import say_here, with_code
from daifu.api.web.links import with_key

_QUIET_ZONE: Final = 2
_CODE: Final = Markup('<details class="code-box"><summary aria-label="{label}">{code}</summary></details>')
_NO_CODE: Final = Markup('<p class="problem no-print">{text}</p>')


def shared_address(path: str) -> str | None:
    """The address of a path of this service as other devices open it; None where they cannot."""
    path, settings = with_key(path), services().settings
    root = settings.public_url or request.url_root.rstrip("/")
    asked = urlsplit(root)
    if not is_only_here(asked.hostname or ""):
        return root + path
    found = network_address() if is_every_address(settings.host) else None
    return found and http_address(found, asked.port or 80) + asked.path + path


def whole_address(path: str) -> str:
    """The same, or where they cannot open it, the address on this machine."""
    return shared_address(path) or request.url_root.rstrip("/") + with_key(path)


def link_code(path: str) -> Markup:
    """The QR code of a path of this service, which a tap makes large; where no other device can open it, what to do."""
    address = shared_address(path)
    if address is None:
        return _no_code()
    return _CODE.format(
        label=say_here("QR code: tap to make it larger", "QRコード（タップで拡大）"), code=_drawn(address)
    )


@lru_cache(maxsize=200)
def _drawn(address: str) -> Markup:
    """The QR code of an address, which takes 10 ms: three times as long as all else of the page of an evening."""
    drawn = segno.make(address, micro=False, error="m")
    return Markup(drawn.svg_inline(border=_QUIET_ZONE, svgclass="code", lineclass=None, omitsize=True))  # noqa: S704 - segno's own markup, of an address that we made


def how_to_share() -> Markup | None:
    """What to do where no other device can open this service; None where they can."""
    return None if shared_address("") else _no_code()


def _no_code() -> Markup:
    en, ja = HOW_TO_JOIN
    text = say_here(f"Phones cannot open this service yet: {en}.", f"スマホからはまだ開けません。{ja}。")
    return _NO_CODE.format(text=with_code(text))
