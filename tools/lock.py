"""The lock files: every package that `./play` and `./dev` install, with its version and the hashes of its files.

    python tools/lock.py [--upgrade]    writes them again after a change of pyproject.toml, or with the newest versions

pip installs from them and takes nothing that is not named there (`tools/venv.sh`); `check` finds what pyproject.toml
asks for and they do not have.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = {"play": (), "dev": ("dev",)}           # by name: the extras that it has
EDITABLE = "editables"                          # what hatchling needs besides for an editable installation


def place(root: Path, name: str) -> Path:
    return root / "tools" / "lock" / f"{name}.txt"


def wanted(root: Path, name: str) -> list[str]:
    """What pyproject.toml asks for: to run, to build, and for the extras of a lock file."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    found = [*project["project"]["dependencies"], *project["build-system"]["requires"], EDITABLE]
    return found + [each for extra in LOCKS[name] for each in extras[extra]]


def locked(text: str) -> dict[str, str]:
    """The version of each package in a lock file."""
    rows = re.findall(r"^([A-Za-z0-9._-]+)(?:\[.*?\])?==([^ ;\\]+)", text, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in rows}


def check(root: Path) -> tuple[list[str], list[str]]:
    """Does each lock file have what pyproject.toml asks for, and a hash for each package?"""
    notes, errors = [], []
    for name in LOCKS:
        path = place(root, name)
        shown = path.relative_to(root)
        if not path.is_file():
            errors.append(f"{shown} is missing: ./dev lock writes it")
            continue
        text = path.read_text("utf-8")
        versions = locked(text)
        for each in map(Requirement, wanted(root, name)):
            version = versions.get(canonicalize_name(each.name))
            if version is None or not each.specifier.contains(version, prereleases=True):
                errors.append(f"{shown}: pyproject.toml asks for {each}, and it has {version}: ./dev lock")
        for package in re.split(r"\n(?=\S)", text.strip()):
            if "--hash=sha256:" not in package:
                errors.append(f"{shown}: {package.split()[0]} has no hash")
        notes.append(f"{shown}: {len(versions)} packages")
    return notes, errors


def write(root: Path, name: str, upgrade: bool) -> None:
    """Resolve for every Python and every system that we take; versions stay unless they must change, or `upgrade`."""
    command = [
        "uv", "pip", "compile", "-", "--universal", "--python-version", "3.11", "--generate-hashes", "--no-header",
        "--no-annotate", "--quiet", "--output-file", str(place(root, name)), *(["--upgrade"] if upgrade else []),
    ]
    subprocess.run(command, input="\n".join(wanted(root, name)), text=True, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    for lock in LOCKS:
        write(Path(__file__).parents[1], lock, "--upgrade" in sys.argv[1:])
