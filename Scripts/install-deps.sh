#!/usr/bin/env bash
# Installs what the build needs and the system lacks: libpcap's headers.
set -euo pipefail

has_header() { printf '#include <pcap/pcap.h>\n' | cc -E - >/dev/null 2>&1; }

command -v swift >/dev/null || { echo 'seam needs a Swift 6.2 toolchain: https://swift.org/install' >&2; exit 1; }
has_header && exit 0
case "$(uname -s)" in
Darwin) exit 0 ;; # part of the SDK
esac
if ! command -v apt-get >/dev/null; then
    echo "seam needs libpcap's headers (Debian: libpcap-dev, Fedora: libpcap-devel, Arch: libpcap)" >&2
    exit 1
fi
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
echo 'installing libpcap-dev'
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq libpcap-dev
