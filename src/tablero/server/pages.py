"""The static files of the page, minified: comments, indents and long local names are not sent; and the page itself,
which names the modules that its address needs, so that a browser fetches them all at once."""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import lru_cache
from pathlib import Path

import minify  # type: ignore[import-untyped]
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

mimetypes.add_type("application/manifest+json", ".webmanifest")
WEB = Path(__file__).parent.parent / "web"
IMPORT = re.compile(r'^import [^;]*?"\./([\w/-]+\.js)";', re.MULTILINE)
CODE = {".js": "text/javascript", ".css": "text/css"}


@lru_cache(maxsize=200)
def sent(path: Path, changed: int) -> bytes:
    """The minified code of a file. A comment that starts with `/*!`, a licence, stays; lines are left in templates
    only, where indents mean nothing."""
    small: str = minify.string(CODE[path.suffix], path.read_text("utf-8"))
    return re.sub(r"\n +", "\n", small).encode()


@lru_cache(maxsize=200)
def zipped(path: Path, changed: int) -> bytes:
    return gzip.compress(sent(path, changed), 9, mtime=0)


def modules(*names: str) -> list[str]:
    """The modules of these names, and all that they import from the start."""
    found = dict.fromkeys(names)
    for name in names:
        found |= dict.fromkeys(IMPORT.findall((WEB / name).read_text("utf-8")))
    return list(found) if len(found) == len(names) else modules(*found)


@lru_cache(maxsize=20)
def page(kind: str) -> str:
    """The one page, with the modules for an address of a kind: they have its name, if it has any of its own."""
    own = f"{kind or 'lobby'}.js"
    names = modules("app.js", *([own] if (WEB / own).exists() else []))
    links = "".join(f'  <link rel="modulepreload" href="/web/{name}">\n' for name in names)
    return (WEB / "index.html").read_text("utf-8").replace("</head>", f"{links}</head>")


class Pages(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        found = await super().get_response(path, scope)
        found.headers["cache-control"] = "no-cache"         # after an update a browser must not mix modules
        if not isinstance(found, FileResponse) or Path(path).suffix not in CODE:
            return found
        file, shrinks = Path(found.path), "gzip" in Headers(scope=scope).get("accept-encoding", "")
        answer = Response((zipped if shrinks else sent)(file, file.stat().st_mtime_ns), media_type=found.media_type)
        for name in ("etag", "last-modified", "cache-control"):
            answer.headers[name] = found.headers[name]
        answer.headers["vary"] = "Accept-Encoding"
        if shrinks:
            answer.headers["content-encoding"] = "gzip"
        return answer
