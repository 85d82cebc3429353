// What gives way to what on the board, as the style sheet says.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const style = readFileSync(new URL("../../../src/tablero/web/style.css", import.meta.url), "utf-8");

test("the sheet of a fight, open or folded, gives way to a stack that is open", () => {
  assert.match(style, /^\.ground:has\(\.fan:not\(\[hidden\]\)\) \.fight { visibility: hidden; }$/m);
});
