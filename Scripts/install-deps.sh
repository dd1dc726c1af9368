#!/usr/bin/env bash
# Installs what the build needs and the system lacks: the headers of libpcap, zlib, libzstd, ncurses and OpenSSL; and programs
# that are named on the command line.
set -euo pipefail

# Debian's package for each header.
needs=(
    pcap/pcap.h:libpcap-dev zlib.h:zlib1g-dev zstd.h:libzstd-dev ncurses.h:libncurses-dev openssl/ssl.h:libssl-dev
)
has_header() { printf '#include <%s>\n' "$1" | cc -E - >/dev/null 2>&1; }

command -v swift >/dev/null || { echo 'seam needs a Swift 6.2 toolchain: https://swift.org/install' >&2; exit 1; }
missing=()
for need in "${needs[@]}"; do
    has_header "${need%%:*}" || missing+=("${need##*:}")
done
# Programs that the tests use, named on the command line.
for program in "$@"; do
    command -v "$program" >/dev/null || missing+=("$program")
done
[ "${#missing[@]}" -gt 0 ] || exit 0
case "$(uname -s)" in
Darwin) # libpcap and zlib are part of the SDK; Homebrew's libzstd and ncurses are found through pkg-config.
    pkg-config --exists libzstd 2>/dev/null || { echo 'seam needs libzstd: brew install zstd pkgconf' >&2; exit 1; }
    exit 0
    ;;
esac
if ! command -v apt-get >/dev/null; then
    echo 'seam needs the headers of libpcap, zlib, libzstd, ncurses and OpenSSL' >&2
    echo 'Debian: libpcap-dev zlib1g-dev libzstd-dev libncurses-dev libssl-dev; Fedora: libpcap-devel zlib-devel libzstd-devel ncurses-devel openssl-devel; Arch: libpcap zlib zstd ncurses openssl' >&2
    exit 1
fi
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
echo "installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq "${missing[@]}"
