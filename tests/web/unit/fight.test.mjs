// When the sheet of a fight that is over is put away, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

const nothing = () => {};
const screen = { matches: false, addEventListener: nothing };
class Thing {}
Object.assign(globalThis, {
  CSSStyleSheet: Thing, HTMLElement: Thing,
  addEventListener: nothing,
  document: { adoptedStyleSheets: [], documentElement: {}, createTreeWalker: nothing, createComment: nothing,
    querySelector: () => new Thing() },
  localStorage: { getItem: () => null, setItem: nothing },
  matchMedia: () => screen,
});
const { Fight } = await import("../../../src/tablero/web/fight.js");

// A battle has begun and been won; answers how many sheets are left after each of so many answers.
function after(answers, narrow) {
  screen.matches = narrow;
  const fight = new Fight({ model: { panels: new Map(), told: {} } });
  fight.hear({ log: [{ i: 0, n: 1, lines: ["The north marches."] }] });
  fight.hear({ log: [{ i: 1, n: 2, lines: ["A battle.", "The north wins."], fights: [1, 2], titles: ["Battle"] }] });
  assert.equal(fight.sheets.at(-1).over, true);
  return Array.from({ length: answers }, () => {
    fight.act({});
    return fight.sheets.length;
  });
}

test("on a wide screen the sheet folds and stays until somebody puts it away", () => {
  assert.deepEqual(after(3, false), [1, 1, 1]);
});

test("on a narrow one it folds, and is put away with the next answer", () => {
  assert.deepEqual(after(2, true), [1, 0]);
});
