"""How long tests run, and in which order.

Properties take few examples and always the same ones. Under the soak profile they take many new ones.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from types import MethodType
from typing import Final

import pytest
from hypothesis import HealthCheck, find, settings
from hypothesis.strategies import none

SOAK: Final = "soak"

POSTGRESQL: Final = "postgresql"

ON_BOTH: Final = {
    Path(__file__).parent / place
    for place in ("http/records/test_correction.py", "http/tournaments/test_events.py", "web/test_anonymous.py")
}
"""Files whose tests also run with stores in PostgreSQL each time, not only in long runs."""

SLOW_TO_DRAW: Final = [HealthCheck.too_slow]
"""Sittings with whole packs of cards take a while to draw."""

WHOLE_GAMES: Final = frozenset(
    Path(__file__).parent / place
    for place in (
        "corpus",
        "golden",
        "service",
        "statistics/test_recount_of_logs.py",
        "statistics/test_recount_of_records.py",
        "statistics/test_recount_of_stores.py",
        "store/test_samples.py",
    )
)
"""Files and folders of tests that play or replay games by the hundred."""

LONG: Final = frozenset(Path(__file__).parent / folder for folder in ("service", "golden", "corpus"))
"""Folders whose files take longest. They are started first, so that no process ends long after the others."""

GC_THRESHOLDS: Final = (20_000, 10, 5)
"""After how many allocations and younger collections each generation is collected. Python's own are 700, 10 and 10.

Full collections come often enough for files of apps that are no longer used to be closed.
"""

AddressBuilder = Callable[..., tuple[str, str]]
"""What Werkzeug compiles to build addresses of a rule: the domain and the path."""

settings.register_profile(
    "short", max_examples=6, derandomize=True, database=None, deadline=None, suppress_health_check=SLOW_TO_DRAW
)
settings.register_profile(SOAK, max_examples=200, deadline=None, print_blob=True, suppress_health_check=SLOW_TO_DRAW)
settings.load_profile("short")


@pytest.fixture(autouse=True, scope="session")
def _programs_can_be_interrupted() -> None:
    """Let the programs that tests start end by Ctrl-C, also where a shell runs the tests in the background.

    Such a shell lets its jobs ignore interrupts, and programs inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _no_waiting_for_the_disk() -> Iterator[None]:
    """Let no store of this process wait until the disk has written."""
    from daifu.data.store.sqlite import connections  # noqa: PLC0415 - coverage begins after this module was loaded

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "PRAGMAS", (*connections.PRAGMAS, "PRAGMA synchronous = OFF"))
        yield


@pytest.fixture(autouse=True, scope="session")
def _new_stores_are_copies(_no_waiting_for_the_disk: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let each new store of this process begin as a copy of one empty store.

    A new store takes twice as long as a copy, and thousands of tests begin with one. Tests of migrations begin with
    stores of earlier versions, which are not new.
    """
    from daifu.data.store.sqlite import connections, store  # noqa: PLC0415 - see above

    empty = tmp_path_factory.mktemp("empty") / "empty.db"
    store.Store.open(empty).close()

    def open_location(path: Path, *, read_only: bool) -> connections.StoreLocation:
        if not read_only and not path.exists():
            with suppress(OSError):
                _copy_new(empty, path)
        return connections.open_location(path, read_only=read_only)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "open_location", open_location)
        yield


def _copy_new(source: Path, target: Path) -> None:
    """Copy a file at once, unless another thread has done so meanwhile."""
    with TemporaryDirectory(dir=target.parent) as folder:
        os.link(copy(source, folder), target)


@pytest.fixture(scope="session")
def _databases_are_used_again() -> Iterator[None]:
    """Let each new store in PostgreSQL begin as that of an earlier test, emptied, and use the connections to it."""
    from daifu.data.store.postgresql import connections, store  # noqa: PLC0415 - see above
    from tests.support import postgresql  # noqa: PLC0415 - see above

    def open_location(address: str, *, read_only: bool) -> connections.StoreLocation:
        if not read_only and (schema := postgresql.schema_of(address)) in postgresql.EMPTY_SCHEMAS:
            postgresql.put_spare_store(schema)
        return connections.open_location(address, read_only=read_only)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "open_location", open_location)
        patch.setattr(connections, "PooledConnection", postgresql.KeptConnection)
        patch.setattr(connections, "connect", postgresql.connect)
        yield
    postgresql.close_kept()


@pytest.fixture(params=["sqlite", POSTGRESQL])
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """The backend of the stores of a test, which runs once with each."""
    if request.param != POSTGRESQL:
        yield request.param
        return
    from tests.support.postgresql import empty_used_stores  # noqa: PLC0415 - see above

    request.getfixturevalue("_databases_are_used_again")
    yield request.param
    empty_used_stores()


@pytest.fixture
def locate(backend: str, tmp_path: Path) -> Callable[[str], str | Path]:
    """The location of a store of this name, such as `club.db`: a file in the folder of the test, or a database."""
    if backend != POSTGRESQL:
        return tmp_path.joinpath
    from tests.support.postgresql import new_schema  # noqa: PLC0415 - see above

    return cache(lambda _name: new_schema())


@pytest.fixture(autouse=True, scope="session")
def _apps_share_compiled_rules() -> Iterator[None]:
    """Let the apps of this process share what Werkzeug makes of a rule: its parts, and what builds its addresses.

    An app takes ten times as long to make without that, and thousands of tests and commands begin with one.
    """
    from werkzeug.routing import Rule  # noqa: PLC0415 - see above

    compile_rule, compile_builder = Rule.compile, Rule._compile_builder  # noqa: SLF001 - there is no other way to share them
    rules: dict[object, Rule] = {}
    builders: dict[object, AddressBuilder] = {}

    def share_rule(rule: Rule) -> None:
        if rule.defaults:
            compile_rule(rule)
            return
        key = (type(rule), rule.rule, rule.subdomain, rule.merge_slashes, tuple(rule.map.converters.items()))
        if key not in rules:
            compile_rule(rule)
            rules[key] = rule
            return
        first = rules[key]
        rule.arguments = set(first.arguments)
        for name in ("_parts", "_trace", "_converters"):
            setattr(rule, name, getattr(first, name))
        for name in ("_build", "_build_unknown"):
            setattr(rule, name, MethodType(getattr(first, name).__func__, rule))

    def share_builder(rule: Rule, append_unknown: bool = True) -> AddressBuilder:  # noqa: FBT001, FBT002 - as it is there
        if rule.defaults:
            return compile_builder(rule, append_unknown)
        key = (tuple(rule._trace), append_unknown)  # noqa: SLF001 - likewise
        if key not in builders:
            builders[key] = compile_builder(rule, append_unknown)
        return builders[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", share_rule)
        patch.setattr(Rule, "_compile_builder", share_builder)
        yield


@pytest.fixture(autouse=True, scope="session")
def _apps_share_templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the apps of this process share what Jinja compiles, which is half of the time of tests of pages."""
    from flask import Flask  # noqa: PLC0415 - see above
    from jinja2 import FileSystemBytecodeCache  # noqa: PLC0415 - see above

    compiled = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Flask.jinja_options, "bytecode_cache", compiled)
        yield


@pytest.fixture(autouse=True, scope="session")
def _http_clients_share_certificates() -> Iterator[None]:
    """Let the HTTP clients of this process load the certificates of authorities once; no test needs them."""
    from httpx2._config import create_ssl_context  # noqa: PLC0415 - see above

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("httpx2._transports.default.create_ssl_context", cache(create_ssl_context))
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let the garbage collector pass over what pytest and the modules of the tests keep, and run less often.

    It would walk through these millions of objects time and again, which is a quarter of the time of some tests.
    """
    gc.disable()
    _load_share(session.config)
    try:
        return (yield)
    finally:
        # Hypothesis makes its source of randomness with the first property, and warns if nothing seems to hold it: on
        # Python 3.14 its holder is among what is passed over.
        find(none(), lambda _: True)
        gc.collect()
        gc.freeze()
        gc.collect()  # from now on, full collections are due by how much is left, which is little
        gc.set_threshold(*GC_THRESHOLDS)
        gc.enable()


def pytest_unconfigure() -> None:
    """Let Python free everything at its end: DuckDB complains of what is left."""
    gc.unfreeze()


def _load_share(config: pytest.Config) -> None:
    """Load a share of all test modules before the others, if all of them are to be collected.

    In a new clone each module is compiled when it is loaded first. So each of the processes that begin together
    compiles its share, and finds the others compiled.
    """
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    folder = Path(__file__).parent
    if count == 1 or [config.rootpath / place for place in config.args] != [folder]:
        return
    for path in sorted(folder.rglob("test_*.py"))[number::count]:
        with suppress(Exception):  # pytest loads it again, and reports what is wrong
            import_module(".".join(path.relative_to(folder.parent).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what runs untraced and what is a long run, and put the longest files first."""
    soaks = config.getoption("--hypothesis-profile") == SOAK
    for item in items:
        is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if is_property or _is_in(item.path, WHOLE_GAMES):
            item.add_marker(pytest.mark.untraced)
        if (is_property and soaks) or (_is_on_postgresql(item) and item.path not in ON_BOTH):
            item.add_marker(pytest.mark.soak)
    items.sort(key=lambda item: not _is_in(item.path, LONG))


@cache
def _is_in(path: Path, places: frozenset[Path]) -> bool:
    """Whether a file is one of these or in one of these folders."""
    return not places.isdisjoint([path, *path.parents])


def _is_on_postgresql(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    return callspec is not None and callspec.params.get("backend") == POSTGRESQL


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Stop the measurement of coverage during untraced tests, which are up to four times as fast without it.

    The lines of the engine that their games happen to reach say little. Coverage is to tell how much of the rules the
    examples reach, each of which stands for a rule. The marker `no_cover` of pytest-cov does not help: in the processes
    that share the tests there are two measurements, and stopping one lets the other go on.
    """
    tracer = sys.gettrace()
    if item.get_closest_marker("untraced") is None or not item.config.pluginmanager.hasplugin("_cov"):
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
