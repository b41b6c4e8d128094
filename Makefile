# make demo   open the inbox on a sample ledger     make test   run every test
# make check  what CI runs                          make bench  print the speed ratios
PYTHON ?= python3
BIN = .venv/bin

.PHONY: demo test check bench clean
.DELETE_ON_ERROR:

.venv/run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/test: .venv/run
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

.venv/check: .venv/test
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,check]'
	touch $@

.venv/bench: .venv/test
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	touch $@

demo: .venv/run
	$(BIN)/sayso demo

test: .venv/test
	$(BIN)/python -m pytest --numprocesses auto

check: .venv/check
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(MAKE) test

bench: .venv/bench
	$(BIN)/python -m bench

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
