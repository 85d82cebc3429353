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

# venv_now TOP: what an installation depends on: the checkout's place, pyproject.toml, the Python.
venv_now() {
    echo "$1"
    cksum < "$1/pyproject.toml"
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

# venv_ready TOP play|dev: installs the checkout at TOP, editable, unless that has been done and nothing has changed.
# An environment made for dev serves for playing too.
venv_ready() {
    venv=$1/.venv
    if [ -x "$venv/bin/python" ]; then
        now=$(venv_now "$1")
        for stamp in "$venv/.ready-$2" "$venv/.ready-dev"; do
            if [ -f "$stamp" ] && [ "$now" = "$(cat "$stamp")" ]; then
                return 0
            fi
        done
    fi
    case $2 in
        play) what=$1; why="what playing needs" ;;
        *) what=$1[$2]; why="what development needs" ;;
    esac
    echo "Tablero: installing $why in $venv (only now, and when pyproject.toml changes) ..." >&2
    moved=no
    for stamp in "$venv"/.ready-*; do
        if [ -f "$stamp" ] && [ "$(head -n 1 "$stamp")" != "$1" ]; then
            moved=yes
        fi
    done
    if [ "$moved" = yes ] || ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
        venv_make "$1" || return 1
    fi
    if ! "$venv/bin/python" -m pip install -qq --disable-pip-version-check -e "$what"; then
        echo "The installation did not succeed; pip says why above. Run the same command again to retry." >&2
        return 1
    fi
    venv_now "$1" > "$venv/.ready-$2"
}
