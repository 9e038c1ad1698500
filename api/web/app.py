"""The service as a Flask app: the API, and the pages beside it."""

from typing import Final

from flask import Blueprint, Flask

from daifu.api.http.access.gate import Doors, add_doors
from daifu.api.http.access.rate_limit import SharedCallerTimes
from daifu.api.http.app import create_app
from daifu.api.settings import Settings
from daifu.api.web.assets import OF_EVERY_SITE, send_asset, send_file_of_site
from daifu.api.web.errors import error_response
from daifu.api.web.languages import remember_language
from daifu.api.web.page_services import attach_page_services
from daifu.api.web.queries import refuses_parameters
from daifu.api.web.responses import set_up_templates
from daifu.api.web.routes import PAGES
from daifu.api.web.session import find_reader, set_up_sessions, token_of_session
from daifu.api.web.view_links import is_opened_by_link
from daifu.data.store.store import Store

_ASSET: Final = "/assets/<string:version>/<string:name>"


def create_service(settings: Settings, store: Store, times: SharedCallerTimes | None = None) -> Flask:
    """The service with these settings on this store.

    `times` counts calls for all processes of the service; an app that runs alone makes its own.
    """
    app = create_app(settings, store, times)
    set_up_templates(app)
    set_up_sessions(app, store)
    add_doors(app, Doors(token_of_session, is_opened_by_link))
    attach_page_services(app)
    app.register_error_handler(Exception, error_response)
    app.register_blueprint(_pages())
    app.add_url_rule(_ASSET, "asset", send_asset)
    for name in OF_EVERY_SITE:
        app.add_url_rule(f"/{name}", name.replace(".", "-"), send_file_of_site, defaults={"name": name})
    return app


def _pages() -> Blueprint:
    """All pages."""
    blueprint = Blueprint("web", __name__, template_folder="templates")
    blueprint.before_request(find_reader)
    blueprint.after_request(remember_language)
    for method, rule, view in PAGES:
        endpoint = f"{method} {rule}".replace(".", "-")
        blueprint.add_url_rule(rule, endpoint, refuses_parameters(view), methods=[method])
    return blueprint
