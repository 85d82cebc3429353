#!/bin/sh
# What the tests need of the system and pip cannot bring: a PostgreSQL server, Chromium, and npm (with node) for axe-core,
# TypeScript and ESLint.
#   tools/system.sh [postgresql] [chromium] [npm]   installs what is missing, where it can: on Debian and its kin, as root
# Without a name: all of them. What cannot be had is said; the tests that need it fail where CI=true, and else are skipped.
set -u

[ $# -gt 0 ] || set -- postgresql chromium npm

there() {
    case $1 in
        postgresql) ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null 2>&1 ;;
        chromium | npm) command -v "$1" > /dev/null 2>&1 ;;
        *) echo "tools/system.sh: $1 is not known; known are postgresql, chromium and npm" >&2; exit 2 ;;
    esac
}

missing=""
for name in "$@"; do
    there "$name" || missing="$missing $name"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null 2>&1; then
    echo "Missing for the tests:$missing. As root on Debian: tools/system.sh$missing" >&2
    exit 0
fi
echo "== apt-get install$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends $missing > /dev/null 2>&1 ||
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing > /dev/null; } ||
    echo "apt-get could not install:$missing" >&2
