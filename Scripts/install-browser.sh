#!/bin/sh
# Installs Chromium and a font with Chinese characters where missing and possible; without them the browser tests are
# left out, which they say themselves.
set -eu

if command -v chromium >/dev/null || command -v google-chrome >/dev/null; then exit 0; fi
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    { apt-get update && apt-get install -y --no-install-recommends chromium fonts-wqy-microhei; } >/dev/null 2>&1 || true
fi
