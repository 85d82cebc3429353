// Whose colours a card over the board has, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

const nothing = () => {};
class Thing {}
Object.assign(globalThis, {
  CSSStyleSheet: Thing, HTMLElement: Thing,
  addEventListener: nothing,
  document: { adoptedStyleSheets: [], documentElement: {}, createTreeWalker: nothing, createComment: nothing,
    querySelector: () => new Thing() },
  localStorage: { getItem: () => null, setItem: nothing },
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
});
const { Great } = await import("../../../src/tablero/web/great.js");

const great = new Great({ model: {
  cards: new Map([["card:fog", { side: "" }], ["card:eagles", { side: "north" }]]),
  info: (id) => (id === "leader:fallen" ? { side: "south" } : null),
} });

test("a card of a side has its colours, and one of nobody has none", () => {
  assert.equal(great.sideOf(["card:eagles"]), "north");
  assert.equal(great.sideOf(["card:fog"]), "");
});

test("a piece that has left the map has the colours of the list it stands in now", () => {
  assert.equal(great.sideOf(["leader:fallen", "space:a"]), "south");
});
