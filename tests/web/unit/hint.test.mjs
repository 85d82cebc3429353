// Advice that comes by itself: Hints, without a browser.

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
  setTimeout: nothing,
});
const { Hints } = await import("../../../src/tablero/web/hint.js");

// A table that asks one question after another; the bot always advises "go b".
function table() {
  const flashed = [];
  const told = { stamp: 0, asked: {}, chairs: [], choices: [{ do: "go b", targets: ["space:b"], label: "Go" }] };
  const hints = new Hints({ id: "t", seat: "north", seats: ["north"], tried: (asked) => asked, draw: nothing,
    stage: { model: { told }, view: { flash: (...ids) => flashed.push(...ids) } },
    act: (choice) => hints.done(choice.do) });
  const asked = async (unasked) => {
    told.stamp++;
    const hint = { stamp: told.stamp, do: "go b", label: "Go", reason: "It is near." };
    globalThis.fetch = async () => ({ ok: true, json: async () => hint });
    await hints.ask(unasked);
    return flashed.splice(0);
  };
  return { hints, asked };
}

test("advice nobody asked for moves the map only while one follows it", async () => {
  const { hints, asked } = table();
  assert.deepEqual(["space:b"], await asked(true));
  hints.done("go c");
  assert.deepEqual([], await asked(true));
  assert.equal("go b", hints.choice.do);        // it is given all the same
  hints.done();         // several actions by one click
  assert.deepEqual([], await asked(true));
  hints.do();
  assert.equal(null, hints.hint);
  assert.deepEqual(["space:b"], await asked(true));
});

test("a hint that is asked for moves the map also away from a plan of one's own", async () => {
  const { hints, asked } = table();
  await asked(true);
  hints.done("go c");
  assert.deepEqual(["space:b"], await asked(false));
});
