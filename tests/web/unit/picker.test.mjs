// From clicks to choices: Picker, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Picker } from "../../../src/tablero/web/picker.js";

// Three spaces; two pieces stand in a, one in b; a card is in hand, another is not.
const PLACES = new Map([["unit:1", "space:a"], ["unit:2", "space:a"], ["unit:3", "space:b"]]);
const SPACES = ["space:a", "space:b", "space:c"];
const board = (layout) => ({
  board: { layout },
  cards: new Map([["card:x", {}], ["card:y", {}]]),
  onBoard: (id) => SPACES.includes(id) || PLACES.has(id) || id === "card:x",
  placeOf: (id) => (SPACES.includes(id) ? id : PLACES.get(id) ?? ""),
  stackAt: (place) => [...PLACES].filter(([, at]) => at === place).map(([id]) => ({ id })),
});

const choice = (text, ...targets) => ({ do: text, targets, label: text });
const MARCH = [
  choice("march 1 b", "unit:1", "space:b"), choice("march 1 c", "unit:1", "space:c"),
  choice("march 3 c", "unit:3", "space:c"),
];

function picker(choices, layout = "hexes") {
  const found = new Picker(board(layout), (kind) => (kind === "card" ? ["play"] : []));
  found.setChoices(choices);
  return found;
}

const doing = ({ do: made }) => made?.do;

test("a click on the only target makes the choice", () => {
  assert.equal("rally 1", doing(picker([choice("rally 1", "unit:1"), choice("rally 3", "unit:3")]).click("unit:1")));
});

test("clicks on several targets narrow the choices down to one", () => {
  const found = picker(MARCH);
  assert.deepEqual({ again: true }, found.click("unit:1"));
  assert.deepEqual(["space:b", "space:c"], [...found.lit(1).keys()]);
  assert.equal("march 1 c", doing(found.click("space:c")));
});

test("a click on what was picked puts it back", () => {
  const found = picker(MARCH);
  found.click("unit:1");
  assert.deepEqual({ again: true }, found.click("unit:1"));
  assert.deepEqual([], found.picked);
});

test("a click on another first target begins anew", () => {
  const found = picker([...MARCH.slice(0, 2), choice("march 2 b", "unit:2", "space:b")]);
  found.click("unit:1");
  assert.deepEqual({ again: true }, found.click("unit:2"));
  assert.deepEqual(["unit:2"], found.picked);
});

test("a click on a space stands for the piece that can be chosen there, or asks which", () => {
  assert.equal("rally 3", doing(picker([choice("rally 3", "unit:3")]).click("space:b")));
  const both = picker([choice("rally 1", "unit:1"), choice("rally 2", "unit:2")]);
  assert.deepEqual({ things: ["unit:1", "unit:2"] }, both.click("space:a"));
});

test("a click on a piece stands for its space", () => {
  assert.equal("enter b", doing(picker([choice("enter b", "space:b")]).click("unit:3")));
});

test("on a map of points a click asks which if piece and space can both be chosen", () => {
  const choices = [choice("enter b", "space:b"), choice("rally 3", "unit:3")];
  assert.deepEqual(["enter b", "rally 3"], picker(choices, "points").click("unit:3").which.map((one) => one.do));
  assert.equal("rally 3", doing(picker(choices).click("unit:3")));
});

test("several choices with the same targets are listed", () => {
  const choices = [choice("load field", "unit:1"), choice("load all", "unit:1")];
  assert.deepEqual(["load field", "load all"], picker(choices).click("unit:1").which.map((one) => one.do));
});

test("the choice that closes the question is the main button, the best first", () => {
  const pass = { ...choice("pass"), closes: 2 }, done = { ...choice("done"), closes: 1 }, draw = choice("draw");
  const { primary, others } = picker([draw, pass, done]).buttons();
  assert.deepEqual(["done", ["draw", "pass"]], [primary.do, others.map((one) => one.do)]);
});

test("what is all that can be done is the main button; nothing is spent by default where there is a choice", () => {
  assert.equal("draw", picker([choice("draw")]).buttons().primary.do);
  assert.deepEqual([null, ["draw"]], [picker([choice("draw"), ...MARCH]).buttons()]
    .flatMap(({ primary, others }) => [primary, others.map((one) => one.do)]));
  assert.equal(null, picker([choice("bid 0", "number:0"), choice("bid 1", "number:1")]).buttons().primary);
});

test("lit things are numbered in the order of their choices, each once", () => {
  assert.deepEqual([["unit:1", 1], ["unit:3", 2]], [...picker(MARCH).lit(1)].map(([id, { n }]) => [id, n]));
});

test("numbers end at 99", () => {
  const found = picker(MARCH).lit(99);
  assert.deepEqual([99, null], [...found.values()].map(({ n }) => n));
});

test("a click on what is not lit asks why, with the text forms it could have meant", () => {
  assert.deepEqual({ why: ["march 1 c"] }, picker([MARCH[0]]).click("space:c"));
  assert.deepEqual({ why: ["march 2 b", "march 1 a", "march 1 b"] }, picker([MARCH[0]]).click("unit:2"));
});

test("a card that cannot be played is asked about with the verbs that speak of cards", () => {
  assert.deepEqual({ why: ["play y"] }, picker(MARCH).click("card:y"));
});

test("what a click would choose is told beforehand and changes nothing", () => {
  const found = picker(MARCH);
  assert.deepEqual(["march 1 b", "march 1 c"], found.preview("unit:1").map((one) => one.do));
  assert.deepEqual([], found.picked);
});

test("what is several actions away can be clicked, too, where nothing nearer is meant", () => {
  const found = picker([choice("step b", "space:b")]);
  found.ways = { "space:b": ["space:c", "space:b"], "space:c": ["space:b", "space:c"] };
  assert.deepEqual([["space:c", ["space:b", "space:c"]]], [...found.far()]);
  assert.deepEqual({ far: "space:c" }, found.click("space:c"));
  assert.equal("step b", doing(found.click("space:b")));
});

test("while something is picked, nothing is far", () => {
  const found = picker([choice("march 1 b", "unit:1", "space:b"), choice("march 2 b", "unit:2", "space:b")]);
  found.ways = { "space:c": ["space:b", "space:c"] };
  found.click("unit:1");
  assert.deepEqual([], [...found.far()]);
  assert.equal(undefined, found.click("space:c").far);
});

test("another question forgets what was picked and what was far; the same question, told again, does not", () => {
  const found = picker(MARCH);
  found.ways = { "space:a": ["space:b", "space:a"] };
  found.setChoices(MARCH, true);
  assert.deepEqual(["space:a"], [...found.far().keys()]);
  found.click("unit:1");
  found.setChoices(MARCH, true);
  assert.deepEqual(["unit:1"], found.picked);
  found.setChoices(MARCH);
  assert.deepEqual([[], {}], [found.picked, found.ways]);
});

test("when nothing can be chosen any more, as after giving up, nothing is far", () => {
  const found = picker(MARCH);
  found.ways = { "space:a": ["space:b", "space:a"] };
  found.setChoices([], true);
  assert.deepEqual([], [...found.far()]);
});

test("where no verb that is offered speaks of such a thing, all verbs that do are asked about", () => {
  const found = new Picker(board("hexes"), (kind) => (kind === "space" ? ["go", "land"] : []));
  found.setChoices([choice("take 1", "unit:1"), choice("take 2", "unit:2")]);
  assert.deepEqual({ why: ["go c", "land c"] }, found.click("space:c"));
  assert.deepEqual({ why: ["take 3"] }, found.click("unit:3"));
});

test("a card with several uses asks which, and names those that need nothing else", () => {
  const uses = [choice("event x", "card:x"), choice("move x", "card:x"), choice("aim x b", "card:x", "space:b")];
  const found = picker(uses);
  assert.deepEqual(["event x", "move x"], found.usesOf("card:x").map((one) => one.do));
  assert.deepEqual(uses, found.click("card:x").which);
  const points = picker([...uses.slice(0, 2), choice("done")], "points");
  assert.deepEqual(["event x", "move x"], points.click("card:x").which.map((one) => one.do));
});

test("a space that stands for all its pieces goes before one of them, a piece for itself", () => {
  const found = picker([choice("take 1", "unit:1"), choice("take 2", "unit:2")], "points");
  found.ways = { "space:a": ["unit:1", "unit:2"], "unit:3": ["unit:3"] };
  assert.deepEqual({ far: "space:a" }, found.click("space:a"));
  assert.deepEqual([], found.preview("space:a"));
  assert.equal("take 2", doing(found.click("unit:2")));
  found.clear();
  assert.deepEqual({ far: "unit:3" }, found.click("unit:3"));
});

test("a verb that is apart is meant only after its button", () => {
  const found = picker([]);
  found.apart = ["build"];
  found.setChoices([choice("take 1", "unit:1"), choice("build 1", "unit:1"), choice("done")]);
  assert.deepEqual(["build"], found.modes());
  assert.equal("take 1", doing(found.click("unit:1")));
  found.setMode("build");
  assert.equal("build 1", doing(found.click("unit:1")));
  assert.equal(true, found.clear());
  assert.equal("", found.mode);
  assert.equal("done", found.buttons().primary?.do ?? found.buttons().others[0].do);
  found.setChoices([choice("build 1", "unit:1"), choice("done")]);
  assert.deepEqual([], found.modes());
  assert.equal("build 1", doing(found.click("unit:1")));
});

test("a verb that is offered by name is a button and never a click, unless nothing else is asked", () => {
  const found = picker([]);
  found.byName = ["besiege"];
  found.setChoices([choice("besiege 1", "unit:1"), choice("play x", "card:x")]);
  assert.deepEqual(["besiege 1"], found.buttons().others.map((one) => one.do));
  assert.deepEqual(["card:x"], [...found.lit(1).keys()]);
  for (const id of ["unit:1", "space:a"]) assert.deepEqual(["besiege 1"], found.click(id).which.map((one) => one.do));
  assert.equal(undefined, found.click("unit:2").which);
  found.setChoices([choice("besiege 1", "unit:1"), choice("lead 1", "unit:1")]);
  assert.equal("lead 1", doing(found.click("unit:1")));
  found.setChoices([choice("besiege 1", "unit:1"), choice("besiege 3", "unit:3")]);
  assert.equal("besiege 3", doing(found.click("unit:3")));
});

test("what wastes something is never the main button, and has its place", () => {
  const done = { ...choice("done"), closes: 1, waste: "3 points are lost" }, pass = { ...choice("pass"), closes: 2 };
  const alone = picker([done, ...MARCH]).buttons();
  assert.deepEqual([null, done, []], [alone.primary, alone.closing, alone.others]);
  const both = picker([done, pass, ...MARCH]).buttons();
  assert.deepEqual([pass, null, [done]], [both.primary, both.closing, both.others]);
  assert.equal(done, picker([done]).buttons().primary);
});

test("a thing is dimmed only if nothing can come of any choice of it", () => {
  const vain = { ...choice("move 1", "unit:1"), vain: "it can only halt" };
  assert.equal("it can only halt", picker([vain, MARCH[2]]).lit(1).get("unit:1").vain);
  assert.equal("", picker([vain, choice("rally 1", "unit:1")]).lit(1).get("unit:1").vain);
});

test("what costs something is a button first, even where nothing else can be clicked", () => {
  const force = { ...choice("force b", "space:b"), rolls: "one die" };
  const found = picker([choice("done"), force]);
  found.apart = ["force"];
  found.setChoices([choice("done"), force]);
  assert.deepEqual(["force"], found.modes());
  assert.deepEqual([], [...found.lit(1).keys()]);
  found.setMode("force");
  assert.deepEqual(["space:b"], [...found.lit(1).keys()]);
});
