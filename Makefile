# One command each: run, demo, test, coverage, soak, docs, man, bench, compile, wheel. Each installs what it needs, and again when a lock file changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Takes seconds where pip takes most of a minute.
UV_INSTALL := VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet
UV := uv==0.13.9
# For every Python and system at once: what one of them alone needs has a marker.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make lock'
# The extras that `make run` installs.
SERVICE := service draws tables plots sheets pdf play
# The oldest and the newest Python on which everything is tested.
PYTHONS ?= 3.11 3.14
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count())')
# Tests wait a quarter of their time: for services, pages and clocks. Meanwhile others run.
TEST_WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) * 3 // 2)')
# Where tests have their files: in memory, if there are four gigabytes and programs may be run from there. The tests make and
# remove some ten thousand files and folders, for each of which a disk can take milliseconds.
FIND_MEMORY := import os; at = os.statvfs("/dev/shm"); \
	print("/dev/shm" if at.f_bavail * at.f_frsize >= 4 << 30 and not at.f_flag & os.ST_NOEXEC else "")
TEST_FILES ?= $(or $(shell $(PYTHON) -c '$(FIND_MEMORY)' 2>/dev/null),$(or $(TMPDIR),/tmp))
COVERAGE_FLOOR := 95
PACKAGES := api daifu data replay schemas
ENGINE := $(shell find replay -name '*.py')
NO_BROWSER := the tests of pages in a browser are skipped: they need Debian's package chromium
NO_PROXIES := the tests of proxies are skipped: they need Debian's packages nginx-light and caddy
NO_OFFICE := the tests in LibreOffice are skipped: they need Debian's package libreoffice-calc-nogui
FASTER_NEXT_TIME := daifu runs on the plain engine. The compiled one is being built (var/compile.log); the next \`make run\` is faster. \
	通常版エンジンで動きます。コンパイル版を作成中です（var/compile.log）。次回の\`make run\`からは速くなります。
ONE_BY_ONE := --dist=load --maxschedchunk=1
COMPILED := build/compiled
COMPILED_FIRST := PYTHONPATH=$(COMPILED):.
# A file that puts the compiled engine on the path of this environment.
PATH_FILE := daifu-compiled.pth
SITE_PACKAGES = $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

# Tests start hundreds of processes. Without files of bytecode, each of them would compile the program anew.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: run demo test test-pythons check-types all-tests browser proxies office coverage soak docs man site bench compile plain wheel lock clean

# Runs the service on the default store, daifu.db, which begins empty; `make demo` on one of its own with the sample games.
# LAN=1 lets the phones of the room open it. Any setting can be given as a variable.
# It starts at once. Where a C compiler is, the compiled engine is built meanwhile and runs from the next `make run` on; so it is
# again when its sources have changed: until it is built, the plain engine runs. After `make plain` that one stays.
run demo: export DAIFU_LOG ?= var/daifu.log
run demo: export DAIFU_HOST ?= $(if $(LAN),0.0.0.0)
demo: export DAIFU_DB ?= demo.db
demo: export DAIFU_SAMPLES ?= yes
run demo: $(VENV)/.runtime
	mkdir -p var
	@if [ -e $(VENV)/.plain ]; then :; \
	elif $(MAKE) --no-print-directory --question $(COMPILED)/.done; then $(MAKE) --no-print-directory compile; \
	elif rm -f "$(SITE_PACKAGES)/$(PATH_FILE)" && command -v $(CC) >/dev/null; then \
		echo "$(FASTER_NEXT_TIME)"; nice -n 19 $(MAKE) --no-print-directory $(COMPILED)/.done >var/compile.log 2>&1 & \
	fi
	$(BIN)/daifu serve

# All tests on the oldest and on the newest Python, each in an environment of its own, which uv brings.
test-pythons: $(VENV)/.dev
	for python in $(PYTHONS); do \
		$(BIN)/uv python find --quiet --system $$python || $(BIN)/uv python install --quiet $$python && \
		$(MAKE) --no-print-directory all-tests VENV=build/python-$$python \
			PYTHON="$$($(BIN)/uv python find --system $$python)" || exit 1; \
	done

# Types are checked beside the tests, which often wait for a service or for the disk.
test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory --jobs=2 check-types all-tests

check-types: $(VENV)/.dev
	$(BIN)/lint-imports
	$(BIN)/mypy

# What tests leave behind is kept only where one has failed. PostgreSQL, which runs by another user, has its files there, too.
all-tests: $(VENV)/.dev browser
	folder=$$(mktemp -d $(TEST_FILES)/daifu-tests.XXXXXX) && chmod 755 $$folder && \
		TMPDIR=$$folder $(BIN)/pytest --numprocesses=$(TEST_WORKERS) && rm -rf $$folder

# Pages are tested in Chromium. Debian's package is installed where that is allowed; elsewhere these tests are skipped.
browser:
	@if command -v chromium chromium-browser google-chrome >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get install --quiet --quiet --yes --no-install-recommends chromium || echo "$(NO_BROWSER)"; \
	else echo "$(NO_BROWSER)"; fi

# The files of deploy/ are tested with the real nginx and Caddy, which are installed where that is allowed.
proxies:
	@if command -v nginx >/dev/null && command -v caddy >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get install --quiet --quiet --yes --no-install-recommends nginx-light caddy || echo "$(NO_PROXIES)"; \
	else echo "$(NO_PROXIES)"; fi

# Tables are opened in LibreOffice, which is installed where that is allowed.
office:
	@if command -v soffice >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get install --quiet --quiet --yes --no-install-recommends libreoffice-calc-nogui || echo "$(NO_OFFICE)"; \
	else echo "$(NO_OFFICE)"; fi

# The branch coverage of each package, and whether that of the engine is enough. Processes that tests start, properties
# and tests that play many games do not count.
coverage: $(VENV)/.dev
	$(BIN)/pytest --numprocesses=$(WORKERS) --quiet $(PACKAGES:%=--cov=%) --cov-report=
	@for package in $(PACKAGES); do \
		printf '%-8s %s %%\n' $$package "$$($(BIN)/coverage report --include="$$package/*" --format=total)"; \
	done
	@$(BIN)/coverage report --include="replay/*" --format=total --fail-under=$(COVERAGE_FLOOR) >/dev/null

# Long runs, shared out one by one, a table of how often intervals hold the truth, a table of how many proofs of the
# compiled engine agree with a plain search, and the tests of the engine on its compiled form. The tests of the caches
# change constants, which the compiled form does not allow.
soak: $(VENV)/.dev $(COMPILED)/.done proxies office
	$(BIN)/pytest --numprocesses=$(WORKERS) $(ONE_BY_ONE) -m soak --hypothesis-profile=soak
	$(BIN)/python -m tests.support.interval_coverage
	$(COMPILED_FIRST) $(BIN)/python -P -m tests.support.proof_soundness
	$(COMPILED_FIRST) $(BIN)/python -P -m pytest --numprocesses=$(WORKERS) -o pythonpath="$(COMPILED) ." \
		tests/analysis tests/games tests/engine tests/properties --ignore=tests/engine/test_caches.py
	$(MAKE) --no-print-directory test-pythons

# Writes everything that is generated: the pages of rules, settings, problems and tournaments, openapi.yaml, and what
# the commands in examples print.
docs: $(VENV)/.dev
	$(BIN)/python -m daifu.data.rulebooks.pages docs/rules
	$(BIN)/python -m daifu.api.reference.pages .
	$(BIN)/python -m tests.support.examples
	$(BIN)/python -m tests.docs.test_examples

# The manual pages of the command line in both languages: `man -M build/man daifu-check`.
man: $(VENV)/.dev
	$(BIN)/python -m daifu.api.reference.man build/man

# The pages of docs/ as a site in both languages, in build/site. A link that leads nowhere, or to no heading, ends it.
site: $(VENV)/.site
	rm -rf build/pages
	mkdir -p build
	cp -R docs build/pages
	cp openapi.yaml build/pages/
	for page in README.md:index README.ja.md:index.ja CONTRIBUTING.md:contributing CHANGELOG.md:changelog; do \
		cp $${page%:*} build/pages/$${page#*:}.md; \
	done
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs --quiet build --strict --config-file site/mkdocs.yml --site-dir $(CURDIR)/build/site

# Measures both builds of the engine, and the service with both. Without a C compiler only the plain build is measured.
bench: $(VENV)/.bench
	-$(MAKE) $(COMPILED)/.done
	PYTHONPATH=. $(BIN)/python -P -m bench

# Builds the engine in C, which then runs in `daifu`, in the service and in all else of this environment except what has
# the project itself first on its path, such as the tests. `make plain` goes back to the plain engine.
compile: $(COMPILED)/.done
	echo '$(CURDIR)/$(COMPILED)' > "$(SITE_PACKAGES)/$(PATH_FILE)"
	rm -f $(VENV)/.plain

plain: $(VENV)/.runtime
	rm -f "$(SITE_PACKAGES)/$(PATH_FILE)"
	touch $(VENV)/.plain

# The modules stand beside what was built from them, by which daifu sees whether they have changed.
$(COMPILED)/.done: setup.py $(ENGINE) | $(VENV)/.compile
	rm -rf build/unfinished
	mkdir -p build/unfinished
	touch build/unfinished/.done
	mkdir build/unfinished/daifu
	cp -Rp replay build/unfinished/daifu/
	DAIFU_COMPILE=1 $(BIN)/python setup.py --quiet build_ext --build-lib build/unfinished
	mv build/unfinished/daifu build/unfinished/daifu_compiled
	touch build/unfinished/daifu_compiled/__init__.py
	rm -rf $(COMPILED)
	mv build/unfinished $(COMPILED)

# A wheel with the compiled engine, for this version of Python on this platform. `pip wheel --no-deps .` builds a plain one,
# which needs no compiler and runs everywhere.
wheel: $(VENV)/.compile
	rm -rf build/lib* build/bdist*
	DAIFU_COMPILE=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
		--wheel-dir dist .

# pyproject.toml has ranges. The lock files have the versions that are installed here, with hashes; they are kept as long
# as they fit. For newer ones, delete the file or give --upgrade. What bench/ measures is locked for Python 3.11 alone.
lock: $(VENV)/.dev
	echo $(UV) | $(COMPILE) --output-file=requirements-uv.lock -
	$(COMPILE) $(SERVICE:%=--extra=%) --group=build --output-file=requirements.lock pyproject.toml
	$(COMPILE) --extra=all --group=build --group=compile --group=dev --constraint=requirements.lock \
		--output-file=requirements-dev.lock pyproject.toml
	$(COMPILE) $(SERVICE:%=--extra=%) --group=build --group=compile --constraint=requirements-dev.lock \
		--output-file=requirements-compile.lock pyproject.toml
	$(COMPILE) --group=site --constraint=requirements-dev.lock --output-file=requirements-site.lock
	$(filter-out --universal,$(COMPILE)) $(SERVICE:%=--extra=%) --group=build --group=bench --constraint=requirements-dev.lock \
		--output-file=requirements-bench.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist *.egg-info .coverage* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache \
		.schemathesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python: requirements-uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		found=$$($(PYTHON) --version 2>&1) || found="no $(PYTHON)"; \
		echo "daifu needs Python 3.11 or newer, and found $$found; try: make $(MAKECMDGOALS) PYTHON=python3.12"; \
		echo "daifuにはPython 3.11以降が必要ですが、見つかったのは「$$found」です。例：make $(MAKECMDGOALS) PYTHON=python3.12"; \
		exit 1; } >&2
	$(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) --require-hashes -r requirements-uv.lock
	touch $@

# Setuptools is in the lock file, so that the editable build downloads nothing.
$(VENV)/.runtime: requirements.lock pyproject.toml $(VENV)/.python
	$(UV_INSTALL) --require-hashes -r requirements.lock
	$(UV_INSTALL) --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.dev $(VENV)/.compile $(VENV)/.site $(VENV)/.bench: $(VENV)/.%: requirements-%.lock $(VENV)/.runtime
	$(UV_INSTALL) --require-hashes --no-build-isolation -r requirements-$*.lock
	touch $@
