"""Where the other pages of a list are."""

from urllib.parse import urlencode

from flask import request


def page_address(parameter: str, value: str | None = None) -> str:
    """The address of this list from another place on, which the parameter names; without a value from its beginning."""
    asked = [(name, text) for name, text in request.args.items() if name != parameter]
    query = urlencode([*asked, *([] if value is None else [(parameter, value)])])
    return f"{request.path}?{query}" if query else request.path
