#!/bin/sh
# Builds dist/newpi if it is missing or older than what it is made of.
set -eu
cd "$(dirname "$0")/.."

is_fresh() {
  [ -x dist/newpi ] || return 1
  newer=$(find main.ts deno.json deno.lock LICENSE cmd internal migrations plugins scripts web \
    \( -path web/dist -o -name node_modules -o -name '*_test.ts' \) -prune -o -newer dist/newpi -print | head -n 1)
  [ -z "$newer" ]
}

if ! is_fresh; then
  . scripts/bootstrap.sh
  use_deno
  use_packages
  echo "Building newpi" >&2
  deno run -A scripts/build.ts
fi
