"""Compiles the rules engine to C where `DAIFU_COMPILE` has a level of optimisation; otherwise nothing is compiled.

The Makefile compiles at level 1. More takes two to three times as long, and the engine gets no faster. Compiling takes
mypyc (of the dev lock), a C compiler and Python's headers.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

ENGINE = Path("replay")
WITH_GAMES = ("games", "statistics")
# Modules that only declare things, which are read once. Compiled, they would be a twelfth of the code.
NOT_COMPILED = ("__init__.py", "catalogue.py", "options.py", "profile.py")
MYPY_CACHE = "build/mypy_cache"
# Without the checks that -Wall asks of gcc, the build takes half of the time. No person writes this C.
NO_WARNINGS = "-Wno-all"
# Functions of the engine call each other directly and not through tables of the loader: the code is an eighth smaller,
# and misses the processor's cache of instructions less often.
DIRECT_CALLS = ["-fvisibility=hidden", "-fno-plt"]


def compiled_engine() -> list[Extension]:
    """The extension modules of the engine, or none.

    They share two libraries of about equal size, which are compiled at the same time, before the small files that load
    each module. With a library for each module, the build would take twice as long, because each contains the runtime
    of mypyc.
    """
    optimisation = os.environ.get("DAIFU_COMPILE")
    if not optimisation:
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - only a compiling build needs it

    modules = [path for path in sorted(ENGINE.rglob("*.py")) if path.name not in NOT_COMPILED]
    games = [str(path) for path in modules if path.parts[1] in WITH_GAMES]
    core = [str(path) for path in modules if path.parts[1] not in WITH_GAMES]
    extensions: list[Extension] = mypycify(
        [f"--cache-dir={MYPY_CACHE}", *core, *games],
        opt_level=optimisation,
        debug_level="0",
        separate=[(core, "daifu_core"), (games, "daifu_games")],
    )
    for extension in extensions:
        extension.extra_compile_args += [NO_WARNINGS, *DIRECT_CALLS]
    return sorted(extensions, key=lambda extension: not extension.name.endswith("__mypyc"))


setup(ext_modules=compiled_engine(), options={"build_ext": {"parallel": os.cpu_count()}})
