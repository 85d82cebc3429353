// What the server has told is folded into one picture: Model, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Model } from "../../../src/tablero/web/model.js";

const piece = (id, at, order = 0, more = {}) =>
  ({ id, at, order, side: "north", symbol: "line", name: "", facing: -1, values: [], badges: [], ...more });
const line = (i, text) => ({ i, n: i + 1, seat: "north", lines: [text] });
const told = (more) => ({
  type: "update", version: 1, stamp: 1, asked: { text: "" }, choices: [], chairs: [], ...more,
});
const BOARD = {
  id: "map", layout: "points", spaces: [{ id: "space:a" }, { id: "space:b" }], cards: [{ id: "card:x" }],
  insets: [{ id: "board:fight", spaces: [{ id: "box:front" }] }],
};

function model(...updates) {
  const found = new Model();
  found.setBoard(BOARD);
  for (const update of updates) found.apply(told(update));
  return found;
}

const START = { whole: true, pieces: [piece("unit:1", "space:a", 1), piece("unit:2", "space:a", 0)] };

test("an update changes what it names and leaves the rest", () => {
  const found = model(START, { pieces: [piece("unit:1", "space:b")] });
  assert.deepEqual(["space:b", "space:a"], ["unit:1", "unit:2"].map((id) => found.pieces.get(id).at));
});

test("what is gone is gone from pieces, tracks and panels", () => {
  const found = model({ ...START, tracks: [{ id: "track:t" }], panels: [{ id: "panel:p", rows: [] }] },
    { gone: ["unit:1", "track:t", "panel:p"] });
  assert.deepEqual([["unit:2"], 0, 0], [[...found.pieces.keys()], found.tracks.size, found.panels.size]);
});

test("a row of a panel changes alone, and what was shown before stays as it was", () => {
  const found = model({ ...START, panels: [{ id: "panel:p", rows: [[["a", "1"]], [["b", "2"]]] }] });
  const before = found.scene();
  found.apply(told({ rows: [["panel:p", 1, [["b", "3"]]]] }));
  assert.deepEqual([[["a", "1"]], [["b", "3"]]], found.panels.get("panel:p").rows);
  assert.deepEqual([["b", "2"]], before.panels.get("panel:p").rows[1]);
});

test("a whole update forgets what was there before", () => {
  const marks = [["space:a", "control.north"]], hands = [{ side: "north", cards: [], count: 0 }];
  const found = model({ ...START, log: [line(0, "one")], marks, hands },
    { whole: true, pieces: [piece("unit:9", "space:b")] });
  assert.deepEqual([["unit:9"], [], [], []], [[...found.pieces.keys()], found.log, found.marks, found.hands]);
});

test("lines that were taken back are struck out and keep their numbers", () => {
  const found = model({ whole: true, log: [line(0, "one"), line(1, "two")] }, { log: [line(2, "three")], struck: [1] });
  assert.deepEqual([undefined, true, undefined], found.log.map(({ undone }) => undone));
});

test("pieces of a space are listed from the top of its stack", () => {
  assert.deepEqual(["unit:1", "unit:2"], model(START).stackAt("space:a").map(({ id }) => id));
});

test("a thing is on the board if it is a space, stands on one or is a card in hand", () => {
  const hands = [{ side: "north", cards: ["card:x"], count: 1 }];
  const found = model({ whole: true, hands, pieces: [piece("unit:1", "box:front"), piece("unit:2", "panel:reserve")] });
  const ids = ["space:a", "unit:1", "card:x", "unit:2", "unit:3"];
  assert.deepEqual([true, true, true, false, false], ids.map((id) => found.onBoard(id)));
});

test("any card can be shown, wherever it lies", () => {
  assert.deepEqual([false, true], [model(START).onBoard("card:x"), model(START).shows("card:x")]);
});

test("what panels say of a thing is found by the thing, with the side of the panel", () => {
  const rows = [[["unit", "unit:1"], ["class", "symbol.line"], ["at", "space:a"]], [["count", "3"]]];
  const found = model({ whole: true, panels: [{ id: "panel:p", name: "p", side: "north", rows }] });
  assert.deepEqual({ side: "north", unit: "unit:1", class: "symbol.line", at: "space:a" }, found.info("unit:1"));
  assert.equal(null, found.info("unit:2"));
  found.apply(told({ gone: ["panel:p"] }));
  assert.equal(null, found.info("unit:1"));
});

test("names that sentences give to things are remembered", () => {
  const choices = [{ do: "march 1", targets: [], label: "March with \x01unit:1\x02the Guard\x03" }];
  assert.equal("the Guard", model({ ...START, choices }).names.get("unit:1"));
});
