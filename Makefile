# What one types here. `make help` lists the targets with what they took on two processors when it was measured; a target
# installs what the machine lacks and says so.

# Where builds go, and whether they are debug or release builds. Both can be given on the command line:
#   make run CONFIGURATION=release SCRATCH=/var/tmp/balise
SCRATCH ?= .build
CONFIGURATION ?= debug
SWIFT ?= swift

# On macOS libzmq is Homebrew's and must be pointed at; on Linux it stands where the compiler looks.
ifeq ($(shell uname -s),Darwin)
ZEROMQ = $(shell brew --prefix zeromq 2>/dev/null)
LIBRARY_FLAGS = -Xcc -I$(ZEROMQ)/include -Xlinker -L$(ZEROMQ)/lib
C_FLAGS = -I$(ZEROMQ)/include -L$(ZEROMQ)/lib
endif

# Passwords are hashed by code in C, which takes several times as long when it is not optimised.
OPTIMISED_C = -Xcc -O2
C_COMPILER = $(shell command -v cc || command -v clang)
# CI sets it to `-debug-info-format none`, because nobody debugs there.
DEBUG_INFORMATION ?=
SWIFT_FLAGS = --scratch-path $(SCRATCH) $(LIBRARY_FLAGS) $(DEBUG_INFORMATION)
BUILD = $(SWIFT) build -c $(CONFIGURATION) $(if $(filter debug,$(CONFIGURATION)),$(OPTIMISED_C)) $(SWIFT_FLAGS)
BUILD_RELEASE = $(SWIFT) build -c release $(SWIFT_FLAGS)
LINT = $(SWIFT) format lint --strict --parallel --recursive
# So many tests at once keep two cores busy. With all of them at once, services that a test starts would not be heard in time.
TEST = $(SWIFT) test --parallel --experimental-maximum-parallelization-width 12 $(OPTIMISED_C) $(SWIFT_FLAGS)
# The acceptance suite waits more than it computes.
ACCEPTANCE_TEST = $(subst width 12,width 20,$(TEST))
# Clients/Swift compiles with warnings as errors for its developers, not for the apps that depend on it.
export BALISE_WARNINGS_AS_ERRORS = 1
# A program would take that for a setting, and warn.
START = env -u BALISE_WARNINGS_AS_ERRORS Services/run
# A test process has hundreds of threads and a large table of symbols: with them a crash takes minutes to tell its place.
export SWIFT_BACKTRACE ?= threads=crashed,symbolicate=fast,images=none
PROGRAMS = $(SCRATCH)/$(CONFIGURATION)
RELEASED = $(SCRATCH)/release
LIMITS = $(SCRATCH)/limits
# What is measured writes beside the build: a temporary folder in memory would flatter a store that waits for the disk.
MEASURE = TMPDIR=$(abspath $(SCRATCH))/measured $(RELEASED)/benchmarks $(RELEASED)/links $(LIMITS) Tests/Benchmarks/Load
# The sources outside tests, and the rest.
PRODUCT_SOURCES = Clients/CommandLine Clients/Swift/Sources Clients/Swift/Snippets Clients/Swift/Examples Shared Services
TEST_SOURCES = Package.swift Clients/Swift/Package.swift Clients/Swift/Tests Tests
# The SDK is a package of its own.
SDK = --package-path Clients/Swift --scratch-path $(abspath $(SCRATCH))/sdk
# The services, in the order in which Services/run starts them. Each is a name of `balise`, here and in the image: LINK makes a
# folder of these names beside the programs of a folder, with one further program.
SERVICES = identity auth-session location preferences push edge
LINK = mkdir -p $(1)/links && ln -sf ../balise ../$(2) $(1)/links/ && \
	for service in $(SERVICES); do ln -sf ../balise $(1)/links/$$service || exit 1; done

.DEFAULT_GOAL := help
.PHONY: help run run-services build test lint openapi upgrade-data format test-clients test-guides kill-test oracle-test fault-test endurance-test fuzz bench soak compose-test packages \
	clean docs sdk-repository sdk-check release release-changelog release-test

help: ## list the targets
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' \
		$(firstword $(MAKEFILE_LIST))

##@ Run

# Beside it run stand-ins for APNs and FCM, so that a push can be seen without an account at Apple or Google.
run: run-programs ## start Balise in one process on http://127.0.0.1:8080 (the first time after a build of 7 min)
	@$(START) $(PROGRAMS) balise

run-services: run-programs ## the same with each service in a process of its own
	@$(call LINK,$(PROGRAMS),stand-ins)
	@$(START) $(PROGRAMS)/links $(SERVICES)

.PHONY: run-programs
run-programs: packages
	@./.ci/build-programs $(PROGRAMS) balise stand-ins balise-cli -- $(BUILD)

build: packages ## build everything but the tests
	@$(BUILD)

clean: ## remove what was built
	@rm -rf $(SCRATCH)

##@ Test

# The acceptance suite measures times, so the tests of the modules do not run beside it.
test: export BALISE_TEST_PYTHON = $(abspath $(SCRATCH))/python-clients/bin/python3
ifndef ONLY
test: ## run the tests (12 min, and 15 min for a first build); ONLY=Push,Edge builds and runs those of these modules alone
	@$(MAKE) test-modules
	@$(MAKE) test-acceptance

.PHONY: test-modules test-acceptance
test-modules test-acceptance: export BALISE_TEST_PYTHON = $(abspath $(SCRATCH))/python-clients/bin/python3
test-modules: packages
	@./.ci/install-packages age clients curl imports postgresql
	@Tests/Interop/install-python $(SCRATCH) || echo 'The tests with moto are skipped.'
	@$(TEST) --skip EndToEndTests

test-acceptance:
	@$(ACCEPTANCE_TEST) --skip-build --filter EndToEndTests
else
# The manifest leaves out the tests of all other modules. Those of EndToEnd start programs, which are no part of them.
test: export BALISE_TESTS = $(ONLY)
test: packages
	@./.ci/install-packages curl imports postgresql $(if $(findstring Age,$(ONLY)),age)
	@$(if $(findstring ObjectStorage,$(ONLY)),./.ci/install-packages clients && Tests/Interop/install-python $(SCRATCH))
	@for product in $(if $(findstring EndToEnd,$(ONLY)),balise stand-ins $(SERVICES)) balisePackageTests; do \
		$(BUILD) --product $$product || exit 1; \
	done
	@$(TEST) --skip-build $(if $(FILTER),--filter $(FILTER))
endif

# Everything is looked at before it fails. Outside tests the formatter also looks for force unwraps and try!.
lint: ## check format, imports and the rules of the project (half a minute)
	@mkdir -p $(SCRATCH)
	@sed -E 's/"(NeverForceUnwrap|NeverUseForceTry)": false/"\1": true/' .swift-format > $(SCRATCH)/swift-format-strict.json
	@failed=0; \
	$(LINT) --configuration .swift-format $(TEST_SOURCES) || failed=1; \
	$(LINT) --configuration $(SCRATCH)/swift-format-strict.json $(PRODUCT_SOURCES) || failed=1; \
	./.ci/check-sources || failed=1; \
	./.ci/check-words || failed=1; \
	./.ci/check-articles || failed=1; \
	./.ci/check-apple-parts || failed=1; \
	./.ci/check-context || failed=1; \
	./.ci/install-packages openapi && ./.ci/make-openapi --check || failed=1; \
	./.ci/install-packages openapi prometheus && ./.ci/check-deploy || failed=1; \
	./.ci/check-places || failed=1; \
	./.ci/check-prose || failed=1; \
	./.ci/check-links || failed=1; \
	exit $$failed

# A test writes what the code says of the calls, before it compares.
openapi: packages ## make openapi.yaml and openapi-operators.yaml from the code and Services/Edge/OpenAPI/Document
	@./.ci/install-packages openapi
	@BALISE_WRITE_OPENAPI=1 $(MAKE) test ONLY=Edge FILTER=EdgeTests.FactsTests
	@./.ci/make-openapi

upgrade-data: packages ## store a data folder of this version for the tests of later ones; VERSION=0.2.0 names it
	@test -n "$(VERSION)" || { echo 'Say which version this is: make upgrade-data VERSION=0.2.0' >&2; exit 1; }
	@BALISE_UPGRADE_VERSION=$(VERSION) $(MAKE) test ONLY=EndToEnd FILTER=EndToEnd/Upgrades/records

format: ## format the sources in place
	@$(SWIFT) format format --in-place --parallel --recursive --configuration .swift-format $(PRODUCT_SOURCES) $(TEST_SOURCES)

test-clients: packages ## check wire formats and APIs with foreign implementations from PyPI, and a browser
	@./.ci/install-packages clients browser
	@$(BUILD) --product cbor-peer
	@$(BUILD) --product balise
	@Tests/Interop/run $(SCRATCH) $(PROGRAMS)

test-guides: run-programs ## run the commands of README.md and docs/how-to; PAGES=docs/how-to/passkeys.md runs those of this page
	@./.ci/install-packages age clients imports postgresql prometheus
	@BALISE_PROGRAM=$(abspath $(PROGRAMS))/balise ./.ci/guides $(PAGES)

kill-test: packages ## kill -9 the location service 50 times under load; nothing acknowledged may be lost
	@BALISE_KILL_ROUNDS=50 $(MAKE) test ONLY=EndToEnd FILTER=EndToEnd/Kill/

oracle-test: packages ## send 60 notifications to 3,000 people and compare each push, reason and count with an oracle
	@BALISE_ORACLE_PEOPLE=3000 $(MAKE) test ONLY=EndToEnd FILTER=EndToEnd/Oracle/

fault-test: packages ## kill replicas, their PostgreSQL and its primary under load, 200 times (9 min); nothing acknowledged may be lost
	@BALISE_FAULT_ROUNDS=200 $(MAKE) test ONLY=EndToEnd FILTER=EndToEnd/Faults/

# Root may mount a small file system, which can be filled.
endurance-test: packages ## ten minutes of mixed load, a kill every 5 s and a full disk, as root (14 min); nothing may be lost
	@mkdir -p $(SCRATCH)/small-disk
	@unshare --mount sh -c 'mount -t tmpfs -o size=512m balise-test $(abspath $(SCRATCH))/small-disk && \
		BALISE_ENDURANCE_MINUTES=10 BALISE_ENDURANCE_DISK=$(abspath $(SCRATCH))/small-disk \
		$(MAKE) test ONLY=EndToEnd FILTER=EndToEnd/Endurance/'

fuzz: ## feed the CBOR decoder random bytes (10 min)
	@Tests/Fuzz/fuzz-cbor.sh 600 $(abspath $(SCRATCH))/fuzz

compose-test: ## run the compose files for real: up, use, crash, restart, down (30 min with a first image)
	@Tests/Compose/compose-test
	@Tests/Compose/compose-single-test
	@Tests/Compose/compose-postgres-test

##@ Measure

bench: packages bench-programs ## measure against what the machine allows, as tables (20 min); PART=direct measures one part
	@$(MEASURE) $(if $(PART),--only $(PART))

soak: packages bench-programs ## keep the load up (10 min); memory must stay flat
	@$(MEASURE) --soak 600

##@ Release

docs: ## build the pages of the SDK's documentation in $(SCRATCH)/docs
	@BALISE_DOCS=1 $(SWIFT) package $(SDK) --allow-writing-to-directory $(abspath $(SCRATCH))/docs \
		generate-documentation --target Balise --target BaliseEcovelo --target BaliseTesting --target BaliseAPI --enable-experimental-combined-documentation \
		--transform-for-static-hosting --warnings-as-errors --output-path $(abspath $(SCRATCH))/docs

sdk-check: ## build a small app on the SDK as apps get it, with the newest and the oldest swift-crypto that it allows
	@SWIFT=$(SWIFT) ./.ci/check-sdk-package $(abspath $(SCRATCH))/sdk-check

sdk-repository: ## make a git repository of the SDK alone, or bring it up to date, in FOLDER
	@./.ci/make-sdk-repository "$(FOLDER)"

release: ## make the files of a release from the last commit in $(SCRATCH)/releases; VERSION=0.2.0 names it
	@SWIFT=$(SWIFT) SCRATCH=$(SCRATCH) ./.ci/make-release "$(VERSION)"

release-changelog: ## move the unreleased changes of CHANGELOG.md into the section of VERSION=0.2.0
	@./.ci/install-packages release
	@./.ci/release/changelog cut "$(VERSION)"

release-test: ## try the release VERSION=0.2.0 in an empty Debian, as root, and that a wrong one is refused (1 min)
	@Tests/Release/release-test "$(abspath $(SCRATCH))/releases/$(VERSION)"

packages:
	@./.ci/install-packages build

.PHONY: bench-programs
bench-programs:
	@./.ci/install-packages bench postgresql
	@for program in balise bare-handler benchmarks; do $(BUILD_RELEASE) --product $$program || exit 1; done
	@$(call LINK,$(RELEASED),bare-handler)
	@mkdir -p $(LIMITS) $(SCRATCH)/measured
	@$(C_COMPILER) -O2 -Wall -Werror -pthread -o $(LIMITS)/bus-limit Tests/Limits/bus-limit.c $(C_FLAGS) -lzmq
	@$(C_COMPILER) -O2 -Wall -Werror -o $(LIMITS)/storage-limit Tests/Limits/storage-limit.c -lsqlite3
