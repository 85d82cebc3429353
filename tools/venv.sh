# Sourced by play and dev: keeps .venv ready.

# venv_python: prints the first Python that is new enough.
venv_python() {
    for candidate in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return 0
        fi
    done
    echo "Tablero needs Python 3.11 or later, and found none (on Debian: apt install python3 python3-venv)." >&2
    return 1
}

# venv_now TOP play|dev: what an installation depends on: the checkout's place, what is to be installed, the Python.
venv_now() {
    echo "$1"
    cat "$1/pyproject.toml" "$1/tools/lock/$2.txt" | cksum
    "$1/.venv/bin/python" -V 2>&1
}

# venv_make TOP: an empty .venv, in place of a broken or moved one.
venv_make() {
    python=$(venv_python) || return 1
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        echo "$python cannot make a virtual environment: its package with venv and ensurepip is missing." >&2
        echo "On Debian or Ubuntu, as root: apt install $(basename "$python")-venv" >&2
        return 1
    fi
    "$python" -m venv --clear "$1/.venv"
}

# venv_pip TOP ARGUMENTS...: installs into .venv.
venv_pip() {
    into=$1/.venv/bin/python
    shift
    "$into" -m pip install -qq --disable-pip-version-check "$@"
}

# venv_ready TOP play|dev: installs the packages of the lock file, then the checkout at TOP, editable, unless that has
# been done and nothing has changed. An environment made for dev serves for playing too.
venv_ready() {
    venv=$1/.venv
    if [ -x "$venv/bin/python" ]; then
        for made in "$2" dev; do
            stamp=$venv/.ready-$made
            if [ -f "$stamp" ] && [ "$(venv_now "$1" "$made")" = "$(cat "$stamp")" ]; then
                return 0
            fi
        done
    fi
    case $2 in
        play) why="what playing needs" ;;
        *) why="what development needs" ;;
    esac
    echo "Tablero: installing $why in $venv (only now, and when tools/lock or pyproject.toml changes) ..." >&2
    moved=no
    for stamp in "$venv"/.ready-*; do
        if [ -f "$stamp" ] && [ "$(head -n 1 "$stamp")" != "$1" ]; then
            moved=yes
        fi
    done
    if [ "$moved" = yes ] || ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
        venv_make "$1" || return 1
    fi
    if ! venv_pip "$1" --require-hashes -r "$1/tools/lock/$2.txt" ||
        ! venv_pip "$1" --no-build-isolation --no-deps -e "$1"; then
        echo "The installation did not succeed; pip says why above. Run the same command again to retry." >&2
        return 1
    fi
    venv_now "$1" "$2" > "$venv/.ready-$2"
}
