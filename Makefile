# Everything runs in .venv, which the first target that needs it makes.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help install demo test lint types imports unit corpus cases autorest prism tokens kinds hostile real bench lock clean

help:  ## List the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort | expand -t 12

.venv/.installed: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing into .venv (once; about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --editable .
	@touch $@

.venv/.dev: .venv/.installed
	@echo "Installing what the tests need"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --group dev
	@touch $@

install: .venv/.installed  ## Install Isthmus into .venv

demo: .venv/.installed  ## Start a demo API, its MCP endpoint and the web pages on one port
	@$(BIN)/isthmus demo

test: lint types imports unit  ## Run all checks and tests (under five minutes)

lint: .venv/.dev  ## Check style and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: .venv/.dev  ## Check types
	@$(BIN)/mypy

imports: .venv/.dev  ## Check who may import whom
	@$(BIN)/lint-imports

unit: .venv/.dev  ## Run the tests, with coverage
	@$(BIN)/pytest -n 2 --dist loadfile -m "not corpus and not real and not browser and not hostile and not kinds" \
		--cov --cov-report=term:skip-covered

corpus: .venv/.dev  ## Import every real description beside the checkout, and plan its calls
	@$(BIN)/python -m tests.corpus

cases: .venv/.dev  ## Run the fault cases beside the checkout against the program
	@$(BIN)/python -m tests.cases

autorest: .venv/.dev  ## Let AutoRest's test server judge what goes over the wire (installs it with npm)
	@$(BIN)/python -m tests.judges.autorest

.venv-fastmcp/.installed: tests/judges/tokens/requirements.txt
	@test -x .venv-fastmcp/bin/python || $(PYTHON) -m venv .venv-fastmcp
	@echo "Installing FastMCP into .venv-fastmcp (once)"
	@.venv-fastmcp/bin/python -m pip install --quiet --disable-pip-version-check \
		-r tests/judges/tokens/requirements.txt
	@touch $@

prism: .venv/.dev  ## Let Prism judge the shape of every request of 21 descriptions (installs it with npm)
	@$(BIN)/python -m tests.judges.prism

tokens: .venv/.dev .venv-fastmcp/.installed  ## Count what a model reads beside FastMCP's, and check that no fact is lost
	@$(BIN)/python -m tests.judges.tokens

kinds: .venv/.dev  ## Try whole kinds of fault, from the description's text to the request
	@$(BIN)/pytest -n 2 --dist loadfile -m kinds tests/kinds

hostile: .venv/.dev  ## Hand hostile descriptions to the program, and hold it to 10 s and 512 MB
	@$(BIN)/pytest -n 2 -m hostile tests/hostile

real: .venv/.dev  ## Use a real API end to end (installs Kinto into .venv-real)
	@$(BIN)/pytest -m real tests/real

bench: .venv/.dev  ## Measure import and calls
	@$(BIN)/python -m tests.bench

lock: .venv/.dev  ## Write constraints.txt anew from what is installed
	@$(BIN)/python -m pip freeze --exclude-editable --disable-pip-version-check > constraints.txt

clean:  ## Remove the environment and all that was made
	rm -rf .venv .venv-real .venv-fastmcp .isthmus out .mypy_cache .ruff_cache .hypothesis .coverage
