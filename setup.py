"""Compiles the rules engine to C where `DAIFU_COMPILE` has a level of optimisation; otherwise nothing is compiled.

The Makefile compiles at level 1. More takes two to three times as long, and the engine gets no faster. Compiling takes
mypyc (of `requirements-compile.lock`), a C compiler and Python's headers.
"""

import os
import sysconfig
from pathlib import Path

from setuptools import Extension, find_namespace_packages, setup
from setuptools.command.build_ext import build_ext

# The packages inside `daifu`. Their folders stand beside it; links in `daifu/` are for tools that follow no mapping.
INSIDE = ("api", "data", "replay", "schemas")
ENGINE = Path("daifu/replay")
BUILD = "build"
MYPY_CACHE = f"{BUILD}/mypyc_cache"
# Modules that only declare things, which are read once. Compiled, they would be a twelfth of the code.
DECLARATIONS = ("__init__.py", "catalogue.py", "options.py", "profile.py", "titles.py")
# Modules of the analysis that hand its work to others, the words of refusals, and the sheets of houses. All is as
# fast without them, and the build 5 % shorter.
RARELY_RUN = (
    "conflicts.py",
    "deals.py",
    "luck.py",
    "sheet.py",
    "text.py",
)
# What is computed from counters when statistics are read, and the search for rules that explain a record: it spends
# its time in replays.
NOT_COMPILED = ("explanation", "figures")
# What is compiled into the library of the games. The other one then takes as long.
WITH_GAMES = ("games", "legal.py")
# Without the checks that -Wall asks of gcc, the build takes half of the time. No person writes this C.
NO_WARNINGS = "-Wno-all"
# Functions of the engine call each other directly and not through tables of the loader: the code is an eighth smaller,
# and misses the processor's cache of instructions less often.
DIRECT_CALLS = ["-fvisibility=hidden", "-fno-plt"]
# Python multiplies long integers digit by digit and runs the handlers of signals in between, which may raise, as that
# of Ctrl-C does. mypyc's runtime takes that for a failed allocation and ends the process.
RUNTIME = "int_ops.c"
MULTIPLY = "    PyObject *result = PyNumber_Multiply(left_obj, right_obj);\n    if (result == NULL) {\n"
ABORT = "        CPyError_OutOfMemory();\n"
RAISE = "        Py_DECREF(left_obj);\n        Py_DECREF(right_obj);\n        return CPY_INT_TAG;\n"


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

    let_products_raise()
    modules = [
        path
        for path in sorted(ENGINE.rglob("*.py"))
        if path.name not in (*DECLARATIONS, *RARELY_RUN) and path.parts[2] not in NOT_COMPILED
    ]
    games = [str(path) for path in modules if path.parts[2] in WITH_GAMES]
    core = [str(path) for path in modules if path.parts[2] not in WITH_GAMES]
    extensions: list[Extension] = mypycify(
        [f"--cache-dir={MYPY_CACHE}", *core, *games],
        opt_level=optimisation,
        debug_level="0",
        target_dir=BUILD,
        separate=[(core, "daifu_core"), (games, "daifu_games")],
    )
    for extension in extensions:
        extension.include_dirs.insert(0, BUILD)
        extension.extra_compile_args = [*extension.extra_compile_args, NO_WARNINGS, *DIRECT_CALLS]
    return sorted(extensions, key=lambda extension: not extension.name.endswith("__mypyc"))


def let_products_raise() -> None:
    """Compile products of integers as mypyc compiles quotients: what a signal's handler raises in between is raised.

    The changed file of mypyc's runtime is in the folder of the build, which is the first to be looked at.
    """
    from mypyc.build import include_dir  # noqa: PLC0415 - only a compiling build needs it
    from mypyc.ir.ops import ERR_MAGIC  # noqa: PLC0415
    from mypyc.ir.rtypes import int_rprimitive  # noqa: PLC0415
    from mypyc.primitives.registry import binary_op  # noqa: PLC0415

    runtime = Path(include_dir(), RUNTIME).read_text(encoding="utf-8")
    if runtime.count(MULTIPLY + ABORT) != 1:
        message = (
            f"mypyc's {RUNTIME} has changed: look at what CPyTagged_Multiply_ does when a handler of a signal raises"
        )
        raise RuntimeError(message)
    Path(BUILD).mkdir(exist_ok=True)
    Path(BUILD, RUNTIME).write_text(runtime.replace(MULTIPLY + ABORT, MULTIPLY + RAISE), encoding="utf-8")
    for operator in ("*", "*="):
        binary_op(
            name=operator,
            arg_types=[int_rprimitive, int_rprimitive],
            return_type=int_rprimitive,
            error_kind=ERR_MAGIC,
            c_function_name="CPyTagged_Multiply",
            priority=2,
        )


class BuildExtensions(build_ext):
    """Builds extension modules after the header that all of them read."""

    def build_extensions(self) -> None:
        """Compile Python.h, then the modules.

        gcc reads the compiled header from the first folder that has it. The files that load each module contain little
        else, and take a third of the time with it. Other compilers do not look for it.
        """
        source = str(Path(sysconfig.get_path("include"), "Python.h"))
        options = [*self.extensions[0].extra_compile_args, "-x", "c-header"]
        self.spawn([*self.compiler.compiler_so, *options, source, "-o", f"{BUILD}/Python.h.gch"])
        self.compiler.include_dirs.insert(0, BUILD)
        super().build_extensions()


setup(
    packages=["daifu", *(f"daifu.{name}" for name in find_namespace_packages(include=[f"{one}*" for one in INSIDE]))],
    package_dir={"daifu": "daifu", **{f"daifu.{name}": name for name in INSIDE}},
    cmdclass={"build_ext": BuildExtensions},
    ext_modules=compiled_engine(),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
