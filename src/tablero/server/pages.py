"""The files of the page. Comments and indents are for those who read the code: they are not sent; line numbers stay."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

LINE = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
END = re.compile(r"(?<=[;,{}\])])[ \t]+// [^`\"\n]*$", re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
BLOCK = re.compile(r"^[ \t]*/\*(?! @license).*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)


def without_comments(text: str) -> str:
    """Code without the comments that have lines of their own or end one, and without indents."""
    bare = BLOCK.sub(lambda found: "\n" * found[0].count("\n"), END.sub("", LINE.sub("", text)))
    return INDENT.sub("", bare)


@lru_cache(maxsize=200)
def _sent(path: Path, changed: int) -> bytes:
    return without_comments(path.read_text("utf-8")).encode()


class Pages(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        found = await super().get_response(path, scope)
        if not isinstance(found, FileResponse) or not path.endswith((".js", ".css")):
            return found
        file = Path(found.path)
        sent = Response(_sent(file, file.stat().st_mtime_ns), media_type=found.media_type)
        for name in ("etag", "last-modified"):
            sent.headers[name] = found.headers[name]
        return sent
