# Every target makes the virtual environment it needs; stamp files make repeated calls fast.
PYTHON ?= python3
VENV ?= .venv
PEERS ?= .venv-peers
# An index with builds of PyTorch for the processor alone; the usual ones take gigabytes more.
TORCH_INDEX ?=
BIN := $(VENV)/bin
FUZZ_SECONDS ?= 600
FUZZ_SEED ?= 0
MUTANT_PROGRAMS ?= 60
MUTANT_EVERY ?= 1
DEMO ?=
MODEL ?= test/models/jax_mha.mlir

.PHONY: all venv demo test check unit lit test-all browser test-peers bench bench-engines bench-native fuzz mutants docs format clean

all: test

$(VENV)/.stamp: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	touch $@

$(PEERS)/.stamp: pyproject.toml test/peers/requirements.txt
	test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	$(if $(TORCH_INDEX),$(PEERS)/bin/python -m pip install -q --index-url $(TORCH_INDEX) 'torch==2.13.*')
	$(PEERS)/bin/python -m pip install -q --disable-pip-version-check -e '.[dev]' -r test/peers/requirements.txt
	$(PEERS)/bin/python -m pip install -q --disable-pip-version-check --no-deps -r test/peers/requirements-no-deps.txt
	touch $@

venv: $(VENV)/.stamp

# The demonstration needs the package alone, none of the tools for developers; machine code needs llvmlite.
$(VENV)/.stamp-demo: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	test -e $(VENV)/.stamp || $(BIN)/python -m pip install -q --disable-pip-version-check -e '.[native]' || \
		$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	touch $@

demo: $(VENV)/.stamp-demo  ## what is found in a real model, on two screens; DEMO=--full for all of it
	@$(BIN)/python benchmarks/demo.py $(DEMO) $(MODEL)

check: $(VENV)/.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright

lit: $(VENV)/.stamp
	$(BIN)/lit -sv --order=smart test

test: $(VENV)/.stamp  ## types, lit tests inside this process, unit tests: the edit loop
	$(MAKE) --no-print-directory -j2 check unit

unit: $(VENV)/.stamp
	$(BIN)/python -m pytest -q -n auto -m 'not slow' test/unit

test-all: $(VENV)/.stamp  ## the rest: lit by its commands, slow unit tests, whole programs, mutants, the prover's questions
	$(BIN)/lit -sv --order=smart test
	$(BIN)/python -m pytest -q -n auto -m slow test/unit
	$(BIN)/python -m pytest -q -n auto test/programs test/mutants test/conformance

browser:  ## reports are tested in a browser
	@command -v chromium || command -v chromium-browser || command -v google-chrome || \
		{ apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium; } || \
		{ echo "install Chromium: reports are tested in it" >&2; exit 1; }

test-peers: $(PEERS)/.stamp browser  ## against jaxlib's StableHLO, JAX, upstream MLIR, xdsl-jax, TVM; reports in a browser
	$(PEERS)/bin/python -m pytest -q -n auto test/peers

bench: $(VENV)/.stamp  ## the optimizer, reading and printing, Relax, Relay, the prover on large systems, then bench-engines, bench-native
	$(BIN)/python benchmarks/report.py
	$(BIN)/python benchmarks/lowering.py
	$(BIN)/python benchmarks/reader.py
	$(BIN)/python benchmarks/relax.py
	$(BIN)/python benchmarks/relay.py
	$(BIN)/python benchmarks/prover_scale.py
	$(BIN)/python benchmarks/kernels.py --write
	$(BIN)/python benchmarks/memory_plans.py --write
	$(BIN)/python benchmarks/residuals.py --write
	$(BIN)/python benchmarks/native_functions.py --write
	$(MAKE) bench-engines
	$(MAKE) bench-native

bench-native: $(PEERS)/.stamp  ## machine code beside numpy and XLA: the tables of docs/native.md
	OPENBLAS_NUM_THREADS=1 $(PEERS)/bin/python benchmarks/native.py --write

bench-engines: $(PEERS)/.stamp  ## programs on IREE and XLA: the table of docs/engines.md
	$(PEERS)/bin/python benchmarks/engines.py --write
	$(PEERS)/bin/python benchmarks/jit_streams.py --write

fuzz: $(VENV)/.stamp  ## broken input, then random programs through every pass and as machine code
	DISC_SHAPE_FUZZ_EXAMPLES=2000 $(BIN)/python -m pytest -q test/programs/test_broken_programs.py
	$(BIN)/python test/fuzz/run.py --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED)
	$(BIN)/python test/fuzz/engines.py --engine native --checked --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED)

mutants: $(VENV)/.stamp  ## rewrites, lowerings and relations, each changed in turn: do tests notice?
	$(BIN)/python test/mutants/rewrites.py --programs $(MUTANT_PROGRAMS) --every $(MUTANT_EVERY)
	$(BIN)/python test/mutants/relations.py --every $(MUTANT_EVERY)

docs: $(VENV)/.stamp
	$(BIN)/python docs/generate.py

format: $(VENV)/.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf build dist *.egg-info .pytest_cache .ruff_cache .hypothesis
