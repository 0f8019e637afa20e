# What a person types. `make play` and `make test` work from a fresh clone with Python 3.11 alone.
PYTHON ?= python3.11
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: play release test lint proofs locks pins clean

$(VENV)/.floor: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.floor
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

play: $(VENV)/.floor
	$(BIN)/table-app play $(ARGS)

# What a maker does: the wheel out of the last commit, built twice and equal, with the signed manifest of
# itself and of what it runs on inside. In dist/: the wheel; `wheels`, what it needs, by the lock's hashes;
# `table`, an environment of these and nothing else. A demo's key is made where there is none; a maker's
# lies elsewhere: make release RELEASE_KEY=/media/key/release_key
RELEASE_KEY ?= release_key
SOURCE := dist/source
TABLE := dist/table/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INTO_TABLE := $(PIP) --python $(TABLE)/python install --no-index --find-links dist/wheels
WHEEL_TO = cd $(SOURCE) && SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) \
	$(abspath $(BIN))/python -m hatchling build -t wheel -d

release: $(VENV)/.floor
	rm -rf dist && mkdir -p $(SOURCE)
	git archive HEAD | tar -x -C $(SOURCE)
	$(PIP) download --require-hashes -r $(SOURCE)/requirements.lock -d dist/wheels
	$(PYTHON) -m venv --without-pip dist/table
	$(WHEEL_TO) ../unsigned
	$(INTO_TABLE) dist/unsigned/*.whl
	test -e $(RELEASE_KEY) || $(TABLE)/table-app release key --out $(RELEASE_KEY)
	$(TABLE)/table-app release sign --key $(RELEASE_KEY) --out $(SOURCE)/table_app/release.manifest
	$(WHEEL_TO) ..
	$(WHEEL_TO) ../again
	cd dist && sha256sum *.whl again/*.whl && cmp *.whl again/*.whl
	$(INTO_TABLE) --no-deps --force-reinstall dist/*.whl
	$(TABLE)/table-app verify-software --key $(RELEASE_KEY).pub
	rm -rf $(SOURCE) dist/unsigned dist/again

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	$(BIN)/python -m pytest -m "not proof" -n 2 --dist worksteal

proofs: $(VENV)/.dev
	$(BIN)/python -m pytest -m proof

pins: $(VENV)/.dev
	$(BIN)/python -m tests.core.law_pins

locks:
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --strip-extras --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	  --no-annotate --no-header --all-build-deps --output-file requirements.lock pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	  --no-annotate --no-header --all-build-deps --extra dev --output-file requirements-dev.lock pyproject.toml
