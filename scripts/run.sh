#!/bin/sh
# Builds newpi if needed and starts it: its window or browser page, or with arguments any of its commands.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
sh "$root/scripts/build.sh"
exec "$root/dist/newpi" "$@"
