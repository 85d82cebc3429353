"""What a browser is sent of the page's code: all but comments and indents, line by line."""

from __future__ import annotations

from pathlib import Path

import tablero
from tablero.server.pages import without_comments
from tests.server.people import House

WEB = Path(tablero.__file__).parent / "web"

CODE = """\
// What it is.
/* @license somebody */
/** One line. */
const a = 1;        // why
/**
 * Several
 * lines.
 */
  // indented
  const url = "http://example.org/*"; const b = `/* ${a} */`;
const c = "1; // 2";
"""


def test_comments_stay_here_and_line_numbers_stay_the_same() -> None:
    left = 'const a = 1;\n\n\n\n\n\nconst url = "http://example.org/*"; const b = `/* ${a} */`;\n'
    left += 'const c = "1; // 2";\n'
    assert "\n/* @license somebody */\n\n" + left == without_comments(CODE)


def test_code_is_sent_without_comments_and_only_when_it_has_changed(home: House) -> None:
    for file in ("shell.js", "style.css", "vendor/lit-html.js"):
        answer = home.client.get(f"/web/{file}")
        text = (WEB / file).read_text("utf-8")
        assert without_comments(text) == answer.text
        assert text.count("\n") == answer.text.count("\n")
        again = home.client.get(f"/web/{file}", headers={"if-none-match": answer.headers["etag"]})
        assert (304, b"") == (again.status_code, again.content)
    assert "@license" in home.client.get("/web/vendor/lit-html.js").text
    assert (WEB / "icon.svg").read_bytes() == home.client.get("/web/icon.svg").content
    assert 404 == home.client.get("/web/nothing.js").status_code
