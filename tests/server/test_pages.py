"""What a browser is sent of the page's code: less than what is written, and the same to it."""

from __future__ import annotations

import re
from pathlib import Path

import tablero
from tablero.server.pages import sent, zipped
from tests.server.people import House

WEB = Path(tablero.__file__).parent / "web"

CODE = """\
// What it is.
/*! @license somebody */
import { html } from "./html.js";
/** Several
 * lines. */
export function view(told) {        // why
  const things = told.things.map((thing) => html`<b>${thing}</b> <i class="q" ?hidden=${!thing}>it's  // 2</i>`);
  return html`<p>
    ${things.length ? html`<a href="http://example.org/*">${things} </a>` : ""}  <br></p>`;
}
"""
LEFT = (
    '/*! @license somebody */import{html}from"./html.js";export function view(e){const t=e.things.map('
    """e=>html`<b>${e}</b> <i class="q" ?hidden=${!e}>it's  // 2</i>`);return html`<p>
${t.length?html`<a href="http://example.org/*">${t} </a>`:""}  <br></p>`}"""
)


def test_templates_and_licences_are_sent_as_they_are_written(tmp_path: Path) -> None:
    """Also templates in templates, where a blank or two slashes are text; only the indents of lines go."""
    file = tmp_path / "view.js"
    file.write_text(CODE, "utf-8")
    assert LEFT == sent(file, 1).decode()


def test_code_is_sent_small_and_only_when_it_has_changed(home: House) -> None:
    for file in ("page.js", "style.css", "vendor/lit-html.js"):
        answer = home.client.get(f"/web/{file}")
        assert sent(WEB / file, (WEB / file).stat().st_mtime_ns) == answer.content
        assert len(answer.content) < (WEB / file).stat().st_size
        again = home.client.get(f"/web/{file}", headers={"if-none-match": answer.headers["etag"]})
        assert (304, b"") == (again.status_code, again.content)
        assert "no-cache" == answer.headers["cache-control"] == again.headers["cache-control"], "no mix of two versions"
    assert "no-cache" == home.client.get("/web/icon.svg").headers["cache-control"]
    assert "text/javascript; charset=utf-8" == home.client.get("/web/page.js").headers["content-type"]
    assert "@license" in home.client.get("/web/vendor/lit-html.js").text
    assert (WEB / "icon.svg").read_bytes() == home.client.get("/web/icon.svg").content
    assert 404 == home.client.get("/web/nothing.js").status_code


def test_words_and_maps_are_sent_again_only_when_they_have_changed(home: House) -> None:
    """A browser that asks a newer server gets the newer words at once."""
    for path in ("text?lang=en", "look", "boards/1813", "goals/1813", "book", "aid"):
        answer = home.client.get(f"/api/games/wellington/{path}")
        assert "no-cache" == answer.headers["cache-control"]
        again = home.client.get(answer.url, headers={"if-none-match": answer.headers["etag"]})
        assert (304, b"") == (again.status_code, again.content)
        assert 200 == home.client.get(answer.url, headers={"if-none-match": '"of an older server"'}).status_code


def test_a_page_names_the_modules_that_its_address_needs(home: House) -> None:
    """They are fetched at once, and not one after the other as they import each other; the book is not among them."""
    for address, own in (("/table/x", "table.js"), ("/", "lobby.js"), ("/join/x", "app.js")):
        named = re.findall(r'<link rel="modulepreload" href="/web/([^"]+)">', home.client.get(address).text)
        assert {"app.js", own} <= set(named)
        assert "book.js" not in named
        code = {name: (WEB / name).read_text("utf-8") for name in named}
        imports = re.compile(r'^(?:import|}) .*"\./(.+\.js)";$', re.M)
        needed = {found for text in code.values() for found in imports.findall(text)}
        assert needed <= set(named)
        assert len(named) == len(code)


def test_code_is_compressed_once(home: House) -> None:
    home.client.get("/web/page.js")
    before = zipped.cache_info()
    packed = home.client.get("/web/page.js")
    assert ("gzip", "Accept-Encoding") == (packed.headers["content-encoding"], packed.headers["vary"])
    assert (before.hits + 1, before.misses) == zipped.cache_info()[:2]
    plain = home.client.get("/web/page.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
