# Everything here needs Go alone; what needs more says so and is left out, except in CI.

.PHONY: run test check bench screenshots fuzz peers

# Opens the program on its demo: no configuration, no network.
run:
	go run . demo

# The tests. CI runs this, then everything slower.
test:
	go test ./...

# What a change must pass besides the tests.
check:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "gofmt would change these files"; exit 1; }
	go vet ./...
	go tool staticcheck ./...

# The figures of the design, as ratios or counts within one run.
bench:
	go test -run '^$$' -bench . -benchtime 1x -timeout 20m ./toolkit/run ./toolkit/source/httptool ./forms ./views/... ./ui ./ui/cli

# Draws the pictures that README shows anew. `make test` fails when they are stale.
screenshots:
	go test ./screenshots -update

# A short turn of each fuzzer: a number of inputs, since one that is cut off by the
# clock now and then counts as failed.
fuzz:
	@for pkg in $$(grep -rl '^func Fuzz' --include=*_test.go . | xargs -n1 dirname | sort -u); do \
		for f in $$(grep -ho '^func Fuzz[A-Za-z0-9_]*' $$pkg/*_test.go | cut -c6- | sort -u); do \
			echo "$$pkg $$f"; go test $$pkg -run '^$$' -fuzz "^$$f\$$" -fuzztime 1500x -fuzzminimizetime 10x || exit 1; \
		done; \
	done

# Installs the real servers, agents and suites that the tests of toolkit/peers run against (needs npm).
peers:
	cd toolkit/peers && npm ci --no-audit --no-fund
	cd toolkit/peers/genkit && go mod download
