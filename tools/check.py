"""What ruff, mypy and the import contracts cannot see: rules and cards without tests, texts without translation, broken
packs, packages without a lock.

    python tools/check.py [ROOT]
"""

from __future__ import annotations

import sys
from pathlib import Path

import cards
import catalogues
import lock
import positions
import rule_coverage
import tree

CHECKS = (
    ("rules", rule_coverage.check),
    ("texts", catalogues.check),
    ("packs", positions.check),
    ("cards", cards.check),
    ("tree", tree.check),
    ("lock", lock.check),
)


def main(root: Path) -> int:
    total = 0
    for name, check in CHECKS:
        notes, errors = check(root)
        total += len(errors)
        print(f"{name}: {f'{len(errors)} wrong' if errors else 'ok'}")
        for line in [*notes, *(f"WRONG {error}" for error in errors)]:
            print(f"  {line}")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1]).resolve()))
