# Gauss Elder: `make demo` opens the game in a browser, `make test` proves it; either sets up everything first.
SHELL := /bin/bash
.DEFAULT_GOAL := help

VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
ALL    := torch,demo,postgres,dev
# The stamp holds the extras that are installed: they are those of the next time, too, unless others are named. And it
# holds the sum of what they were installed by: another version may come with files that are older than the stamp. A
# stamp without a sum goes by the files' times.
HELD   := $(if $(wildcard $(STAMP)),$(shell cat $(STAMP)))
THERE  := $(if $(wildcard $(STAMP)),$(or $(filter-out sum=%,$(HELD)),$(ALL)))
SUM    := sum=$(shell cat pyproject.toml constraints.txt | cksum | tr ' ' -)
OTHER  := $(filter-out $(SUM),$(filter sum=%,$(HELD)))
EXTRAS ?= $(or $(THERE),$(ALL))
PIP    ?= $(BIN)/python -m pip
PIP_ARGS ?=
ARGS   ?=
KILLS  ?= 500
MINUTES ?= 30
comma  := ,
NEXT   := $(if $(findstring demo,$(EXTRAS)),make demo$(comma) )make play$(if $(findstring dev,$(EXTRAS)),$(comma) make test)

# The newest Python from 3.11 on that can make virtual environments.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	"$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$python"; break; }; done)

ifneq ($(EXTRAS)$(OTHER),$(THERE))
.PHONY: $(STAMP)
endif
.PHONY: help install demo play test check bench durability soak clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(STAMP): $(if $(filter sum=%,$(HELD)),,pyproject.toml constraints.txt)
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv is needed (Debian, Ubuntu: apt-get install python3 python3-venv)."; exit 2; }
	@echo "── 1/3  a virtual environment in $(VENV), with $$($(PYTHON) --version)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "── 2/3  libraries (a few hundred megabytes$(if $(findstring torch,$(EXTRAS)),$(comma) most of it torch); several minutes on a slow line)"
	@$(PIP) install --disable-pip-version-check -c constraints.txt $(PIP_ARGS) -e ".[$(EXTRAS)]"
	@echo "── 3/3  a look whether all is there"
	@$(BIN)/python -m bot doctor
	@printf '%s\n' "$(EXTRAS)" "$(SUM)" >$(STAMP)

install: $(STAMP) ## make .venv with all that demo and tests need (EXTRAS=postgres for what a server needs)
	@echo "Ready. Next: $(NEXT), or $(BIN)/gauss-elder doctor."

demo: $(STAMP) ## the real bot in your browser, no token (ARGS="--port 8765 --no-open")
	@$(BIN)/python -m bot demo $(ARGS)

play: $(STAMP) ## the game in this terminal (ARGS="wall --lang en")
	@$(BIN)/python -m bot play $(ARGS)

test: $(STAMP) ## every test that needs no server and no browser (ARGS="-n auto" on all cores, ARGS="-x tests/bank" a part)
	@$(BIN)/python -m pytest -m "not postgres and not browser" $(ARGS)

check: $(STAMP) ## ruff, mypy --strict, the import table
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/python -m pytest tests/test_architecture.py

bench: $(STAMP) ## measured against its peers, as a table
	@$(BIN)/python -m tests.bench --all $(ARGS)

durability: $(STAMP) ## the tests that kill it, then 500 kills on each database (KILLS=60 for fewer)
	@$(BIN)/python -m pytest -m durability $(ARGS)
	@$(BIN)/python -m tests.durability --kills $(KILLS)

soak: $(STAMP) ## one bot played on for MINUTES=30, its memory watched
	@$(BIN)/python -m tests.durability --soak $(MINUTES)

clean: ## take away the environment and all caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
