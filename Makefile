# The one task runner. `make` alone lists what there is. Needs only make and Python 3.11 or newer.

.DEFAULT_GOAL := help
.PHONY: help setup play serve page test test-web check bench load slow studies fuzz docs pictures wheel clean

# The first interpreter that is new enough; `make PYTHON=/path/to/python` overrides.
PYTHON ?= $(shell for p in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DOCS_STAMP := $(VENV)/.installed-docs
WEB_STAMP := $(VENV)/.installed-web
GAME ?= medieval_merchant
MINUTES ?= 10

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(STAMP) ## make .venv and install the project with its tools (again only when pyproject.toml changes)

$(STAMP): pyproject.toml
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Lex Mercatoria needs Python 3.11 or newer, and '$(or $(PYTHON),python3)' is not that."; \
		echo "Install one, or name it: make $(or $(MAKECMDGOALS),setup) PYTHON=/path/to/python3"; exit 1; } >&2
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) || { \
		rm -rf $(VENV); \
		echo "Python could not make a virtual environment. On Debian and Ubuntu: apt install python3-venv"; exit 1; } >&2
	@echo "Installing into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' || { \
		echo "pip could not install the dependencies; its message stands above (no network?)"; exit 1; } >&2
	@touch $@

play: $(STAMP) ## play a game at the terminal (GAME=slug for another one)
	@$(BIN)/mercatoria play $(GAME)

serve: $(STAMP) ## the table in the browser, at http://localhost:8400 (HOST=0.0.0.0 for the whole network)
	@$(BIN)/mercatoria serve $(if $(HOST),--host $(HOST))

PAGE_FILES := $(wildcard mercatoria/page/npm/*)

page: $(STAMP) build/page/built/built.json ## a page with all games and an editor, without a server, in build/page/site (needs npm)
	@$(BIN)/mercatoria page build/page/site --built build/page/built --exercises docs/lessons/exercises

build/page/built/built.json: $(PAGE_FILES)
	@command -v npm >/dev/null || { echo "The editor of the page is built with npm, which is not here: apt install npm"; exit 1; } >&2
	@mkdir -p build/page && cp $(PAGE_FILES) build/page
	@cd build/page && npm ci --ignore-scripts --no-audit --no-fund --silent && npm run --silent build

test: $(STAMP) ## run the quick tests
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

test-web: $(WEB_STAMP) ## play in a real Chromium (apt install chromium), whole games too
	$(BIN)/python -m pytest tests/mercatoria/web -m "slow or not slow" -rs

$(WEB_STAMP): $(STAMP)
	@mkdir -p build/web && cd build/web && npm pack --silent axe-core >/dev/null 2>&1 && tar xzf axe-core-*.tgz && \
		mv package/axe.min.js . && rm -rf package axe-core-*.tgz || echo "axe-core could not be had from npm, so pages are not examined with it."
	@command -v chromium >/dev/null || echo "There is no Chromium here, so those tests are left out: apt install chromium"
	@touch $@

check: $(STAMP) ## lint and type-check
	$(BIN)/ruff check
	$(BIN)/mypy

bench: $(STAMP) ## measure speed, also beside other engines, which are installed into build/bench
	$(BIN)/python bench/run.py
	$(BIN)/python -m bench.race
	$(BIN)/python -m bench.keystrokes

load: $(STAMP) ## measure the table in the browser with 200 tables of four people each (two minutes; Linux)
	$(BIN)/python -m bench.load --thinking 4

SLOW := $(BIN)/python -m pytest -n 2 --dist worksteal -m slow
SLOW_GAMES := $(addprefix slow-games-,1 2 3 4 5 6 7 8)
.PHONY: slow-engines slow-players slow-web $(SLOW_GAMES)

slow: slow-engines slow-players slow-web $(SLOW_GAMES) ## run the slow tests: slow-engines, slow-players, slow-web, slow-games-1 to -8

slow-engines: $(STAMP)
	$(SLOW) tests --ignore tests/bench --ignore tests/games --ignore tests/mercatoria

slow-players: $(WEB_STAMP)
	$(SLOW) tests/bench tests/mercatoria --ignore tests/mercatoria/web

slow-web: $(WEB_STAMP)
	$(SLOW) tests/mercatoria/web

$(SLOW_GAMES): slow-games-%: $(STAMP)
	$(SLOW) tests/games --part $*/$(words $(SLOW_GAMES))

studies: $(STAMP) ## study the ten house rules of the docs, MINUTES for each game; goes on from the last time
	$(BIN)/python -m docs.studies.house_rules --minutes $(MINUTES)

fuzz: $(STAMP) ## compare the engines on random rulebooks, and try broken files and commands (MINUTES=60 for longer)
	@$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

docs: $(DOCS_STAMP) ## make the documentation as a site, in build/docs/html
	@$(BIN)/python -m docs.site.build

$(DOCS_STAMP): $(STAMP)
	@echo "Installing what the documentation needs ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]' || { \
		echo "pip could not install what the documentation needs; its message stands above (no network?)"; exit 1; } >&2
	@touch $@

pictures: $(STAMP) ## renew the pictures of the table in the docs (needs Chromium; two minutes)
	$(BIN)/python -m docs.site.pictures

wheel: $(STAMP) ## build the wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation

clean: ## remove everything that was generated, .venv too
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
