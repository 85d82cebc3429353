// Sentences of the server, taken apart without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { plain } from "../../../src/tablero/web/sentences.js";

test("links go, a first one gets its capital, and no line ends before a sign of percent", () => {
  assert.equal("Guías: 27-52\xa0% to hit, 3\xa0% to rout",
    plain("\x01unit:1\x02guías\x03: 27-52 % to hit, 3 % to rout"));
});
