#!/bin/sh
# Fuzzes the CBOR coder with libFuzzer and AddressSanitizer for SECONDS (default 60), and fails on a finding.
#
#   Tests/Fuzz/fuzz-cbor.sh [SECONDS] [WORK FOLDER]
#
# The coder and the messages are compiled here and not by the package, since only code that is built for coverage
# guides the fuzzer. A finding is left in the work folder as crash-* and is printed.
set -eu

seconds=${1:-60}
work=${2:-$(mktemp -d)}
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$work/corpus" "$work/modules"
cd "$work/modules"

swift_flags="-O -wmo -parse-as-library -swift-version 6 -package-name balise -sanitize=fuzzer,address
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature InternalImportsByDefault"
module() {
    name=$1
    shift
    # shellcheck disable=SC2086
    swiftc $swift_flags -emit-module -emit-module-path "$name.swiftmodule" -module-name "$name" \
        -c -o "$name.o" -I . "$@"
}
module CBOR $(find "$root/Shared/CBOR" -name '*.swift')
module Models $(find "$root/Shared/Models" -name '*.swift')
module FuzzCBOR "$root"/Tests/Fuzz/*.swift "$root"/Tests/CBOR/CBORItem.swift
swiftc -sanitize=fuzzer,address -o "$work/fuzz-cbor" CBOR.o Models.o FuzzCBOR.o

# No input is longer than 4 KiB, so nothing that the coder asks for may come near 4 MiB at once.
cd "$work"
FUZZ_SEEDS="$work/corpus" ASAN_OPTIONS=detect_leaks=1 exec ./fuzz-cbor "$work/corpus" \
    -max_total_time="$seconds" -max_len=4096 -malloc_limit_mb=4 -rss_limit_mb=1024 -timeout=10 -print_final_stats=1 \
    -artifact_prefix="$work/"
