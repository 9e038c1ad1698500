# One command each: run, test, bench, soak, docs. Each sets up what it needs, once per change of a lock file.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PIP_COMPILE := CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/pip-compile --quiet --allow-unsafe --strip-extras \
	--generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --build-deps-for=editable
WORKERS ?= auto
COVERAGE_FLOOR := 95
ENGINE := $(shell find replay -name '*.py')
COMPILED := build/compiled
COMPILED_FIRST := PYTHONPATH=$(COMPILED):.

.DELETE_ON_ERROR:
.PHONY: run test bench compile soak docs lock clean

# The service on a store of its own, which begins with the samples. Any setting may be given as a variable.
run: export DAIFU_DB ?= var/daifu.db
run: export DAIFU_LOG ?= var/daifu.log
run: export DAIFU_SAMPLES ?= yes
run: $(VENV)/.runtime
	mkdir -p var
	$(BIN)/daifu serve

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest --numprocesses=$(WORKERS) --cov --cov-report=term-missing:skip-covered
	$(BIN)/coverage report --include='replay/*' --fail-under=$(COVERAGE_FLOOR) --format=total

# The tests of the caches make them small, which a compiled constant does not allow.
soak: $(VENV)/.dev compile
	$(BIN)/pytest --numprocesses=$(WORKERS) -m soak --hypothesis-profile=soak
	$(COMPILED_FIRST) $(BIN)/python -P -m pytest --numprocesses=$(WORKERS) -o pythonpath="$(COMPILED) ." \
		tests/games tests/engine tests/properties --ignore=tests/engine/test_caches.py

# Everything that is made: the pages of rules, settings, problems and tournaments, the contract, what commands in
# examples print.
docs: $(VENV)/.dev
	$(BIN)/python -m data.rulebooks.pages docs/rules
	$(BIN)/python -m api.reference.pages .
	$(BIN)/python -m tests.support.examples

# Both engines are measured: the plain one, and the same modules in C where a compiler is at hand. The service is measured
# with the plain one, which is the one that it is installed with.
bench: $(VENV)/.bench
	$(BIN)/python -m bench
	@if $(MAKE) compile; then $(COMPILED_FIRST) $(BIN)/python -P -m bench --only engine; \
	else echo "the compiled engine is not measured: it needs a C compiler and Python's headers"; fi

compile: $(COMPILED)/.done

$(COMPILED)/.done: setup.py pyproject.toml $(ENGINE) $(VENV)/.dev
	rm -rf build
	DAIFU_COMPILE=1 $(PIP_INSTALL) --no-deps --no-build-isolation --target $(COMPILED) .
	touch $@

# The pins live in pyproject.toml; the locks add what those need in turn, with the hash of every file.
lock: $(VENV)/.dev
	$(PIP_COMPILE) --output-file=requirements.lock pyproject.toml
	$(PIP_COMPILE) --extra=dev --constraint=requirements.lock --output-file=requirements-dev.lock pyproject.toml
	$(PIP_COMPILE) --extra=bench --constraint=requirements-dev.lock --output-file=requirements-bench.lock pyproject.toml

clean:
	rm -rf $(VENV) build *.egg-info .coverage* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache \
		.schemathesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python:
	$(PYTHON) -m venv $(VENV)
	touch $@

# Setuptools is in the lock, so the editable build fetches nothing by itself.
$(VENV)/.runtime: requirements.lock pyproject.toml $(VENV)/.python
	$(PIP_INSTALL) --require-hashes -r requirements.lock
	$(PIP_INSTALL) --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	$(PIP_INSTALL) --require-hashes -r requirements-dev.lock
	touch $@

$(VENV)/.bench: requirements-bench.lock $(VENV)/.runtime
	$(PIP_INSTALL) --require-hashes --no-build-isolation -r requirements-bench.lock
	touch $@
