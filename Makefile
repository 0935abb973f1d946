# For testing tools that build engines with `make EXE=PATH`, such as OpenBench; cargo does the work.
EXE ?= cb2026
all:
	cargo rustc --release --locked -p cb2026 --bin cb2026 -- --emit "link=$(EXE)"
.PHONY: all
