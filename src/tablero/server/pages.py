"""The static files of the page, minified: comments, indents and long local names are not sent."""

from __future__ import annotations

import mimetypes
import re
from functools import lru_cache
from pathlib import Path

import minify  # type: ignore[import-untyped]
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

mimetypes.add_type("application/manifest+json", ".webmanifest")
CODE = {".js": "text/javascript", ".css": "text/css"}


@lru_cache(maxsize=200)
def sent(path: Path, changed: int) -> bytes:
    """The minified code of a file. A comment that starts with `/*!`, a licence, stays; lines are left in templates
    only, where indents mean nothing."""
    small: str = minify.string(CODE[path.suffix], path.read_text("utf-8"))
    return re.sub(r"\n +", "\n", small).encode()


class Pages(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        found = await super().get_response(path, scope)
        if not isinstance(found, FileResponse) or Path(path).suffix not in CODE:
            return found
        file = Path(found.path)
        answer = Response(sent(file, file.stat().st_mtime_ns), media_type=found.media_type)
        for name in ("etag", "last-modified"):
            answer.headers[name] = found.headers[name]
        return answer
