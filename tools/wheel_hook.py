"""Puts the compiled core into a wheel, where `./dev native --wheel` asks for it; other wheels hold sources alone."""

from __future__ import annotations

import os
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCore(BuildHookInterface):     # type: ignore[type-arg]  # hatchling names no configuration
    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        if folder := os.environ.get("TABLERO_WHEEL"):
            build_data.update(pure_python=False, infer_tag=True)
            files = [path for path in Path(folder).rglob("*") if path.suffix in (".so", ".json")]
            build_data["force_include"] = {
                str(path): f"tablero/_native/{path.relative_to(folder).as_posix()}" for path in files
            }
