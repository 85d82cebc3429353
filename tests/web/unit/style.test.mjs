// What lies above what, as the style sheet says.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const style = readFileSync(new URL("../../../src/tablero/web/style.css", import.meta.url), "utf-8");
const height = (name) => Number(style.match(new RegExp(`^\\.${name} {[^}]*z-index: (\\d+)`, "m"))[1]);

test("a stack that opens lies above the sheet of a fight: one of its units is to be picked", () => {
  assert.ok(height("fan") > height("fight"), `${height("fan")} above ${height("fight")}`);
});
