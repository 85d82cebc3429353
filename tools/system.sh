#!/bin/sh
# What the tests need of the system and pip cannot bring: a PostgreSQL server, Chromium, and npm (with node) for axe-core,
# TypeScript and ESLint; and the C compiler of ./dev native.
#   tools/system.sh [postgresql] [chromium] [npm] [gcc]     installs what is missing, where it can: on Debian and its kin,
#                                                           as root
# Without a name: all of them. What cannot be had is said; the tests that need it fail where CI=true, and else
# are skipped.
set -u

[ $# -gt 0 ] || set -- postgresql chromium npm gcc

there() {
    case $1 in
        postgresql) ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null 2>&1 ;;
        chromium | npm) command -v "$1" > /dev/null 2>&1 ;;
        gcc) command -v gcc > /dev/null 2>&1 && [ -f /usr/include/stdio.h ] ;;
        *) echo "tools/system.sh: $1 is not known; known are postgresql, chromium, npm and gcc" >&2; exit 2 ;;
    esac
}

missing=""
for name in "$@"; do
    there "$name" || missing="$missing $name"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null 2>&1; then
    echo "Missing:$missing. As root on Debian: tools/system.sh$missing" >&2
    exit 0
fi
case $missing in *gcc*) missing="$missing libc6-dev python3-dev" ;; esac
echo "== apt-get install$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends $missing > /dev/null 2>&1 ||
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing > /dev/null; } ||
    echo "apt-get could not install:$missing" >&2
