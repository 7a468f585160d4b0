# Sourced by the other scripts, with the repository as working directory. Puts the pinned Deno on the PATH.

# Behind a company's proxy, certificates are signed by an authority that only the system knows.
export DENO_TLS_CA_STORE="${DENO_TLS_CA_STORE:-system,mozilla}"
for bundle in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem; do
  # Node.js and npm look nowhere else by themselves.
  if [ -z "${NODE_EXTRA_CA_CERTS:-}" ] && [ -r "$bundle" ]; then export NODE_EXTRA_CA_CERTS="$bundle"; fi
done
export DENO_NO_UPDATE_CHECK=1

fail() {
  echo "$*" >&2
  exit 1
}

is_wanted_deno() {
  [ "$("$1" --version 2>/dev/null | head -n 1 | cut -d ' ' -f 2)" = "$wanted_deno" ]
}

use_deno() {
  wanted_deno=$(cat .deno-version)
  if is_wanted_deno deno; then return; fi
  package="$PWD/.tools/deno-$wanted_deno/node_modules/deno"
  if ! is_wanted_deno "$package/deno"; then
    if ! command -v npm >/dev/null || ! command -v node >/dev/null; then
      fail "newpi is built with Deno $wanted_deno. Install Node.js with npm, which can fetch it, or that Deno itself."
    fi
    echo "Installing Deno $wanted_deno through npm into .tools" >&2
    npm install --prefix ".tools/deno-$wanted_deno" --no-save --no-audit --no-fund --no-update-notifier \
      --loglevel=error "deno@$wanted_deno" >&2
    # Unpacks the program if npm was told to run no install scripts.
    node "$package/bin.cjs" --version >/dev/null
    is_wanted_deno "$package/deno" || fail "The Deno $wanted_deno that npm installed does not start."
  fi
  PATH="$package:$PATH"
  export PATH
}

use_packages() {
  deno install --quiet --frozen
}

# Sets NEWPI_CHROMIUM, the browser of the tests.
use_chromium() {
  find_chromium && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium through apt-get" >&2
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk >&2
    find_chromium && return
  fi
  fail "The browser tests need Chromium, Chrome or Edge. Install one, or set NEWPI_CHROMIUM to its program."
}

find_chromium() {
  for candidate in "${NEWPI_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
    microsoft-edge \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
    "/Applications/Chromium.app/Contents/MacOS/Chromium" \
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"; do
    if NEWPI_CHROMIUM=$(command -v "$candidate"); then
      export NEWPI_CHROMIUM
      return 0
    fi
  done
  return 1
}
