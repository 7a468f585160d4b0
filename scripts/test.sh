#!/bin/sh
# Runs every check and every test, and ends with a line "N passed, N failed". The exit code says the same.
set -eu
cd "$(dirname "$0")/.."
. scripts/bootstrap.sh
use_deno
use_chromium
use_packages
exec deno run -A scripts/gate.ts
