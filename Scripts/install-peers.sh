#!/bin/sh
# Installs the servers that the tests of SeamConnection talk to, where missing and possible; without one its tests are
# left out, which they say themselves. None is started here: the tests start their own, on ports of their own.
set -eu

missing=
for need in rabbitmq-server:rabbitmq-server mosquitto:mosquitto redis-server:redis-server nginx:nginx-light \
    openssl:openssl tcpdump:tcpdump; do
    command -v "${need%%:*}" >/dev/null || [ -x "/usr/sbin/${need%%:*}" ] || missing="$missing ${need##*:}"
done
[ -n "$missing" ] || exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    # Packages start what they install unless they are told not to.
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod +x "$policy"
        trap 'rm -f "$policy"' EXIT
    fi
    # shellcheck disable=SC2086
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } \
        >/dev/null 2>&1 || true
fi
