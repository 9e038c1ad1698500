"""The service for WSGI servers other than that of `daifu serve`: `daifu.api.wsgi:application()`.

Each process of such a server has metrics and rate limits of its own.
"""

import os

from flask import Flask

from daifu.api.http.request_log import configure_log
from daifu.api.settings import read_settings
from daifu.api.web.app import create_service
from daifu.data.store.open import open_store


def application() -> Flask:
    """The app with the settings of the environment. Raises `SettingsRefused`, or `StoreUnusable`."""
    settings = read_settings(os.environ)
    configure_log(settings)
    return create_service(settings, open_store(settings.db))
